// Reads the exchange rates in force: the last published day, from the database, cached briefly. A
// missing rate never stops a purchase in one currency.
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { crossRate } from '#values/money/money.ts'

export type Rates = {
  /** The day of publication, `2026-04-13`, or null while none are known. */
  readonly asOf: string | null
  readonly source: string
  readonly unitsPerEur: ReadonlyMap<string, string>
}

/**
 * Milliseconds. Rates of another process are in force here within a second; half of it leaves time
 * for the transfer.
 */
const keptForMs = 500

const latestRates = statement(
  'latest-rates',
  { as_of: 'date', currency: 'bpchar', units_per_eur: 'numeric', source: 'text' },
  `select as_of, currency, units_per_eur, source from exchange_rates
   where as_of = (select max(as_of) from exchange_rates)`,
)

const kept = new WeakMap<Db, { readonly rates: Promise<Rates>; readonly untilMs: number }>()

export function currentRates(db: Db): Promise<Rates> {
  const known = kept.get(db)
  if (known !== undefined && performance.now() < known.untilMs) return known.rates
  const rates = readRates(db)
  kept.set(db, { rates, untilMs: performance.now() + keptForMs })
  rates.catch(() => kept.delete(db))
  return rates
}

/** Reads the rates in force, without the cache. */
export async function readRates(db: Db): Promise<Rates> {
  const rows = await db.run(latestRates)
  return {
    asOf: rows[0]?.as_of ?? null,
    source: rows[0]?.source ?? 'none',
    unitsPerEur: new Map([
      ['EUR', '1'],
      ...rows.map((r) => [r.currency, r.units_per_eur] as const),
    ]),
  }
}

/** Empties the cache, so that this process reads its own change at once. */
export function forgetRates(db: Db): void {
  kept.delete(db)
}

/**
 * Returns decimal text of 10 significant digits; `1` within a currency; null where it is unknown.
 */
export function rateBetween({ unitsPerEur }: Rates, from: string, to: string): string | null {
  if (from === to) return '1'
  const fromUnits = unitsPerEur.get(from)
  const toUnits = unitsPerEur.get(to)
  return fromUnits === undefined || toUnits === undefined ? null : crossRate(fromUnits, toUnits)
}
