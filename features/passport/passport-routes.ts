// Serves the calls of the passport over HTTP.
import { getPassport } from '#features/people/people-calls.ts'
import { viewerOf } from '#features/people/session-check.ts'
import type { Database } from '#platform/database/database.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import { passportFinder, readProfileAndMarkGifts } from './read-profile.ts'

export function passportRoutes(app: Api, { db }: { readonly db: Database }): void {
  serve(app, getPassport, (request) => readProfileAndMarkGifts(db, viewerOf(request)), {
    findSession: passportFinder(db),
  })
}
