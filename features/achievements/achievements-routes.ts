// Serves achievements over HTTP.

import { viewerOf } from '#features/people/session-check.ts'
import type { Database } from '#platform/database/database.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import * as calls from './achievements-calls.ts'
import { listAchievements } from './list-achievements.ts'

export function achievementRoutes(app: Api, { db }: { readonly db: Database }): void {
  serve(app, calls.listAchievements, (request) =>
    listAchievements(db, viewerOf(request).passportId),
  )
}
