// The checks before a route's own work, in the order of contract 2: origin, size and type, session,
// signature, body. A route under /api or /passport that names no access needs a session.
import { createHash } from 'node:crypto'
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '#server/database.ts'
import { type KnownProblem, sendProblem } from '#server/errors.ts'
import type { ScopedKey } from '#server/idempotency.ts'
import { readJson } from '#server/json-body.ts'
import { loopbackNames } from '#server/loopback.ts'
import { checkPartnerCall, type Partner } from '#server/partner-guard.ts'
import { browserWindowMs, type Nonce, recordNonces } from '#server/request-signature.ts'
import type { Access } from '#server/request-types.ts'
import type { Services } from '#server/services.ts'
import { readSessionCookie } from '#server/session-cookie.ts'
import { createSessionGuard, type FindViewer, type Viewer } from '#server/session-guard.ts'
import { checkSignedCall, header } from '#server/signed-call.ts'
import { isProblem, problem } from '#values/problem.ts'

/** Bodies of 16 KiB, addresses of 2 KiB; contract 2: keys of 255 characters. */
export const bodyMaxBytes = 16 * 1024
const addressMaxLength = 2 * 1024
const keyMaxLength = 255

/** What an address that is no text (`/%ff`) is read as, so that its refusal passes every hook. */
export const unreadableAddress = '/api/unreadable'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a method changes nothing, so that it may come from anywhere. */
export function isSafe(method: string): boolean {
  return safeMethods.has(method)
}

export function guardRequests(app: FastifyInstance, services: Services): void {
  const findViewer = createSessionGuard(services.db)
  app.decorateRequest('viewer', null)
  app.decorateRequest('partner', null)
  app.decorateRequest('nonce', null)
  app.decorateRequest('refusal', null)
  app.decorateRequest('rawBody')
  app.decorateRequest('sentBody')

  app.addHook('onRequest', async (request, reply) => {
    request.rawBody = Buffer.alloc(0)
    // The database takes no NUL in a text, and nothing that exists has one in its name.
    const { url } = request
    if (url === unreadableAddress || url.includes('%00')) {
      return sendProblem(reply, problem('bad_request'))
    }
    if (!isSafe(request.method) && !isOwnOrigin(request, services)) {
      return sendProblem(reply, problem('wrong_origin'))
    }
    const isTooLong = (request.raw.url ?? '').length > addressMaxLength
    return isTooLong ? sendProblem(reply, problem('address_too_long')) : undefined
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
    const refused = (await admit(request, services, findViewer)) ?? readBody(request)
    return refused === null
      ? undefined
      : sendProblem(reply, await refusalOf(request, services.db, refused))
  })
}

function admit(
  request: FastifyRequest,
  services: Services,
  findViewer: FindViewer,
): Promise<KnownProblem | null> | KnownProblem | null {
  const { url = '', config } = request.routeOptions
  const access = accessOf(url, config)
  if (access === 'partner') return admitPartner(request, services)
  if (access !== 'public') return admitViewer(request, services, findViewer, access === 'signed')
  return config.admit?.(request) ?? null
}

async function admitViewer(
  request: FastifyRequest,
  services: Services,
  findViewer: FindViewer,
  mustSign: boolean,
): Promise<KnownProblem | null> {
  const terminalId = header(request, 'x-terminal-id')
  const token = readSessionCookie(request, services.settings)
  const { asksSignedLately = false } = request.routeOptions.config
  const viewer =
    token === undefined ? null : await findViewer({ token, terminalId, asksSignedLately })
  if (viewer === null) return problem('unauthenticated')
  request.viewer = viewer
  if (!mustSign) return null
  const nonce = viewer.ownsTerminal
    ? checkSignedCall(request, services, (keys, id) => keys.terminalKey(id), browserWindowMs)
    : problem('bad_signature')
  if (isProblem(nonce)) return nonce
  request.nonce = nonce
  return null
}

/** A partner's call needs its idempotency key as well (contract 2). */
async function admitPartner(
  request: FastifyRequest,
  services: Services,
): Promise<KnownProblem | null> {
  const checked = await checkPartnerCall(request, services)
  if (isProblem(checked)) return checked
  request.partner = checked.partner
  request.nonce = checked.nonce
  return (header(request, 'idempotency-key') ?? '') === '' ? problem('key_required') : null
}

/** Who may call an address: routes under /api and /passport that say nothing need a session. */
export function accessOf(url: string, { access }: FastifyContextConfig): Access {
  return access ?? (/^\/(api|passport)(\/|$)/.test(url) ? 'session' : 'public')
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

/** What stands in a signed call must mean the same to everybody. */
function readBody(request: FastifyRequest): KnownProblem | null {
  const { config } = request.routeOptions
  const key = header(request, 'idempotency-key')
  if (key !== undefined && (key.length === 0 || key.length > keyMaxLength)) {
    return problem('bad_request')
  }
  if (request.rawBody.length === 0) return null
  const strict = config.access === 'signed' || config.access === 'partner'
  const parsed = readJson(request.rawBody, { strict })
  if (parsed === undefined) return problem(config.invalidBody ?? 'bad_request')
  request.sentBody = parsed
  request.body = parsed
  return null
}

/** The session that a guarded route runs for. Throws where the route was declared public. */
export function viewerOf(request: FastifyRequest): Viewer {
  if (request.viewer === null) throw new Error(`${request.routeOptions.url} has no session guard`)
  return request.viewer
}

/** The partner that a route runs for. Throws where the route was not declared a partner's. */
export function partnerOf(request: FastifyRequest): Partner {
  if (request.partner === null) throw new Error(`${request.routeOptions.url} has no partner guard`)
  return request.partner
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
  const ownerId = request.partner?.ownerId ?? viewerOf(request).passportId
  return { ownerId, route, key, bodyHash }
}

/** The same where the guard has made sure that there is one. */
export function requiredKeyOf(request: FastifyRequest, route: string): ScopedKey {
  const key = scopedKeyOf(request, route)
  if (key === null) throw new Error(`${request.routeOptions.url} was called without a key`)
  return key
}
