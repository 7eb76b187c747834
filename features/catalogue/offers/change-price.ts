// Changes the price of one batch. Reservations keep their price; a purchase with the old price is
// refused as a changed quote.

import { readRates } from '#features/wallet/rates/rates.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { getOrThrow } from '#values/get-or-throw.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { isSame, unusualText } from '../import/import-prices.ts'
import {
  changeText,
  judgePrice,
  type Price,
  type PriceBand,
  type PriceChange,
} from '../import/price-judgement.ts'
import { findOffer } from './find-offer.ts'
import { findLatePrices, lockPrices, writePrice } from './price-queries.ts'

export type PriceOrder = {
  readonly serial: string
  readonly priceMicros: number
  readonly band: PriceBand
  readonly acceptsPrice: boolean
  readonly by: string
  /** Writes to the audit trail, in the transaction of the change. */
  readonly audit: (tx: Transaction, change: PriceChange) => Promise<void>
}

export type ChangedPrice = {
  readonly change: PriceChange
  readonly inPercent: string | null
  readonly changed: boolean
}

/**
 * Locks the batch and changes its price, in its own currency. Problems, each with a `text`:
 * `batch_not_found`, `several_batches`, `no_rate`, and `price_unusual` unless `acceptsPrice`. A
 * concurrent change waits for the lock and is compared with the new price.
 */
export async function changePrice(
  db: Database,
  order: PriceOrder,
): Promise<
  ChangedPrice | Problem<'batch_not_found' | 'several_batches' | 'no_rate' | 'price_unusual'>
> {
  const batch = await findOffer(db, order.serial)
  if (isProblem(batch)) return batch
  return db.transaction(async (tx) => {
    const old = getOrThrow(await lockPrices(tx, [batch.id]), batch.id, 'a batch was lost')
    const next: Price = { priceMicros: order.priceMicros, currency: old.currency }
    const change = { serialNumber: batch.serial_number, old, next }
    if (isSame(old, next)) return { change, inPercent: null, changed: false }
    const rules = { band: order.band, rates: await readRates(tx) }
    const recent = await findLatePrices(tx, [batch.id])
    const verdict = judgePrice(next, recent.get(batch.id) ?? [], rules)
    if (verdict.kind === 'unrated') return problem('no_rate', { text: verdict.says })
    if (verdict.kind === 'unusual' && !order.acceptsPrice) {
      const text = `${unusualText(change, verdict.says, rules)}. If that is right, add --accept-price.`
      return problem('price_unusual', { text })
    }
    await writePrice(tx, batch.id, next.priceMicros, { by: order.by, source: 'batches price' })
    await order.audit(tx, change)
    return { change, inPercent: changeText(change, rules.rates), changed: true }
  })
}
