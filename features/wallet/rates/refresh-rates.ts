// Imports the provider's published rates if they are plausible; otherwise the previous rates stay in
// force. One process requests them for all processes. The operator may request them at any time.
import type { Services } from '#features/wallet/wallet-services.ts'
import type { Transaction } from '#platform/database/database.ts'
import { inOrder } from '#platform/database/in-order.ts'
import { statement } from '#platform/database/statement.ts'
import { openKnownGauge } from '#platform/metrics.ts'
import { validateRates } from '#providers/exchange-rates/rates-judgement.ts'
import { storeRates } from '#providers/exchange-rates/store-rates.ts'
import { ratesAgeDays, ratesOldAfterDays } from '#values/money/rate-age.ts'
import { forgetRates, type Rates, readRates } from './rates.ts'

/** Minutes to the next request after a success. The bank publishes once a workday. */
const requestEveryMinutes = 60
/** Minutes to the next request after a failure. */
const retryAfterMinutes = 5

const claimCheck = statement(
  'claim-exchange-rate-check',
  { is_only_row: 'bool' },
  `update exchange_rate_checks set next_at = now() + make_interval(mins => ${retryAfterMinutes})
   where next_at <= now() returning is_only_row`,
)
const finishCheck = statement(
  'finish-exchange-rate-check',
  {},
  `update exchange_rate_checks set next_at = now() + make_interval(mins => ${requestEveryMinutes})`,
)
// Serialises imports. Without this lock, two concurrent imports would both be compared with the older rates.
export const lockRates = statement(
  'lock-exchange-rates',
  { today: 'date' },
  `select (now() at time zone 'UTC')::date as today from exchange_rate_checks for update`,
)

/** Reads the last stored rate of each currency, because the last day may lack some currencies. */
const lastRates = statement(
  'last-rates-by-currency',
  { as_of: 'date', currency: 'bpchar', units_per_eur: 'numeric' },
  `select distinct on (currency) as_of, currency, units_per_eur from exchange_rates
   order by currency, as_of desc`,
)

/** The result of an import: the number of stored rates, and the rates in force before and after. */
export type TakenRates = {
  readonly changed: number
  readonly skipped: readonly string[]
  readonly before: Rates
  readonly after: Rates
}
/** Writes to the audit trail, in the transaction of the rates. */
export type AuditRates = (tx: Transaction, taken: TakenRates) => Promise<void>
export const noAuditOfRates: AuditRates = async () => undefined

/**
 * Requests the provider's rates, and stores them if they are plausible and not older than the stored
 * rates. Throws if the provider fails or its reply is malformed. `acceptJump` is the operator's
 * confirmation that a jump of a rate is right.
 */
export async function refreshRates(
  { db, rates }: Pick<Services, 'db' | 'rates'>,
  acceptJump: boolean,
  audit: AuditRates = noAuditOfRates,
) {
  const published = await rates.latest()
  const { source, asOf } = published
  const outcome = await db.transaction(async (tx) => {
    const { locked, last } = await inOrder({ locked: tx.run(lockRates), last: tx.run(lastRates) })
    const [lock] = locked
    if (lock === undefined) throw new Error('the row of exchange rate checks is gone')
    const known = new Map(last.map(({ currency, units_per_eur }) => [currency, units_per_eur]))
    const { faults, jumps, skipped, accepted } = validateRates(
      published,
      (currency) => [known.get(currency)],
      lock.today,
      acceptJump,
    )
    const refused = [...faults, ...jumps]
    const isNewest = last.every(({ as_of }) => asOf >= as_of)
    const before = await readRates(tx)
    const changed = refused.length === 0 && isNewest ? await storeRates(tx, accepted) : 0
    const after = await readRates(tx)
    if (changed > 0) await audit(tx, { changed, skipped, before, after })
    // Acceptable: the rates have no fault but a jump, which the operator can confirm.
    return { changed, refused, skipped, isAcceptable: faults.length === 0, before, after }
  })
  forgetRates(db)
  return { source, asOf, ...outcome }
}

const ratesAge = openKnownGauge({
  name: 'exchange_rates_age_days',
  help: 'Days since the publication of the exchange rates in force; more than 7 is an alarm.',
})

/**
 * Refreshes the rates if a request is due, and logs refused and old rates. Returns 0, so that no
 * further round follows immediately.
 */
export async function refreshDueRates(services: Services): Promise<number> {
  const { db, log } = services
  const claimed = await db.run(claimCheck)
  if (claimed.length > 0) {
    try {
      const { refused, skipped } = await refreshRates(services, false)
      if (skipped.length > 0) log.warn('exchange rates skipped', { count: skipped.length })
      if (refused.length > 0) log.error('exchange rates refused', { count: refused.length })
      else await db.run(finishCheck)
    } catch (error) {
      log.warn('exchange rates not refreshed', { error })
    }
  }
  await watchAge(services, claimed.length > 0)
  return 0
}

/** Sets the metric of the rates' age. If `mayLog`, logs an error for rates that are too old. */
async function watchAge({ db, clock, log, settings }: Services, mayLog: boolean): Promise<void> {
  const { asOf } = await readRates(db)
  const days = asOf === null ? Number.POSITIVE_INFINITY : ratesAgeDays(asOf, clock())
  ratesAge.set(days)
  // A demonstration has bundled rates of one fixed day, which the screen shows.
  const areRefreshed = settings.production || settings.rates.kind !== 'bundled'
  if (mayLog && areRefreshed && days > ratesOldAfterDays) {
    log.error('exchange rates are old', { count: days })
  }
}
