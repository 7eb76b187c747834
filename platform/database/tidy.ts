// Removes what has served its time: nonces, idempotency keys, ended sessions, old messages.
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

/** Rows that one statement removes at most, so that it never holds locks for long. */
const roundMax = 5_000

/** `isOver` is SQL: whether a row of the table has served its time. */
function tidying(table: string, isOver: string) {
  return statement(
    `tidy-${table}`,
    {},
    `delete from ${table} where ctid = any(array(
       select ctid from ${table} where ${isOver} limit $1))`,
  )
}

const tidyings = [
  tidying('request_nonces', 'expires_at < now()'),
  tidying('idempotency_keys', `created_at < now() - interval '30 days'`),
  tidying('sessions', 'ends_at < now()'),
  tidying('terminals', 'retires_at < now()'),
  tidying('rate_counts', 'window_end < now()'),
  tidying('outbox', `template = 'otp' and created_at < now() - interval '1 day'`),
]

/** Always answers 0: one round a turn is enough. */
export async function tidyDatabase(db: Db): Promise<number> {
  for (const each of tidyings) await db.run(each, [roundMax])
  return 0
}
