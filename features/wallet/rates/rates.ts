// Reads the exchange rates in force, which are the rates of the last published day. Caches them briefly. A
// purchase within one currency needs no rate.
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { crossRate } from '#values/money/money.ts'

export type Rates = {
  /** The day of publication, such as `2026-04-13`. Null if no rates are stored. */
  readonly asOf: string | null
  readonly source: string
  readonly unitsPerEur: ReadonlyMap<string, string>
}

/**
 * Lifetime of a cached value, in milliseconds. Rates that another process wrote must be in force here
 * within one second, so half of that second is left for the query.
 */
const cacheLifeMs = 500

const latestRates = statement(
  'latest-rates',
  { as_of: 'date', currency: 'bpchar', units_per_eur: 'numeric', source: 'text' },
  `select as_of, currency, units_per_eur, source from exchange_rates
   where as_of = (select max(as_of) from exchange_rates)`,
)

const cache = new WeakMap<Db, { readonly rates: Promise<Rates>; readonly untilMs: number }>()

/** Returns the rates in force, from the cache or the database. */
export function currentRates(db: Db): Promise<Rates> {
  const cached = cache.get(db)
  if (cached !== undefined && performance.now() < cached.untilMs) return cached.rates
  const rates = readRates(db)
  cache.set(db, { rates, untilMs: performance.now() + cacheLifeMs })
  rates.catch(() => cache.delete(db))
  return rates
}

/** Reads the rates in force from the database. */
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

/** Empties the cache, so that this process sees its own change immediately. */
export function forgetRates(db: Db): void {
  cache.delete(db)
}

/**
 * Returns the rate between two currencies as decimal text of 10 significant digits. It is `1` within
 * one currency, and null if either currency has no rate.
 */
export function rateBetween({ unitsPerEur }: Rates, from: string, to: string): string | null {
  if (from === to) return '1'
  const fromUnits = unitsPerEur.get(from)
  const toUnits = unitsPerEur.get(to)
  return fromUnits === undefined || toUnits === undefined ? null : crossRate(fromUnits, toUnits)
}
