// Deletes expired rows in bounded batches. The owner of a table declares which of its rows are
// expired.
import type { Db } from '#platform/database/database.ts'
import { sqlPeriod } from '#platform/database/period.ts'
import { type Statement, statement } from '#platform/database/statement.ts'

/** Maximum number of rows that one statement deletes, so that it never holds locks for long. */
const roundMax = 5_000

/** Returns a statement that deletes a batch of the rows of `table` that match the SQL `condition`. */
export function tidying(table: string, condition: string): Statement {
  return statement(
    `tidy-${table}`,
    {},
    `delete from ${table} where ctid = any(array(
       select ctid from ${table} where ${condition} limit $1))`,
  )
}

/** How long the stored answers of idempotency keys are kept. */
export const repeatsKept = { count: 30, unit: 'days' } as const

/**
 * Statements that tidy the platform's own tables: nonces, idempotency keys and limits
 * (docs/product.md#retention).
 */
export const platformTidyings: readonly Statement[] = [
  tidying('request_nonces', 'expires_at < now()'),
  tidying('idempotency_keys', `created_at < now() - ${sqlPeriod(repeatsKept)}`),
  tidying('rate_counts', 'window_end < now()'),
]

/** Runs each statement once. Returns 0, so that the next round waits its full interval. */
export async function tidyDatabase(db: Db, tidyings: readonly Statement[]): Promise<number> {
  for (const each of tidyings) await db.run(each, [roundMax])
  return 0
}
