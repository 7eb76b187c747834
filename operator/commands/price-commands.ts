// Defines the commands about prices: changing one batch's price, and its history.
import { auditedPrice, describeChange } from '#features/catalogue/import/import-prices.ts'
import { priceText } from '#features/catalogue/import/price-judgement.ts'
import { changePrice } from '#features/catalogue/offers/change-price.ts'
import { findOffer } from '#features/catalogue/offers/find-offer.ts'
import { listPrices } from '#features/catalogue/offers/price-queries.ts'
import { misused, refusedFor } from '#operator/audit/outcomes.ts'
import { readSignature } from '#operator/signature.ts'
import { writeAuditEntry } from '#platform/database/audit/audit-trail.ts'
import { priceMicros as priceOf } from '#providers/registries/tables/batch-file.ts'
import { schemaFault } from '#providers/registries/tables/file-source.ts'
import { microsToUnits } from '#values/money/money.ts'
import { isProblem } from '#values/problem.ts'
import type { Command, Context, Outcome } from './command.ts'

export const batchesPrice: Command = {
  name: 'batches price',
  usage: 'SERIAL PRICE --by NAME --reason TEXT [--accept-price]',
  example: 'GS1-1-SO-GS12285-16-2022-29930-6499-42536 0.0243 --by ada --reason "Price of May"',
  summary: 'changes the price of a kilogram of a batch, in the currency of the batch',
  optionTexts: {
    'accept-price': 'takes a price outside of PRICE_BAND or far from one of the last 7 days',
  },
  run: changeBatchPrice,
}

async function changeBatchPrice(context: Context): Promise<Outcome> {
  const { db, settings, flags, words } = context
  const [serial = '', price = ''] = words
  const signature = readSignature(context)
  if ('lines' in signature) return signature
  const parsed = priceOf.safeParse(price)
  if (!parsed.success) return misused(`PRICE ${schemaFault(parsed.error)}.`)
  const result = await changePrice(db, {
    serial,
    priceMicros: parsed.data,
    band: settings.priceBand,
    acceptsPrice: flags.has('accept-price'),
    by: signature.by,
    audit: (tx, done) =>
      writeAuditEntry(tx, { ...signature, command: 'batches price', about: auditedPrice(done) }),
  })
  if (isProblem(result)) return refusedFor(result)
  const { change: done, changed, inPercent } = result
  const { serialNumber: serial_number, old, next } = done
  const line = changed
    ? `${describeChange(done, inPercent)}.`
    : `${serial_number} is at ${priceText(next)} already: nothing was changed.`
  const json = {
    ...{ ok: true, serial_number, changed },
    old: old && priceText(old),
    new: priceText(next),
    change: inPercent,
    price_per_kg: microsToUnits(next.priceMicros),
    currency: next.currency,
  }
  return { ok: true, lines: [line], json }
}

export const batchesPrices: Command = {
  name: 'batches prices',
  usage: 'SERIAL',
  example: 'GS1-1-SO-GS12285-16-2022-29930-6499-42536',
  summary: 'lists every price that a batch had, newest first, with its time, author and source',
  run: async ({ db, words: [serial = ''] }) => {
    const batch = await findOffer(db, serial)
    if (isProblem(batch)) return refusedFor(batch)
    const prices = (await listPrices(db, batch.id)).map(
      ({ at, by_name, price_micros, currency, source }) => ({
        at: at.toISOString(),
        by: by_name,
        price: priceText({ priceMicros: price_micros, currency }),
        price_per_kg: microsToUnits(price_micros),
        currency,
        source,
      }),
    )
    const lines = prices.map(({ at, by, price, source }) => `${at}  ${price}  ${by}  ${source}`)
    return {
      ok: true,
      lines: [batch.serial_number, ...lines],
      json: { ok: true, serial_number: batch.serial_number, prices },
    }
  },
}
