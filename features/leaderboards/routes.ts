// Leaderboards over HTTP. Nobody has a rank yet: the boards are empty until scores count.
import { boardParams, boardQuery, boardRow, boardsReply } from '#features/leaderboards/contract.ts'
import type { Api } from '#server/request-types.ts'

export function leaderboardRoutes(app: Api): void {
  app.get(
    '/api/achievements/leaderboard',
    { schema: { response: { 200: boardsReply } } },
    async () => ({ eco: [], offsets: [] }),
  )
  app.get(
    '/api/achievements/leaderboard/:kind',
    {
      schema: {
        params: boardParams,
        querystring: boardQuery,
        response: { 200: boardRow.array() },
      },
    },
    async () => [],
  )
}
