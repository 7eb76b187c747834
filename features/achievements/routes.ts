// Achievements over HTTP. No SQL, no rules.
import { achievement } from '#features/achievements/contract.ts'
import { listAchievements } from '#features/achievements/list-achievements.ts'
import { viewerOf } from '#platform/http/request-guard.ts'
import type { Api } from '#platform/http/request-types.ts'
import type { Services } from '#server/services.ts'

export function achievementRoutes(app: Api, { db }: Services): void {
  const schema = { response: { 200: achievement.array() } }
  app.get('/api/achievements/me', { schema }, (request) =>
    listAchievements(db, viewerOf(request).passportId),
  )
}
