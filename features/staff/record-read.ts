// Records in the audit trail what a member of staff has read in the console: each person and each purchase
// by its id, and each list by the names of its filters.
import type { Db } from '#platform/database/database.ts'
import type { StaffViewer } from './staff-session.ts'

/**
 * Writes the row of a read. `what` is the part, such as `people` or `people show --show-phone`; `about` are ids
 * or names of filters, never a phone number or a name.
 */
export async function recordRead(
  _db: Db,
  _staff: StaffViewer,
  _what: string,
  _about: readonly string[],
): Promise<void> {
  // Written with the staff tables.
}
