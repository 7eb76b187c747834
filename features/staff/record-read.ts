// Records in the audit trail what a member of staff has read in the console: each person and each purchase
// by its id, and each list by the names of its filters.
import { writeAuditOutcome } from '#platform/database/audit/audit-trail.ts'
import type { Db } from '#platform/database/database.ts'
import type { StaffViewer } from './staff-session.ts'

/**
 * Writes the row of a read. `what` is the part, such as `people` or `people show --show-phone`; `about` are ids
 * or names of filters, never a phone number or a name.
 */
export async function recordRead(
  db: Db,
  { id, name, roles }: StaffViewer,
  what: string,
  about: readonly string[],
): Promise<void> {
  const entry = { by: name, command: what, about, reason: null, staff: { id, roles } }
  await writeAuditOutcome(db, entry, { outcome: 'read', detail: null })
}
