// Makes the next partitions of the postings before they are needed, from a background task.
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

/**
 * Calls a function with the rights of the schema's owner: the role of the serving processes cannot
 * create tables itself.
 */
const makePostingPartitions = statement(
  'make-posting-partitions',
  { made: 'int4?' },
  'select make_posting_partitions() as made',
)

/** Returns 0: the task has no more work now. */
export async function makePartitionsAhead(db: Db): Promise<number> {
  await db.run(makePostingPartitions)
  return 0
}
