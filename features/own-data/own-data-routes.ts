// Serves the calls for own data over HTTP. It contains no rules and no SQL.
import { endOtherSessions, endOwnSession, listSessions } from '#features/people/own-sessions.ts'
import { viewerOf } from '#features/people/session-check.ts'
import { clearSessionCookie } from '#features/people/session-cookie.ts'
import { nonceOf } from '#platform/http/guard/request-guard.ts'
import { recordNonces } from '#platform/http/guard/request-signature.ts'
import { callerOf } from '#platform/http/limits/rate-limits.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import { answered } from '#values/call.ts'
import { isProblem, problem } from '#values/problem.ts'
import { isUuid } from '#values/text/uuid.ts'
import { changeNumber } from './change-number.ts'
import { erasePassport } from './erase-passport.ts'
import { confirmWithCode, exportData, exportText } from './export-data.ts'
import * as calls from './own-data-calls.ts'
import type { Services } from './own-data-services.ts'
import { requestProfileCode } from './request-profile-code.ts'

const fileName = 'carbon-passport-data.json'

/** Response without content. */
const noContent = answered(204, undefined)

export function ownDataRoutes(app: Api, services: Services): void {
  codeRoutes(app, services)
  sessionRoutes(app, services)
  const { db, settings } = services

  serve(app, calls.exportOwnData, async (request, reply) => {
    const answer = await exportData(services, viewerOf(request))
    if (isProblem(answer)) return answer
    void reply.header('content-disposition', `attachment; filename="${fileName}"`)
    void reply.type('application/json; charset=utf-8').serializer(exportText)
    return answer.file
  })

  serve(app, calls.changeNumber, async (request) => {
    const newNonces = await recordNonces(db, [nonceOf(request)])
    if (newNonces.size === 0) return problem('replayed')
    const caller = callerOf(request, settings)
    return changeNumber(services, viewerOf(request), request.body, caller)
  })

  serve(app, calls.erasePassport, async (request, reply) => {
    const newNonces = await recordNonces(db, [nonceOf(request)])
    if (newNonces.size === 0) return problem('replayed')
    const caller = callerOf(request, settings)
    const problemOrNull = await erasePassport(
      services,
      viewerOf(request),
      request.body.code,
      caller,
    )
    if (problemOrNull !== null) return problemOrNull
    clearSessionCookie(reply, settings)
    return noContent
  })
}

/** Adds the routes that send and check codes. */
function codeRoutes(app: Api, services: Services): void {
  serve(app, calls.requestProfileCode, (request) => {
    const caller = callerOf(request, services.settings)
    return requestProfileCode(services, viewerOf(request), request.body, caller)
  })

  serve(app, calls.confirmExport, async (request) => {
    const caller = callerOf(request, services.settings)
    const problemOrNull = await confirmWithCode(services, viewerOf(request), request.body, caller)
    return problemOrNull ?? noContent
  })
}

/** Adds the routes of the user's sessions. The calls that end sessions must be signed. */
function sessionRoutes(app: Api, { db }: Services): void {
  serve(app, calls.listSessions, async (request) => {
    const { passportId, sessionId } = viewerOf(request)
    const sessions = await listSessions(db, passportId)
    return {
      sessions: sessions.map(({ id, browser, system, created_at, last_seen_at }) => ({
        id,
        browser,
        system,
        signed_in_at: created_at.toISOString(),
        last_seen_at: last_seen_at.toISOString(),
        current: id === sessionId,
      })),
    }
  })

  serve(app, calls.endSession, async (request) => {
    const { id } = request.params
    const problemOrNull = await db.transaction(async (tx) => {
      const newNonces = await recordNonces(tx, [nonceOf(request)])
      if (newNonces.size === 0) return problem('replayed')
      const ended = isUuid(id) && (await endOwnSession(tx, viewerOf(request), id))
      return ended ? null : problem('session_not_found')
    })
    return problemOrNull ?? noContent
  })

  serve(app, calls.endOtherSessions, async (request) => {
    const { passportId, sessionId } = viewerOf(request)
    const newNonces = await db.transaction(async (tx) => {
      const recorded = await recordNonces(tx, [nonceOf(request)])
      if (recorded.size > 0) await endOtherSessions(tx, passportId, sessionId)
      return recorded
    })
    return newNonces.size === 0 ? problem('replayed') : noContent
  })
}
