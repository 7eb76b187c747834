// Imports the exchange rates of one or many days from a file, all or none. The file's rates replace
// stored rates of the same day and currency.

import type { Database, Db } from '#platform/database/database.ts'
import { inOrder } from '#platform/database/in-order.ts'
import { statement } from '#platform/database/statement.ts'
import type { DailyRates } from '#providers/exchange-rates/exchange-rates.ts'
import { validateDays } from '#providers/exchange-rates/rates-judgement.ts'
import { storeRates } from '#providers/exchange-rates/store-rates.ts'
import { forgetRates, readRates } from './rates.ts'
import { type AuditRates, lockRates, noAuditOfRates } from './refresh-rates.ts'

const knownRates = statement(
  'known-rates-of-days',
  { as_of: 'date', currency: 'bpchar', units_per_eur: 'numeric' },
  `select as_of, currency, units_per_eur from exchange_rates
   where as_of between $1::date and $2::date
   union all (select distinct on (currency) as_of, currency, units_per_eur from exchange_rates
     where as_of < $1::date order by currency, as_of desc)`,
)

/**
 * Imports rates of at least one day. `acceptJump` is the operator's confirmation that a jump of a rate
 * is right. Locks the rates until the commit, and empties this process's cache. `audit` runs in the transaction if
 * a rate was stored.
 */
export async function importRates(
  db: Database,
  published: readonly DailyRates[],
  acceptJump: boolean,
  audit: AuditRates = noAuditOfRates,
) {
  const days = published.map(({ asOf }) => asOf).sort()
  const [from = '', to = ''] = [days[0], days.at(-1)]
  const outcome = await db.transaction(async (tx) => {
    const { locked, known } = await inOrder({
      locked: tx.run(lockRates),
      known: readStoredRates(tx, from, to),
    })
    const [lock] = locked
    if (lock === undefined) throw new Error('the row of exchange rate checks is gone')
    const before = await readRates(tx)
    const checks = validateDays(published, known, lock.today, acceptJump)
    const { faults, jumps, skipped, accepted } = checks
    const refused = [...faults, ...jumps]
    let changed = 0
    if (refused.length === 0) {
      for (const day of accepted) changed += await storeRates(tx, day)
    }
    const after = await readRates(tx)
    if (changed > 0) await audit(tx, { changed, skipped, before, after })
    // Acceptable: the rates have no fault but a jump, which the operator can confirm.
    const isAcceptable = faults.length === 0
    return { changed, inForce: after.asOf, refused, skipped, isAcceptable, before, after }
  })
  forgetRates(db)
  return { days: days.length, from, to, ...outcome }
}

/**
 * Returns stored rates by day and currency: all rates of the days `from` to `to`, and the last earlier rate
 * of each currency.
 */
async function readStoredRates(db: Db, from: string, to: string) {
  const days = new Map<string, Map<string, string>>()
  for (const { as_of, currency, units_per_eur } of await db.run(knownRates, [from, to])) {
    const day = days.get(as_of) ?? new Map([['EUR', '1']])
    days.set(as_of, day.set(currency, units_per_eur))
  }
  return days
}
