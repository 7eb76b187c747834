// Decides which credits a programme may give. Its funds and line must suffice, and its limits count
// the credits of the last 24 hours, per user and in all.

import { rateBetween, readRates } from '#features/wallet/rates/rates.ts'
import { moneyAccounts } from '#ledger/accounts.ts'
import { lockBalance } from '#ledger/locks.ts'
import type { Transaction } from '#platform/database/database.ts'
import { inOrder } from '#platform/database/in-order.ts'
import { statement } from '#platform/database/statement.ts'
import { convertMinorUp, minorText } from '#values/money/money.ts'
import { type Problem, problem } from '#values/problem.ts'
import type { CountedCredit, CreditRecord } from './credit-queries.ts'

export type GivingProblem =
  | 'programme_closed'
  | 'programme_empty'
  | 'programme_limit'
  | 'rate_unknown'

/** Skips an open programme without limits, so that its concurrent credits do not wait for this lock. */
const lockLimitsRow = statement(
  'lock-programme-limits',
  {
    currency: 'bpchar',
    person_limit_minor: 'int8?',
    day_limit_minor: 'int8?',
    is_closed: 'bool',
  },
  `select currency, person_limit_minor, day_limit_minor, closed_at is not null as is_closed
   from programmes
   where id = $1 and (closed_at is not null or person_limit_minor is not null
     or day_limit_minor is not null)
   for no key update`,
)
/**
 * SQL of the sum of programme `g`'s credits in the 24 hours before `at`: the stored sum of its window
 * less the credits that left the window since. `at` is never before the window's end.
 */
export const sqlDayMinor = (at: string) =>
  `(g.window_minor - coalesce((select sum(c.counted_minor) from wallet_credits c
     where c.programme_id = g.id and c.counted_minor is not null
       and c.created_at > g.window_from and c.created_at <= ${at} - interval '24 hours'), 0))::int8`
/**
 * Runs as a second statement after the lock, so that it sees the commits of concurrent calls. `at` is
 * never below that of an earlier call. It is truncated to milliseconds, the precision of a JavaScript date.
 */
const readWindowRow = statement(
  'read-programme-window',
  { at: 'timestamptz', day_minor: 'int8', person_minor: 'int8' },
  `select t.at, ${sqlDayMinor('t.at')} as day_minor,
     coalesce((select sum(c.counted_minor) from wallet_credits c
       where c.programme_id = g.id and c.passport_id = $2 and c.counted_minor is not null
         and c.created_at > t.at - interval '24 hours'), 0)::int8 as person_minor
   from programmes g cross join lateral (select greatest(
     date_trunc('milliseconds', coalesce($3::timestamptz, clock_timestamp())),
     g.window_from + interval '24 hours') as at) t
   where g.id = $1`,
)
const moveWindow = statement(
  'move-programme-window',
  {},
  `update programmes set window_from = $2::timestamptz - interval '24 hours', window_minor = $3
   where id = $1`,
)

/** The sum of the credits in the 24 hours up to `at`, in minor units of the programme's currency. */
type Window = { readonly at: Date; readonly dayMinor: number }

type Limits = Window & {
  readonly currency: string
  readonly personLimitMinor: number | null
  readonly dayLimitMinor: number | null
  /** The sum of the user's credits in the same 24 hours. */
  readonly personMinor: number
}

type Decision = {
  readonly accepted: readonly CountedCredit[]
  readonly refused: readonly Problem<GivingProblem>[]
  /** Null if the programme has no limits. */
  readonly window: Window | null
}

type LimitScope = { readonly passportId: string | null; readonly at: Date | null }

/**
 * Locks the programme and its balance, and chooses the credits that it may give. All credits are
 * from one programme in one currency, at most one per passport. `passportId` is the passport that may
 * have earlier credits; null if all passports are new.
 */
export async function lockAndChooseCredits(
  tx: Transaction,
  credits: readonly CreditRecord[],
  { passportId, at }: LimitScope,
): Promise<Decision> {
  const [first] = credits
  if (first === undefined) return { accepted: [], refused: [], window: null }
  const { programmeId, currency } = first
  const { rows, leftMinor } = await inOrder({
    rows: tx.run(lockLimitsRow, [programmeId]),
    leftMinor: lockBalance(tx, moneyAccounts.programme(programmeId), currency),
  })
  const [row] = rows
  if (row === undefined) return chooseCredits(credits, leftMinor, null, '1')
  if (row.is_closed) return refuseAll(credits, problem('programme_closed'))
  const [window] = await tx.run(readWindowRow, [programmeId, passportId, at])
  if (window === undefined) throw new Error(`the programme ${programmeId} is gone`)
  const isForeign = currency !== row.currency
  const rate = isForeign ? rateBetween(await readRates(tx), currency, row.currency) : '1'
  if (rate === null) return refuseAll(credits, problem('rate_unknown'))
  const limits = {
    currency: row.currency,
    personLimitMinor: row.person_limit_minor,
    dayLimitMinor: row.day_limit_minor,
    at: window.at,
    dayMinor: window.day_minor,
    personMinor: window.person_minor,
  }
  return chooseCredits(credits, leftMinor, limits, rate)
}

/** Writes the window with the accepted credits. The caller holds the locks of `lockAndChooseCredits`. */
export async function writeWindow(
  tx: Transaction,
  programmeId: string,
  window: Window | null,
): Promise<void> {
  if (window !== null) await tx.run(moveWindow, [programmeId, window.at, window.dayMinor])
}

function refuseAll(credits: readonly CreditRecord[], reason: Problem<GivingProblem>): Decision {
  return { accepted: [], refused: credits.map(() => reason), window: null }
}

/**
 * Accepts credits in their order while funds and limits allow. `leftMinor` is the programme's money in
 * their currency. `rate` converts their currency to that of the limits.
 */
export function chooseCredits(
  credits: readonly CreditRecord[],
  leftMinor: number,
  limits: Limits | null,
  rate: string,
): Decision {
  const accepted: CountedCredit[] = []
  const refused: Problem<GivingProblem>[] = []
  let remainingMinor = leftMinor
  let dayMinor = limits?.dayMinor ?? 0
  for (const credit of credits) {
    const { amountMinor } = credit
    const countedMinor = limits === null ? null : convertMinorUp(amountMinor, rate)
    const limitProblem =
      limits === null ? null : findLimitProblem({ ...limits, dayMinor }, countedMinor ?? 0)
    if (remainingMinor < amountMinor) refused.push(problem('programme_empty'))
    else if (limitProblem !== null) refused.push(limitProblem)
    else {
      remainingMinor -= amountMinor
      dayMinor += countedMinor ?? 0
      accepted.push({ ...credit, countedMinor, createdAt: limits?.at ?? null })
    }
  }
  return { accepted, refused, window: limits === null ? null : { at: limits.at, dayMinor } }
}

function findLimitProblem(
  { currency, personLimitMinor, personMinor, dayLimitMinor, dayMinor }: Limits,
  countedMinor: number,
): Problem<'programme_limit'> | null {
  const limitProblem = (receiver: string, limit: number) =>
    problem('programme_limit', {
      text: `The programme gives ${receiver} at most ${minorText(limit)} ${currency} in 24 hours.`,
    })
  if (personLimitMinor !== null && personMinor + countedMinor > personLimitMinor) {
    return limitProblem('a person', personLimitMinor)
  }
  if (dayLimitMinor !== null && dayMinor + countedMinor > dayLimitMinor) {
    return limitProblem('all people together', dayLimitMinor)
  }
  return null
}
