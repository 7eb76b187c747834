// Serves offset activity over HTTP.
import { viewerOf } from '#features/people/session-check.ts'
import * as calls from '#features/purchases/activity-calls.ts'
import type { Database } from '#platform/database/database.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import { problem } from '#values/problem.ts'
import { findTokenRange } from './activity-queries.ts'
import { listActivity } from './list-activity.ts'
import { segmentsOf, tokensOfSegments } from './place-segments.ts'

export function activityRoutes(app: Api, { db }: { readonly db: Database }): void {
  serve(app, calls.listActivity, async (request, reply) => {
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
      void reply.header('link', `<${calls.listActivity.path}?${next}>; rel="next"`)
    }
    return [...entries]
  })

  serve(app, calls.listTokens, async (request, reply) => {
    const { tx_id } = request.params
    const range = await findTokenRange(db, tx_id, viewerOf(request).passportId)
    if (range === null) return problem('purchase_not_found')
    const { cursor = 0, limit } = request.query
    const count = Math.max(0, Math.min(limit, range.quantity_kg - cursor))
    if (cursor + count < range.quantity_kg) {
      const next = `/api/tokens/transaction/${tx_id}/tokens?cursor=${cursor + count}&limit=${limit}`
      void reply.header('link', `<${next}>; rel="next"`)
    }
    return tokensOfSegments(segmentsOf(range).present, cursor, count)
  })
}
