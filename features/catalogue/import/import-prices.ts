// Checks whether the prices of an import's rows are plausible. It locks the known batches and compares
// their prices with recent ones. The price of a new batch is compared only with the band of usual prices.

import type { Transaction } from '#platform/database/database.ts'
import type { ReadRow, RowFault } from '#providers/registries/tables/file-source.ts'
import { findLatePrices, lockPrices } from '../offers/price-queries.ts'
import type { BatchTerms, OfferedBatch } from './batch-judgement.ts'
import type { KnownBatch } from './known-catalogue.ts'
import {
  changeText,
  judgePrice,
  type Price,
  type PriceChange,
  type PriceRules,
  priceText,
} from './price-judgement.ts'

export type JudgedPrices = {
  readonly faults: readonly RowFault[]
  /** Rows that need `--accept-price`, each with the reason. Empty with that option. */
  readonly questions: readonly RowFault[]
  /** Unusual prices that were accepted. */
  readonly accepted: readonly PriceChange[]
  /** Price changes of known batches. */
  readonly changes: readonly PriceChange[]
}

export async function judgePrices(
  tx: Transaction,
  rows: readonly ReadRow<OfferedBatch>[],
  known: ReadonlyMap<string, KnownBatch>,
  rules: PriceRules,
  { acceptsPrices }: BatchTerms,
): Promise<JudgedPrices> {
  const ids = rows.flatMap(({ row }) => known.get(row.serialNumber)?.id ?? [])
  const [current, recent] = [await lockPrices(tx, ids), await findLatePrices(tx, ids)]
  const faults: RowFault[] = []
  const questions: RowFault[] = []
  const accepted: PriceChange[] = []
  const changes: PriceChange[] = []
  for (const { file, line, row } of rows) {
    const id = known.get(row.serialNumber)?.id ?? ''
    const old = current.get(id) ?? null
    const next: Price = { priceMicros: row.priceMicros, currency: row.currency }
    if (old !== null && isSame(old, next)) continue
    const change: PriceChange = { serialNumber: row.serialNumber, old, next }
    if (old !== null) changes.push(change)
    const verdict = judgePrice(next, recent.get(id) ?? [], rules)
    if (verdict.kind === 'usual') continue
    const fault = unusualText(change, verdict.says, rules)
    if (verdict.kind === 'unrated') faults.push({ file, line, fault })
    else if (acceptsPrices) accepted.push(change)
    else questions.push({ file, line, fault: `${fault} (--accept-price takes it)` })
  }
  return { faults, questions, accepted, changes }
}

/** Returns `price_per_kg: SERIAL from 0.0243 GBP to 24.3 GBP (+99900.0 %): it is outside of …`. */
export function unusualText(change: PriceChange, says: string, { rates }: PriceRules): string {
  return `price_per_kg: ${describeChange(change, changeText(change, rates))}: ${says}`
}

/** Returns the audit trail's fields of a price change: the serial, the old price if any, and the new one. */
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

export function isSame(one: Price, other: Price): boolean {
  return one.priceMicros === other.priceMicros && one.currency === other.currency
}
