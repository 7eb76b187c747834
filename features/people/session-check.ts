// Checks a request's session and, on a signed route, its signature (docs/product.md#signed-calls). It runs
// before the body is read, and writes nothing but the session's last use.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '#platform/database/database.ts'
import type { AccessChecks } from '#platform/http/guard/request-guard.ts'
import { browserWindowMs } from '#platform/http/guard/request-signature.ts'
import { checkSignedCall, header } from '#platform/http/guard/signed-call.ts'
import { type AcceptedKeys, underEach } from '#platform/keys.ts'
import { passportHash } from '#platform/logger.ts'
import { isProblem, problem } from '#values/problem.ts'
import { createSessionFinder, type FindSession, type Viewer } from './find-session.ts'
import { type CookieSettings, sessionCookieReader } from './session-cookie.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Finds the session, and loads other rows for the route. By default, only the session is loaded. */
    findSession?: FindSession
  }
  interface FastifyRequest {
    viewer: Viewer | null
  }
}

type SessionCheckServices = AcceptedKeys & {
  readonly db: Database
  readonly clock: () => number
  readonly settings: CookieSettings
}

/**
 * Returns the checks of routes with a session and of signed routes. A check sets `viewer` and `caller` of the
 * request. Problems: `unauthenticated`; on a signed route also `bad_signature` and `stale_signature`.
 */
export function sessionChecks(
  app: FastifyInstance,
  { db, clock, settings, ...accepted }: SessionCheckServices,
): Pick<AccessChecks, 'session' | 'signed'> {
  const findSessionOnly = createSessionFinder(db)
  const sessionCookieOf = sessionCookieReader(settings)
  app.decorateRequest('viewer', null)

  const session: AccessChecks['session'] = async (request) => {
    const token = sessionCookieOf(request)
    if (token === undefined) return problem('unauthenticated')
    const terminalId = header(request, 'x-terminal-id')
    const { findSession = findSessionOnly } = request.routeOptions.config
    const viewer = await findSession({ token, terminalId })
    if (viewer === null) return problem('unauthenticated')
    const { passportId } = viewer
    request.viewer = viewer
    request.caller = { keyOwnerId: passportId, logFields: { passport: passportHash(passportId) } }
    return null
  }

  return {
    session,
    async signed(request) {
      const problemOfSession = await session(request)
      if (problemOfSession !== null) return problemOfSession
      if (!viewerOf(request).ownsTerminal) return problem('bad_signature')
      const keysOf = (id: string) => underEach(accepted, (keys) => keys.terminalKey(id))
      const nonce = checkSignedCall(request, keysOf, browserWindowMs, clock())
      if (isProblem(nonce)) return nonce
      request.nonce = nonce
      return null
    },
  }
}

/** Returns the signed-in user. Throws if the route is public and therefore has no session check. */
export function viewerOf(request: FastifyRequest): Viewer {
  if (request.viewer === null) throw new Error(`${request.routeOptions.url} has no session check`)
  return request.viewer
}
