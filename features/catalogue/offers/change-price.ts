// Changes the price of one batch. Reservations keep their price. A later purchase at the old price is
// refused, because the quote has changed.

import { readRates } from '#features/wallet/rates/rates.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { getOrThrow } from '#values/get-or-throw.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { isSamePrice, unusualText } from '../import/import-prices.ts'
import {
  changeText,
  checkPrice,
  type Price,
  type PriceBand,
  type PriceChange,
} from '../import/price-judgement.ts'
import { findOffer } from './find-offer.ts'
import { findRecentPrices, lockPrices, writePrice } from './price-queries.ts'

export type PriceRequest = {
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
  request: PriceRequest,
): Promise<
  ChangedPrice | Problem<'batch_not_found' | 'several_batches' | 'no_rate' | 'price_unusual'>
> {
  const batch = await findOffer(db, request.serial)
  if (isProblem(batch)) return batch
  return db.transaction(async (tx) => {
    const old = getOrThrow(await lockPrices(tx, [batch.id]), batch.id, 'a batch was lost')
    const next: Price = { priceMicros: request.priceMicros, currency: old.currency }
    const change = { serialNumber: batch.serial_number, old, next }
    if (isSamePrice(old, next)) return { change, inPercent: null, changed: false }
    const rules = { band: request.band, rates: await readRates(tx) }
    const recent = await findRecentPrices(tx, [batch.id])
    const check = checkPrice(next, recent.get(batch.id) ?? [], rules)
    if (check.kind === 'unrated') return problem('no_rate', { text: check.reason })
    if (check.kind === 'unusual' && !request.acceptsPrice) {
      const text = `${unusualText(change, check.reason, rules)}. If that is right, add --accept-price.`
      return problem('price_unusual', { text })
    }
    await writePrice(tx, batch.id, next.priceMicros, { by: request.by, source: 'batches price' })
    await request.audit(tx, change)
    return { change, inPercent: changeText(change, rules.rates), changed: true }
  })
}
