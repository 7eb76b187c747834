// Writes published rates into the database, where every process reads them. Rates replace those of the
// same day only.

import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import { bundledRates } from '#providers/exchange-rates/bundled-rates.ts'
import type { DailyRates } from '#providers/exchange-rates/exchange-rates.ts'

type PublishedRate = readonly [currency: string, unitsPerEur: string]
const rateRow = unnestRows<PublishedRate>({
  currency: ['text', ([currency]) => currency],
  units_per_eur: ['numeric', ([, unitsPerEur]) => unitsPerEur],
})
const upsertRates = statement(
  'upsert-exchange-rates',
  { currency: 'bpchar' },
  `insert into exchange_rates (as_of, currency, units_per_eur, source)
   select $3::date, currency, units_per_eur, $4 from ${rateRow.rows}
   on conflict (as_of, currency) do update
     set units_per_eur = excluded.units_per_eur, source = excluded.source
     where (exchange_rates.units_per_eur, exchange_rates.source)
       is distinct from (excluded.units_per_eur, excluded.source)
   returning currency`,
)

/** Stores the rates. Returns the number of currencies that were new or changed. */
export async function storeRates(db: Db, rates: DailyRates): Promise<number> {
  const { asOf, source, unitsPerEur } = rates
  const rows = await db.run(upsertRates, [
    ...rateRow.values(Object.entries(unitsPerEur)),
    asOf,
    source,
  ])
  return rows.length
}

export function loadBundledRates(db: Db): Promise<number> {
  return storeRates(db, bundledRates)
}
