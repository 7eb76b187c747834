// Declares the SQL that locks codes, counts attempts at them and consumes them. The limits are in
// code-limits.ts.
import type { Db, Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import type { Write } from '#platform/database/write.ts'
import { codeTriesMax } from '#values/text/one-time-code.ts'
import { blockedWaitSeconds, failureWaits } from './code-limits.ts'

/**
 * SQL of the end of the wait that callers see while the operator blocks the phone number, otherwise null. A
 * new wait begins whenever one ends.
 */
export const sqlBlockedUntil = `case when a.blocked_at is not null then now() + make_interval(secs =>
  (${blockedWaitSeconds} - mod(extract(epoch from now() - a.blocked_at), ${blockedWaitSeconds}))::float8) end`
/** SQL condition: the code has not expired and has attempts left. It ignores limits of its phone number. */
export const sqlIsLive = `a.challenge_expires_at > now() and a.tries < ${codeTriesMax}`
const mustWait = `(a.blocked_until > now() or a.blocked_at is not null
       or (a.tries >= ${codeTriesMax} and a.challenge_expires_at > now()))`
const attemptWait = `greatest(1, ceil(extract(epoch from greatest(
       case when a.tries >= ${codeTriesMax} then a.resend_at end, a.blocked_until, ${sqlBlockedUntil})
       - now())))::int4`
const findAttemptWait = statement(
  'wait-for-try',
  { wait_seconds: 'int4' },
  `select ${attemptWait} as wait_seconds from sign_in_attempts a where a.number_hash = $1 and ${mustWait}`,
)

/** Locks the codes of phone numbers and reads the limits of their attempts under the lock. */
const lockAttempts = statement(
  'lock-attempts',
  {
    number_hash: 'text',
    challenge: 'uuid',
    is_good: 'bool',
    has_attempt: 'bool',
    wait_seconds: 'int4?',
  },
  `select a.number_hash, a.challenge,
     a.challenge_expires_at > now() and a.blocked_at is null as is_good,
     ${sqlIsLive} and (a.blocked_until is null or a.blocked_until <= now())
       and a.blocked_at is null as has_attempt,
     case when ${mustWait} then ${attemptWait} end as wait_seconds
   from sign_in_attempts a where a.number_hash = any($1::text[]) order by a.number_hash for update`,
)

export type CountedAttempt = { readonly number: string; readonly isFailure: boolean }
const countedAttempt = unnestRows<CountedAttempt>({
  number_hash: ['text', ({ number }) => number],
  is_failure: ['bool', ({ isFailure }) => isFailure],
})
/**
 * Counts attempts. A failure that reaches a number of `failureWaits` blocks the phone number for its minutes;
 * above the largest number, each failure does.
 */
const countTries = statement(
  'count-tries',
  {},
  `update sign_in_attempts as a set tries = a.tries + 1,
     failures_in_a_row = a.failures_in_a_row + given.is_failure::int,
     blocked_until = case
       when not given.is_failure then a.blocked_until
       ${failureWaits
         .map(({ failures, minutes }, index) => {
           const reached =
             index === 0
               ? `a.failures_in_a_row + 1 >= ${failures}`
               : `a.failures_in_a_row + 1 = ${failures}`
           return `when ${reached} then now() + make_interval(mins => ${minutes})`
         })
         .join('\n       ')}
       else a.blocked_until end
   from ${countedAttempt.rows} where a.number_hash = given.number_hash`,
)

export type UsedCode = { readonly number: string; readonly challenge: string }
const usedCode = unnestRows<UsedCode>({
  number_hash: ['text', ({ number }) => number],
  challenge: ['uuid', ({ challenge }) => challenge],
})
/**
 * Consumes a code: replaces its challenge by a new one, which is never sent. An expiry alone is not enough: a
 * transaction that began earlier and waited for the row's lock would still find the code valid.
 */
const consumeChallenges = statement(
  'consume-challenges',
  { number_hash: 'text' },
  `update sign_in_attempts a set challenge = gen_random_uuid(), challenge_expires_at = now(),
     failures_in_a_row = 0, blocked_until = null, resend_at = now(), resend_step = 0
   from ${usedCode.rows}
   where a.number_hash = given.number_hash and a.challenge = given.challenge
     and a.challenge_expires_at > now() and a.blocked_at is null
   returning a.number_hash`,
)

/** The code of a phone number, with the state of its limits. */
export type LockedCode = {
  readonly challenge: string
  /** True if the code is neither expired nor blocked by the operator, so that a known browser may try it. */
  readonly isGood: boolean
  /** True if the code has an attempt left and the phone number is not blocked. */
  readonly hasAttempt: boolean
  /** Seconds until the phone number's next attempt after too many; null without a wait. */
  readonly waitSeconds: number | null
}

/** Locks codes until the transaction ends. Returns them by phone hash, if the phone number has one. */
export async function lockCodesBatch(
  tx: Transaction,
  numberHashes: readonly string[],
): Promise<ReadonlyMap<string, LockedCode>> {
  const rows = await tx.run(lockAttempts, [numberHashes])
  return new Map(
    rows.map((row) => [
      row.number_hash,
      {
        challenge: row.challenge,
        isGood: row.is_good,
        hasAttempt: row.has_attempt,
        waitSeconds: row.wait_seconds,
      },
    ]),
  )
}

/** Returns the seconds until the phone number's next attempt after too many; null without a wait. */
export async function findTryWait(db: Db, numberHash: string): Promise<number | null> {
  const [row] = await db.run(findAttemptWait, [numberHash])
  return row?.wait_seconds ?? null
}

/**
 * Returns the writes that count attempts at locked codes, and consecutive failures of their phone numbers.
 */
export function attemptWritesBatch(tries: readonly CountedAttempt[]): Write[] {
  return countedAttempt.writes(countTries, tries)
}

/** Consumes codes. Returns the phone hashes whose code no other call had consumed. */
export async function writeConsumedBatch(
  tx: Transaction,
  codes: readonly UsedCode[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.run(consumeChallenges, usedCode.values(codes))
  return new Set(rows.map((row) => row.number_hash))
}
