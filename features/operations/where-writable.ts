// Writes rows that record a task, and ignores that they cannot be written, because the task is
// done.
import { isDatabaseUnavailable, sqlState } from '#platform/database/database.ts'

/**
 * SQLSTATEs: a standby accepts no rows; an older schema has no such table; the role may not write
 * there.
 */
const unwritable = new Set(['25006', '42P01', '42501'])

export async function whereWritable(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!unwritable.has(sqlState(error) ?? '') && !isDatabaseUnavailable(error)) throw error
  }
}
