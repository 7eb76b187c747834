// Writes the row of a finished task, and ignores a database that does not accept it.
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
