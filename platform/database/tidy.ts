// Deletes expired rows in bounded batches. The owner of a table declares which of its rows are
// expired.
import type { Db } from '#platform/database/database.ts'
import { type Statement, statement } from '#platform/database/statement.ts'

/** Rows that one statement removes at most, so that it never holds locks for long. */
const roundMax = 5_000

/** A statement that removes some of the rows of `table` for which the SQL of `isOver` holds. */
export function tidying(table: string, isOver: string): Statement {
  return statement(
    `tidy-${table}`,
    {},
    `delete from ${table} where ctid = any(array(
       select ctid from ${table} where ${isOver} limit $1))`,
  )
}

/** The platform's own tables: nonces, idempotency keys and limits (docs/product.md#retention). */
export const platformTidyings: readonly Statement[] = [
  tidying('request_nonces', 'expires_at < now()'),
  tidying('idempotency_keys', `created_at < now() - interval '30 days'`),
  tidying('rate_counts', 'window_end < now()'),
]

/** Runs each statement once. Returns 0, so that the job waits for its next turn. */
export async function tidyDatabase(db: Db, tidyings: readonly Statement[]): Promise<number> {
  for (const each of tidyings) await db.run(each, [roundMax])
  return 0
}
