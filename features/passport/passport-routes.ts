// Serves the passport over HTTP. No SQL, no rules.

import { profileSchema } from '#features/people/contract.ts'
import { viewerOf } from '#features/people/session-check.ts'
import type { Database } from '#platform/database/database.ts'
import type { Api } from '#platform/http/request-types.ts'
import { openProfile, passportFinder } from './read-profile.ts'

export function passportRoutes(app: Api, { db }: { readonly db: Database }): void {
  app.get(
    '/passport/me',
    { config: { findSession: passportFinder(db) }, schema: { response: { 200: profileSchema } } },
    (request) => openProfile(db, viewerOf(request)),
  )
}
