// Changes a number's limits for the operator: a block, which answers like any limit, its end, and a
// reset. `numberHash` is the phone hash.
import { writeOtherSessionEnds } from '#features/people/session-queries.ts'
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
)
const blockOf = statement(
  'block-of-number',
  { blocked_at: 'timestamptz' },
  'select blocked_at from sign_in_attempts where number_hash = $1 and blocked_at is not null',
)
/** Replaces the code sent before, because the reset would give it new attempts. */
const clearAttempts = statement(
  'clear-attempts-of-number',
  {},
  `update sign_in_attempts set failures_in_a_row = 0, blocked_until = null, sent_at = '{}',
     resend_step = 0, resend_at = now(), tries = 0, challenge = gen_random_uuid(),
     challenge_expires_at = now()
   where number_hash = $1`,
)

/**
 * Blocks a number: no user signs in with it until it is unblocked, and the sessions of its passport
 * end.
 */
export async function blockNumber(
  tx: Transaction,
  numberHash: string,
  passportId: string | null,
): Promise<void> {
  await tx.run(block, [numberHash])
  if (passportId !== null) await writeOtherSessionEnds(tx, passportId, null)
}

/** Unblocks a number. Returns false where it was not blocked. */
export async function unblockNumber(tx: Transaction, numberHash: string): Promise<boolean> {
  return (await tx.run(unblock, [numberHash])).length === 1
}

export async function findBlock(db: Db, numberHash: string): Promise<Date | null> {
  const [row] = await db.run(blockOf, [numberHash])
  return row?.blocked_at ?? null
}

/** Resets used-up limits. A block stays; returns when it began. */
export async function clearLimits(
  tx: Transaction,
  numberHash: string,
  passportId: string | null,
): Promise<Date | null> {
  await tx.run(clearAttempts, [numberHash])
  const exports = passportId === null ? null : `export/${passportId}`
  await clearWindows(tx, { ending: numberHash, name: exports })
  return findBlock(tx, numberHash)
}
