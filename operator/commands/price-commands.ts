// Defines the commands about prices: changing one batch's price, and its history.
import { describeChange } from '#features/catalogue/import/import-prices.ts'
import { priceText } from '#features/catalogue/import/price-judgement.ts'
import { findOffer } from '#features/catalogue/offers/find-offer.ts'
import { batchesPrice as changePrice } from '#features/catalogue/offers/offer-actions.ts'
import { listPrices } from '#features/catalogue/offers/price-queries.ts'
import { readsPart } from '#operator/access.ts'
import { actionCommand } from '#operator/action-command.ts'
import { refusedFor } from '#operator/audit/outcomes.ts'
import { withDatabase } from '#operator/with-services.ts'
import { microsToUnits } from '#values/money/money.ts'
import { isProblem } from '#values/problem.ts'
import type { Command, Context } from './command.ts'

export const batchesPrice: Command = actionCommand({
  action: changePrice,
  usage: 'SERIAL PRICE --reason TEXT [--accept-price]',
  example: 'GS1-1-SO-GS12285-16-2022-29930-6499-42536 0.0243 --reason "Price of May"',
  optionTexts: {
    'accept-price': 'takes a price outside of PRICE_BAND or far from one of the last 7 days',
  },
  open: withDatabase,
  input: ({ words: [serial, price], flags }: Context) => ({
    serial,
    price,
    accept_price: flags.has('accept-price'),
  }),
  words: { serial: 'SERIAL', price: 'PRICE' },
  misuses: ['invalid_price'],
  sentences: {
    price_unusual: (text) => text.replace('accept the unusual price', 'add --accept-price'),
  },
  outcome: ({ details: { change: done, changed, inPercent } }) => {
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
  },
})

export const batchesPrices: Command = {
  name: 'batches prices',
  access: readsPart('catalogue'),
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
