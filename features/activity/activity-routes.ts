// Serves offset activity over HTTP. No SQL, no rules.
import { z } from 'zod'
import { viewerOf } from '#features/people/session-check.ts'
import {
  activityEntry,
  activityQuery,
  tokenPage,
  tokenQuery,
} from '#features/purchases/activity-contract.ts'
import type { Database } from '#platform/database/database.ts'
import { sendProblem } from '#platform/http/errors.ts'
import type { Api } from '#platform/http/request-types.ts'
import { problem } from '#values/problem.ts'
import { findTokenRange } from './activity-queries.ts'
import { listActivity } from './list-activity.ts'
import { piecesOf, tokensOfPieces } from './pieces.ts'

const activityPath = '/api/tokens/transaction/me'

export function activityRoutes(app: Api, { db }: { readonly db: Database }): void {
  app.get(
    activityPath,
    { schema: { querystring: activityQuery, response: { 200: activityEntry.array() } } },
    async (request, reply) => {
      const { tokens, limit, cursor, time_zone } = request.query
      const withTokens = tokens !== 'none'
      const page = { beforeId: cursor ?? null, limit, withTokens, timeZone: time_zone }
      const { entries, nextCursor } = await listActivity(db, viewerOf(request).passportId, page)
      if (nextCursor !== null) {
        const next = new URLSearchParams({
          ...(tokens === undefined ? {} : { tokens }),
          ...(limit === undefined ? {} : { limit: String(limit) }),
          ...(time_zone === undefined ? {} : { time_zone }),
          cursor: nextCursor,
        })
        void reply.header('link', `<${activityPath}?${next}>; rel="next"`)
      }
      return [...entries]
    },
  )

  app.get(
    '/api/tokens/transaction/:tx_id/tokens',
    {
      config: { invalidBody: 'purchase_not_found' },
      schema: {
        params: z.object({ tx_id: z.string().regex(/^[\w-]{1,64}$/) }),
        querystring: tokenQuery,
        response: { 200: tokenPage },
      },
    },
    async (request, reply) => {
      const { tx_id } = request.params
      const range = await findTokenRange(db, tx_id, viewerOf(request).passportId)
      if (range === null) return sendProblem(reply, problem('purchase_not_found'))
      const { cursor = 0, limit } = request.query
      const count = Math.max(0, Math.min(limit, range.quantity_kg - cursor))
      if (cursor + count < range.quantity_kg) {
        const next = `/api/tokens/transaction/${tx_id}/tokens?cursor=${cursor + count}&limit=${limit}`
        void reply.header('link', `<${next}>; rel="next"`)
      }
      return tokensOfPieces(piecesOf(range).present, cursor, count)
    },
  )
}
