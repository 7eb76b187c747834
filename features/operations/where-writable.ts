// Rows that tell of a task and are no part of it: where none can be written, the task is done all the same.
import { sqlState } from '#platform/database/database.ts'

/** SQLSTATEs: a standby takes no rows; the schema of an older version has no such table. */
const unwritable = new Set(['25006', '42P01'])

export async function whereWritable(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!unwritable.has(sqlState(error) ?? '')) throw error
  }
}
