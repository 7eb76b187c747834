// Imports the provider's published rates if they are plausible; else the last good rates stay in
// use. One process asks for all processes; the operator may ask at any time.

import type { Services } from '#features/wallet/wallet-services.ts'
import { inOrder } from '#platform/database/in-order.ts'
import { statement } from '#platform/database/statement.ts'
import { openKnownGauge } from '#platform/known-gauge.ts'
import { judgeRates } from '#providers/exchange-rates/rates-judgement.ts'
import { storeRates } from '#providers/exchange-rates/store-rates.ts'
import { ratesAgeDays, ratesOldAfterDays } from '#values/money/rate-age.ts'
import { forgetRates, readRates } from './rates.ts'

/** Minutes between two requests, and after a failure. The bank publishes once a working day. */
const askedEveryMinutes = 60
const askedAgainMinutes = 5

const claimCheck = statement(
  'claim-exchange-rate-check',
  { is_only_row: 'bool' },
  `update exchange_rate_checks set next_at = now() + make_interval(mins => ${askedAgainMinutes})
   where next_at <= now() returning is_only_row`,
)
const finishCheck = statement(
  'finish-exchange-rate-check',
  {},
  `update exchange_rate_checks set next_at = now() + make_interval(mins => ${askedEveryMinutes})`,
)
// Without the lock, concurrent publications would each be compared with the rates before both.
export const lockRates = statement(
  'lock-exchange-rates',
  { today: 'date' },
  `select (now() at time zone 'UTC')::date as today from exchange_rate_checks for update`,
)

export type RatesRefresh = {
  readonly source: string
  readonly asOf: string
  /** Number of currencies that were new or differed. */
  readonly changed: number
  /** Why the rates were refused; empty where they were accepted. */
  readonly refused: readonly string[]
  /** Whether the operator may still accept the rates: they may jump, but have no other fault. */
  readonly isAcceptable: boolean
}

/**
 * Refreshes the rates. Throws where the provider does not answer or its answer is malformed.
 * `acceptJump` is the operator's confirmation.
 */
export async function refreshRates(
  { db, rates }: Pick<Services, 'db' | 'rates'>,
  acceptJump: boolean,
): Promise<RatesRefresh> {
  const published = await rates.latest()
  const { source, asOf } = published
  const outcome = await db.transaction(async (tx) => {
    const { locked, last } = await inOrder({ locked: tx.run(lockRates), last: readRates(tx) })
    const [lock] = locked
    if (lock === undefined) throw new Error('the row of exchange rate checks is gone')
    const { faults, jumps } = judgeRates(published, last.unitsPerEur, lock.today)
    const refused = [...faults, ...(acceptJump ? [] : jumps)]
    const isNewest = last.asOf === null || asOf >= last.asOf
    const changed = refused.length === 0 && isNewest ? await storeRates(tx, published) : 0
    return { changed, refused, isAcceptable: faults.length === 0 }
  })
  forgetRates(db)
  return { source, asOf, ...outcome }
}

const ratesAge = openKnownGauge({
  name: 'exchange_rates_age_days',
  help: 'Days since the publication of the exchange rates in force; more than 7 is an alarm.',
})

/**
 * Refreshes the rates when they are due, and logs refused and old rates for the operator. Returns 0:
 * the task has no more work now.
 */
export async function refreshDueRates(services: Services): Promise<number> {
  const { db, log } = services
  const claimed = await db.run(claimCheck)
  if (claimed.length > 0) {
    try {
      const { refused } = await refreshRates(services, false)
      if (refused.length > 0) log.error('exchange rates refused', { count: refused.length })
      else await db.run(finishCheck)
    } catch (error) {
      log.warn('exchange rates not refreshed', { error })
    }
  }
  await watchAge(services, claimed.length > 0)
  return 0
}

async function watchAge({ db, clock, log, settings }: Services, mayTell: boolean): Promise<void> {
  const { asOf } = await readRates(db)
  const days = asOf === null ? Number.POSITIVE_INFINITY : ratesAgeDays(asOf, clock())
  ratesAge.set(days)
  // A demonstration's rates are of one fixed day, which the screen shows.
  const matters = settings.production || settings.rates.kind !== 'bundled'
  if (mayTell && matters && days > ratesOldAfterDays) {
    log.error('exchange rates are old', { count: days })
  }
}
