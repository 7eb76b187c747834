// Removes what has served its time: nonces, idempotency keys, ended sessions, old messages.
import type { Db } from '#server/database.ts'
import { statement } from '#server/statement.ts'

/** Rows that one statement removes at most, so that it never holds locks for long. */
const roundMax = 5_000

const tidyings = [
  statement(
    'tidy-nonces',
    {},
    `delete from request_nonces where ctid = any(array(
       select ctid from request_nonces where expires_at < now() limit $1))`,
  ),
  statement(
    'tidy-idempotency-keys',
    {},
    `delete from idempotency_keys where ctid = any(array(
       select ctid from idempotency_keys where created_at < now() - interval '30 days' limit $1))`,
  ),
  statement(
    'tidy-sessions',
    {},
    `delete from sessions where ctid = any(array(
       select ctid from sessions where ends_at < now() limit $1))`,
  ),
  statement(
    'tidy-terminals',
    {},
    `delete from terminals where ctid = any(array(
       select ctid from terminals where retires_at < now() limit $1))`,
  ),
  statement(
    'tidy-rate-counts',
    {},
    `delete from rate_counts where ctid = any(array(
       select ctid from rate_counts where window_end < now() limit $1))`,
  ),
  statement(
    'tidy-messages',
    {},
    `delete from outbox where ctid = any(array(select ctid from outbox
       where template = 'otp' and created_at < now() - interval '1 day' limit $1))`,
  ),
]

/** Always answers 0: one round a turn is enough. */
export async function tidyDatabase(db: Db): Promise<number> {
  for (const tidying of tidyings) await db.run(tidying, [roundMax])
  return 0
}
