// Serves the calls of the passport. No SQL, no rules.
import { getPassport } from '#features/people/people-calls.ts'
import { viewerOf } from '#features/people/session-check.ts'
import type { Database } from '#platform/database/database.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import { openProfile, passportFinder } from './read-profile.ts'

export function passportRoutes(app: Api, { db }: { readonly db: Database }): void {
  serve(app, getPassport, (request) => openProfile(db, viewerOf(request)), {
    findSession: passportFinder(db),
  })
}
