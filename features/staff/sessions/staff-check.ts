// Checks the session of a console's request. It reads the database on each call, so that an ended member or a
// lost role has effect at once.
import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { StaffViewer } from '#features/staff/staff-session.ts'
import type { Db } from '#platform/database/database.ts'
import type { AccessChecks } from '#platform/http/guard/request-guard.ts'
import { problem } from '#values/problem.ts'
import { readStaffCookie } from './staff-cookie.ts'
import { findStaffSession, touchStaffSession } from './staff-session-queries.ts'

type Services = { readonly db: Db; readonly settings: { readonly consoleUrl: string } }

/** Returns the hash under which the token of a session is stored. */
export const staffTokenHash = (token: string) => hash('sha256', token, 'buffer')

/** Returns the checks of the console's routes. Only sessions exist here. */
export function staffChecks(app: FastifyInstance, { db, settings }: Services): AccessChecks {
  app.decorateRequest('staff', null)
  return {
    async session(request) {
      const token = readStaffCookie(request, settings)
      const staff = token === undefined ? null : await findStaff(db, token)
      if (staff === null) return problem('unauthenticated')
      request.staff = staff
      request.caller = { keyOwnerId: staff.id, logFields: { staff: staff.id } }
      return null
    },
    signed: async () => problem('forbidden'),
    partner: async () => problem('forbidden'),
  }
}

/** Returns the member whose live session has the token, or null. */
export async function findStaff(db: Db, token: string): Promise<StaffViewer | null> {
  const row = await findStaffSession(db, staffTokenHash(token))
  if (row === null) return null
  if (row.is_seen_long_ago) await touchStaffSession(db, row.session_id)
  return {
    id: row.id,
    name: row.name,
    roles: row.roles,
    sessionId: row.session_id,
    verifiedAt: row.verified_at,
    expiresAt: row.expires_at,
  }
}
