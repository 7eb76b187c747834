// Blocks and unblocks a phone number for the operator, and resets its limits. To callers, a block looks like
// any other limit. `numberHash` is the phone hash.
import { writeOtherSessionEnds } from '#features/people/session-queries.ts'
import { stopPlansOf } from '#features/plans/stop-plans.ts'
import { holdGiftsOf, releaseGiftsOf } from '#features/purchases/complete/delivery-queries.ts'
import type { Db, Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { clearWindows } from '#platform/http/limits/rate-limits.ts'

const block = statement(
  'block-number',
  {},
  `insert into sign_in_attempts as a (number_hash, challenge_expires_at, blocked_at)
   values ($1, now(), now())
   on conflict (number_hash) do update set blocked_at = coalesce(a.blocked_at, now()),
     challenge = gen_random_uuid(), challenge_expires_at = now()`,
)

const unblock = statement(
  'unblock-number',
  { number_hash: 'text' },
  `update sign_in_attempts set blocked_at = null
   where number_hash = $1 and blocked_at is not null returning number_hash`,
).found<[numberHash: string], Transaction>()

/**
 * Unblocks a phone number, and lets the gifts arrive that its passport's block held back. Returns false if it was not
 * blocked.
 */
export async function unblockNumber(
  tx: Transaction,
  numberHash: string,
  passportId: string | null,
): Promise<boolean> {
  const isEnded = await unblock(tx, numberHash)
  if (isEnded && passportId !== null) await releaseGiftsOf(tx, passportId)
  return isEnded
}

const selectBlock = statement(
  'block-of-number',
  { blocked_at: 'timestamptz' },
  'select blocked_at from sign_in_attempts where number_hash = $1 and blocked_at is not null',
)

/** Resets limits. Replaces the challenge, because the reset would otherwise give its code new attempts. */
const clearAttempts = statement(
  'clear-attempts-of-number',
  {},
  `update sign_in_attempts set failures_in_a_row = 0, blocked_until = null, sent_at = '{}',
     resend_step = 0, resend_at = now(), tries = 0, challenge = gen_random_uuid(),
     challenge_expires_at = now()
   where number_hash = $1`,
)

const lockBlockRow = statement(
  'lock-block-of-number',
  { is_blocked: 'bool' },
  `select blocked_at is not null as is_blocked from sign_in_attempts where number_hash = $1 for share`,
)

/** Returns true if the phone number is blocked. A block waits until the transaction ends. */
export async function lockBlock(tx: Transaction, numberHash: string): Promise<boolean> {
  const [row] = await tx.run(lockBlockRow, [numberHash])
  return row?.is_blocked ?? false
}

/**
 * Blocks a phone number: no user can sign in with it until it is unblocked. Ends the sessions of
 * `passportId`, pauses its monthly plans, and holds back its gifts that wait for their day.
 */
export async function blockNumber(
  tx: Transaction,
  numberHash: string,
  passportId: string | null,
): Promise<void> {
  await tx.run(block, [numberHash])
  if (passportId === null) return
  await writeOtherSessionEnds(tx, passportId, null)
  await stopPlansOf(tx, passportId, 'blocked')
  await holdGiftsOf(tx, passportId)
}

/** Returns the time at which the phone number was blocked, or null. */
export async function findBlock(db: Db, numberHash: string): Promise<Date | null> {
  const [row] = await db.run(selectBlock, [numberHash])
  return row?.blocked_at ?? null
}

/** Resets the limits of codes and exports. Keeps a block, and returns its time or null. */
export async function clearLimits(
  tx: Transaction,
  numberHash: string,
  passportId: string | null,
): Promise<Date | null> {
  await tx.run(clearAttempts, [numberHash])
  const exportWindow = passportId === null ? null : `export/${passportId}`
  await clearWindows(tx, { ending: numberHash, name: exportWindow })
  return findBlock(tx, numberHash)
}
