// Checks whether the prices of an import's rows are plausible. It locks the known batches and compares
// their prices with recent ones. The price of a new batch is compared only with the band of usual prices.

import type { Transaction } from '#platform/database/database.ts'
import type { ReadRow, RowFault } from '#providers/registries/tables/file-source.ts'
import { findRecentPrices, lockPrices } from '../offers/price-queries.ts'
import type { BatchTerms, OfferedBatch } from './batch-judgement.ts'
import type { KnownBatch } from './known-catalogue.ts'
import {
  changeText,
  checkPrice,
  type Price,
  type PriceChange,
  type PriceRules,
  priceText,
} from './price-judgement.ts'

/**
 * Locks the rows' known batches until the transaction ends, and checks each new or changed price.
 * `questions`: rows that need `--accept-price`, each with the reason. `accepted`: unusual prices that were
 * accepted. `changes`: price changes of known batches.
 */
export async function checkPrices(
  tx: Transaction,
  rows: readonly ReadRow<OfferedBatch>[],
  known: ReadonlyMap<string, KnownBatch>,
  rules: PriceRules,
  { acceptsPrices }: BatchTerms,
) {
  const ids = rows.flatMap(({ row }) => known.get(row.serialNumber)?.id ?? [])
  const [current, recent] = [await lockPrices(tx, ids), await findRecentPrices(tx, ids)]
  const faults: RowFault[] = []
  const questions: RowFault[] = []
  const accepted: PriceChange[] = []
  const changes: PriceChange[] = []
  for (const { file, line, row } of rows) {
    const id = known.get(row.serialNumber)?.id ?? ''
    const old = current.get(id) ?? null
    const next: Price = { priceMicros: row.priceMicros, currency: row.currency }
    if (old !== null && isSamePrice(old, next)) continue
    const change: PriceChange = { serialNumber: row.serialNumber, old, next }
    if (old !== null) changes.push(change)
    const check = checkPrice(next, recent.get(id) ?? [], rules)
    if (check.kind === 'usual') continue
    const fault = unusualText(change, check.reason, rules)
    if (check.kind === 'unrated') faults.push({ file, line, fault })
    else if (acceptsPrices) accepted.push(change)
    else questions.push({ file, line, fault: `${fault} (--accept-price takes it)` })
  }
  return { faults, questions, accepted, changes }
}

/** Returns `price_per_kg: SERIAL from 0.0243 GBP to 24.3 GBP (+99900.0 %): it is outside of …`. */
export function unusualText(change: PriceChange, reason: string, { rates }: PriceRules): string {
  return `price_per_kg: ${describeChange(change, changeText(change, rates))}: ${reason}`
}

/** Returns the audit trail's fields of a price change: the serial, any old price, and the new price. */
export function auditedPrice({ serialNumber, old, next }: PriceChange): string[] {
  const previous = old === null ? [] : [`old ${priceText(old)}`]
  return [serialNumber, ...previous, `new ${priceText(next)}`]
}

/** Returns `SERIAL from 0.02 GBP to 0.03 GBP (+50.0 %)`, or `SERIAL is new at 0.03 GBP`. */
export function describeChange({ serialNumber, old, next }: PriceChange, change: string | null) {
  if (old === null) return `${serialNumber} is new at ${priceText(next)}`
  const inPercent = change === null ? '' : ` (${change})`
  return `${serialNumber} from ${priceText(old)} to ${priceText(next)}${inPercent}`
}

export function isSamePrice(one: Price, other: Price): boolean {
  return one.priceMicros === other.priceMicros && one.currency === other.currency
}
