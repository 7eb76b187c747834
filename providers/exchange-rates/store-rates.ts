// Writes published rates into the database, where every process reads them. A day's rates replace
// themselves only; no other day is touched.

import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { bundledRates } from '#providers/exchange-rates/bundled-rates.ts'
import type { DailyRates } from '#providers/exchange-rates/exchange-rates.ts'

const upsertRates = statement(
  'upsert-exchange-rates',
  { currency: 'bpchar' },
  `insert into exchange_rates (as_of, currency, units_per_eur, source)
   select $1::date, currency, units_per_eur, $2
   from unnest($3::text[], $4::numeric[]) as given (currency, units_per_eur)
   on conflict (as_of, currency) do update
     set units_per_eur = excluded.units_per_eur, source = excluded.source
     where (exchange_rates.units_per_eur, exchange_rates.source)
       is distinct from (excluded.units_per_eur, excluded.source)
   returning currency`,
)

/** Answers how many currencies were new or differed. */
export async function storeRates(db: Db, rates: DailyRates): Promise<number> {
  const { asOf, source, unitsPerEur } = rates
  const rows = await db.run(upsertRates, [
    asOf,
    source,
    Object.keys(unitsPerEur),
    Object.values(unitsPerEur),
  ])
  return rows.length
}

export function loadBundledRates(db: Db): Promise<number> {
  return storeRates(db, bundledRates)
}
