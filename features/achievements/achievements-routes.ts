// Serves achievements over HTTP. No SQL, no rules.

import { viewerOf } from '#features/people/session-check.ts'
import type { Database } from '#platform/database/database.ts'
import type { Api } from '#platform/http/request-types.ts'
import { achievement } from './contract.ts'
import { listAchievements } from './list-achievements.ts'

export function achievementRoutes(app: Api, { db }: { readonly db: Database }): void {
  const schema = { response: { 200: achievement.array() } }
  app.get('/api/achievements/me', { schema }, (request) =>
    listAchievements(db, viewerOf(request).passportId),
  )
}
