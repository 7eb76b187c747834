// Invites the developer of a local installation, so that the console can be tried out. Production never runs it.

import { hasPasskey } from '#features/staff/sessions/staff-session-queries.ts'
import {
  endInvitations,
  findActiveMember,
  lockStaff,
  writeMember,
} from '#features/staff/staff-queries.ts'
import type { Database } from '#platform/database/database.ts'
import { invite } from './manage-staff.ts'

const name = 'Developer'
const email = 'developer@localhost'
const roles = ['admin', 'support', 'money', 'registry']

/** Returns the token of a new invitation; null if the developer has a passkey already. */
export function inviteDeveloper(db: Database): Promise<string | null> {
  return db.transaction(async (tx) => {
    await lockStaff(tx)
    const member =
      (await findActiveMember(tx, email)) ?? (await writeMember(tx, name, email, roles, null))
    if (member === null || (await hasPasskey(tx, member.id))) return null
    await endInvitations(tx, member.id)
    const { token } = await invite(tx, { id: null }, member.id)
    return token
  })
}
