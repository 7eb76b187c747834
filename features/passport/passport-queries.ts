// Declares the SQL that reads passports, alone or together with a session.

import {
  createJoinedFinder,
  type FindSession,
  sessionColumns,
  sqlSessions,
  type Viewer,
} from '#features/people/find-session.ts'
import type { Database } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { type PassportRow, passportColumns, sqlPassport } from './passport-sql.ts'

export const findPassports = statement(
  'passports-by-id',
  passportColumns,
  `select ${sqlPassport} from passports p where p.id = any($1::uuid[])`,
).rows<[ids: readonly string[]]>()

const findSessionsAndPassports = statement(
  'find-sessions-and-passports',
  { ...sessionColumns, ...passportColumns, phone: 'text' },
  sqlSessions(sqlPassport),
)

/**
 * Returns a finder that reads a session and its passport in one statement. It calls `onPassport` with the
 * passport and returns the session's user.
 */
export function createPassportFinder(
  db: Database,
  onPassport: (viewer: Viewer, row: PassportRow) => void,
): FindSession {
  return createJoinedFinder<RowOf<typeof findSessionsAndPassports>>(
    db,
    (values) => db.run(findSessionsAndPassports, values),
    onPassport,
  )
}
