// The checks before a route's own work, in the order of contract 2: origin, size and type, session,
// signature, body. A route under /api or /passport that names no access needs a session.
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#server/database.ts'
import { type KnownProblem, sendProblem } from '#server/errors.ts'
import type { ScopedKey } from '#server/idempotency.ts'
import { loopbackNames } from '#server/loopback.ts'
import {
  browserWindowMs,
  checkSignature,
  type Nonce,
  recordNonces,
} from '#server/request-signature.ts'
import type { Access } from '#server/request-types.ts'
import type { Services } from '#server/services.ts'
import { readSessionCookie } from '#server/session-cookie.ts'
import { createSessionGuard, type Viewer } from '#server/session-guard.ts'
import { isProblem, problem } from '#values/problem.ts'

/** trust.md 2: bodies of 16 KiB, nested 8 deep; contract 2: keys of 255 characters. */
export const bodyMaxBytes = 16 * 1024
const depthMax = 8
const keyMaxLength = 255

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

export function guardRequests(app: FastifyInstance, services: Services): void {
  const findViewer = createSessionGuard(services.db)
  app.decorateRequest('viewer', null)
  app.decorateRequest('nonce', null)
  app.decorateRequest('rawBody')
  app.decorateRequest('sentBody')

  app.addHook('onRequest', async (request, reply) => {
    request.rawBody = Buffer.alloc(0)
    // An id of a path is checked by its route, which knows what is not found.
    if (/\?.*%00/.test(request.url)) return sendProblem(reply, problem('bad_request'))
    if (safeMethods.has(request.method) || isOwnOrigin(request, services)) return
    return sendProblem(reply, problem('wrong_origin'))
  })

  // The bytes are kept for the signature; they are read as JSON only after session and signature.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: bodyMaxBytes },
    (request, body: Buffer, done) => {
      request.rawBody = body
      done(null, undefined)
    },
  )

  app.addHook('preValidation', async (request, reply) => {
    const access = accessOf(request)
    if (access !== 'public') {
      const terminalId = header(request, 'x-terminal-id')
      const token = readSessionCookie(request, services.settings)
      const viewer = token === undefined ? null : await findViewer({ token, terminalId })
      if (viewer === null) return sendProblem(reply, problem('unauthenticated'))
      request.viewer = viewer
      if (access === 'signed') {
        const nonce = signedNonce(request, viewer, services)
        if (isProblem(nonce)) return sendProblem(reply, nonce)
        request.nonce = nonce
      }
    }
    return readBody(request, reply)
  })
}

function accessOf(request: FastifyRequest): Access {
  const { access } = request.routeOptions.config
  if (access !== undefined) return access
  return /^\/(api|passport)(\/|$)/.test(request.routeOptions.url ?? '') ? 'session' : 'public'
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** Contract 2: Sec-Fetch-Site decides, else Origin; with neither the caller is no browser. */
function isOwnOrigin(request: FastifyRequest, { settings }: Services): boolean {
  const site = header(request, 'sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const origin = header(request, 'origin')
  if (origin === undefined || origin === settings.publicUrl) return true
  if (!settings.publicUrlIsDefault || !URL.canParse(origin)) return false
  const { protocol, hostname, port } = new URL(origin)
  const ownPort = String(request.socket.localPort ?? settings.port)
  return protocol === 'http:' && loopbackNames.has(hostname) && port === ownPort
}

function signedNonce(request: FastifyRequest, viewer: Viewer, services: Services) {
  const terminalId = header(request, 'x-terminal-id')
  const nonce = header(request, 'x-nonce')
  const signature = header(request, 'x-signature')
  if (terminalId === undefined || nonce === undefined || signature === undefined) {
    return problem('bad_signature')
  }
  if (!viewer.ownsTerminal) return problem('bad_signature')
  const keys = [services.keys, services.previousKeys]
    .filter((each) => each !== undefined)
    .map((each) => each.terminalKey(terminalId))
  return checkSignature(
    keys,
    signature,
    {
      method: request.method,
      path: request.raw.url ?? '',
      terminalId,
      nonce,
      idempotencyKey: header(request, 'idempotency-key') ?? '',
      body: request.rawBody,
    },
    browserWindowMs,
    services.clock(),
  )
}

function readBody(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  const key = header(request, 'idempotency-key')
  if (key !== undefined && (key.length === 0 || key.length > keyMaxLength)) {
    return sendProblem(reply, problem('bad_request'))
  }
  if (request.rawBody.length === 0) return undefined
  const parsed = parseJson(request.rawBody)
  if (parsed === undefined || depthOf(parsed) > depthMax || holdsNul(parsed)) {
    return sendProblem(reply, problem(request.routeOptions.config.invalidBody ?? 'bad_request'))
  }
  request.sentBody = parsed
  request.body = parsed
  return undefined
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

function depthOf(value: unknown, depth = 1): number {
  if (typeof value !== 'object' || value === null || depth > depthMax) return depth
  let deepest = depth
  for (const member of Object.values(value)) {
    deepest = Math.max(deepest, depthOf(member, depth + 1))
  }
  return deepest
}

/** PostgreSQL keeps no NUL in a text, so no text of a request may hold one. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000')
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(holdsNul)
}

/** The session that a guarded route runs for. Throws where the route was declared public. */
export function viewerOf(request: FastifyRequest): Viewer {
  if (request.viewer === null) throw new Error(`${request.routeOptions.url} has no session guard`)
  return request.viewer
}

/**
 * A refusal before any effect of a signed call: its nonce is used up all the same, so that a second
 * arrival is answered as one.
 */
export async function refusalOf<Known extends KnownProblem>(
  request: FastifyRequest,
  db: Db,
  known: Known,
): Promise<Known | KnownProblem> {
  if (request.nonce === null) return known
  const fresh = await recordNonces(db, [request.nonce])
  return fresh.size === 0 ? problem('replayed') : known
}

/** The nonce of a signed call. Throws where the route was not declared signed. */
export function nonceOf(request: FastifyRequest): Nonce {
  if (request.nonce === null) throw new Error(`${request.routeOptions.url} is not signed`)
  return request.nonce
}

/**
 * The call's idempotency key within its owner and route, or null where the caller sent none.
 * `ignored` names body fields left out of the comparison (contract 2: `card_token`).
 */
export function scopedKeyOf(
  request: FastifyRequest,
  route: string,
  ignored: readonly string[] = [],
): ScopedKey | null {
  const key = header(request, 'idempotency-key')
  if (key === undefined) return null
  const compared = Object.entries(Object(request.sentBody ?? {}))
    .filter(([name]) => !ignored.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const bodyHash = createHash('sha256').update(JSON.stringify(compared)).digest()
  return { ownerId: viewerOf(request).passportId, route, key, bodyHash }
}
