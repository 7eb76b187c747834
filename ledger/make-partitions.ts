// Makes the next partitions of the postings before they are needed, from a background task.
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

/**
 * The function belongs to the owner of the schema: the role of the serving processes can create no
 * other table.
 */
const makePostingPartitions = statement(
  'make-posting-partitions',
  { made: 'int4?' },
  'select make_posting_partitions() as made',
)

/** Always answers 0: one round a turn is enough. */
export async function makePartitionsAhead(db: Db): Promise<number> {
  await db.run(makePostingPartitions)
  return 0
}
