// What the operator changes of a number's limits: a block, which answers like any limit that bites, its
// end, and a clean slate. `numberHash` is what stands for the number.
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
/** A code that was sent before is good no more: it would have its tries anew. */
const clearAttempts = statement(
  'clear-attempts-of-number',
  {},
  `update sign_in_attempts set failures_in_a_row = 0, blocked_until = null, sent_at = '{}',
     resend_step = 0, resend_at = now(), tries = 0, challenge = gen_random_uuid(),
     challenge_expires_at = now()
   where number_hash = $1`,
)

/** Nobody signs in with the number until it is unblocked; the sessions of its passport end. */
export async function blockNumber(
  tx: Transaction,
  numberHash: string,
  passportId: string | null,
): Promise<void> {
  await tx.run(block, [numberHash])
  if (passportId !== null) await writeOtherSessionEnds(tx, passportId, null)
}

/** False where the number was not blocked. */
export async function unblockNumber(tx: Transaction, numberHash: string): Promise<boolean> {
  return (await tx.run(unblock, [numberHash])).length === 1
}

export async function findBlock(db: Db, numberHash: string): Promise<Date | null> {
  const [row] = await db.run(blockOf, [numberHash])
  return row?.blocked_at ?? null
}

/** Sets back what others or its owner have used up; a block stays, and is answered: since when. */
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
