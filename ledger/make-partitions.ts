// Creates the next partitions of the tables of postings ahead of time. A background task calls it.
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

/**
 * The SQL function runs with the rights of the schema's owner, because the role of the serving
 * processes cannot create tables.
 */
const makePostingPartitions = statement(
  'make-posting-partitions',
  { made: 'int4?' },
  'select make_posting_partitions() as made',
)

/** Returns 0, so that the task waits for its next interval. */
export async function makePartitionsAhead(db: Db): Promise<number> {
  await db.run(makePostingPartitions)
  return 0
}
