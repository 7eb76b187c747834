// Leaderboards over HTTP. No SQL, no rules.
import { boardParams, boardQuery, boardRow, boardsReply } from '#features/leaderboards/contract.ts'
import { openBoards } from '#features/leaderboards/read-board.ts'
import { viewerOf } from '#features/sign-in/session-check.ts'
import type { Database } from '#platform/database/database.ts'
import { sendProblem } from '#platform/http/errors.ts'
import type { Api } from '#platform/http/request-types.ts'
import { isProblem } from '#values/problem.ts'

export function leaderboardRoutes(app: Api, { db }: { readonly db: Database }): void {
  const boards = openBoards(db)
  app.get(
    '/api/achievements/leaderboard',
    { schema: { response: { 200: boardsReply } } },
    (request) => boards.readOwn(viewerOf(request).passportId),
  )

  app.get(
    '/api/achievements/leaderboard/:kind',
    {
      config: { problems: ['league_locked'] },
      schema: {
        params: boardParams,
        querystring: boardQuery,
        response: { 200: boardRow.array() },
      },
    },
    async (request, reply) => {
      const { passportId } = viewerOf(request)
      const rows = await boards.read(passportId, request.params.kind, request.query.league)
      return isProblem(rows) ? sendProblem(reply, rows) : rows
    },
  )
}
