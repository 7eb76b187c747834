// Achievements over HTTP. Nobody has any yet: the list is empty until the rules of contract 7 count.
import { achievement } from '#features/achievements/contract.ts'
import type { Api } from '#server/request-types.ts'

export function achievementRoutes(app: Api): void {
  const schema = { response: { 200: achievement.array() } }
  app.get('/api/achievements/me', { schema }, async () => [])
}
