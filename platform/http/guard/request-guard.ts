// Checks each request before its route, in this order (docs/product.md#order-of-checks). Steps 3, 4 and 7 are
// in this file.
//
// 1. The connection: 408, 431 or closed. Limits: the number of connections, in all and by address, and the
//    time for headers and body (connection-limits.ts, client-error.ts).
// 2. A late event loop: 503 (event-loop-delay.ts). The number of calls of one address: 429 (read-limits.ts).
// 3. An undecodable address, another HTTP version or a wrong Host header: 400; the origin: 403; a long address: 414.
// 4. The body's type: 415; its size: 413. After this step the body is complete.
// 5. The number of concurrent requests: 503, of one address: 429 (admission.ts).
// 6. The caller: session, 401 (features/people/session-check.ts); partner, and the key that its calls
//    need, 401, 400 (features/partners/partner-check.ts); signature, 401 (signed-call.ts). The route's
//    `access` decides; a route under /api or /passport without one needs a session.
// 7. The idempotency key's length, then the body as JSON: 400 (json-body.ts).
// 8. The number of reads of one caller: 429 (read-limits.ts).
// 9. The schema of the route, for path, query and body: 400. Then the call waits for a turn of its caller
//    (turns.ts).
// 10. In the transaction of the use case: the nonce, 401; the idempotency key, its first answer again, 409
//    or 422 (answer-once.ts, database/idempotency.ts); counted limits, 429 (rate-limits.ts); the rules.
//
// A provider's webhook has no origin and may bring 256 KiB of any type. It skips steps 6 and 7; its route
// checks the signature of its bytes instead: 401 (webhook.ts). A route may allow a larger body than 16 KiB
// (`largeBody`): such a body is read only after step 6.
//
// The checks run in the order in which server/app.ts adds their hooks. A refusal of a signed call by
// step 7 or later uses up its nonce.
import { hash } from 'node:crypto'
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '#platform/database/database.ts'
import type { ScopedKey } from '#platform/database/idempotency.ts'
import { type KnownProblem, sendProblem } from '#platform/http/errors.ts'
import { readJson } from '#platform/http/json-body.ts'
import { loopbackNames } from '#platform/http/limits/loopback.ts'
import type { Access } from '#values/call.ts'
import { type Problem, problem } from '#values/problem.ts'
import { type Nonce, recordNonces } from './request-signature.ts'
import { header } from './signed-call.ts'

/**
 * Limits of a request (docs/product.md#every-call): bodies of 16 KiB, addresses of 2 KiB, idempotency
 * keys of 255 characters.
 */
export const bodyMaxBytes = 16 * 1024
const addressMaxLength = 2 * 1024
const keyMaxLength = 255

const noBody = Buffer.alloc(0)

/** Path that replaces an undecodable address (`/%ff`), so that its refusal passes every hook. */
export const unreadableAddress = '/api/unreadable'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Returns true for a method without an effect, which any origin may send. */
export function isSafe(method: string): boolean {
  return safeMethods.has(method)
}

/**
 * The checks of the caller, by the route's access. A check sets the request's `caller` and, for a
 * signed call, its `nonce`. It returns a problem or null.
 */
export type AccessChecks = Readonly<
  Record<
    Exclude<Access, 'public' | 'webhook'>,
    (request: FastifyRequest) => Promise<KnownProblem | null>
  >
>

type GuardOptions = {
  readonly db: Db
  /** The product's origin, with the default port of its scheme made explicit. */
  readonly origin: OwnOrigin
  readonly checks: AccessChecks
  readonly bodyHashOf: (body: string) => Buffer
}
export type OwnOrigin = {
  readonly publicUrl: string
  /** If true, an unsafe call must have an `Origin` header, which must be equal. */
  readonly isStrict?: boolean
  /** If true, localhost and 127.0.0.1 count as the same origin. */
  readonly publicUrlIsDefault: boolean
  readonly port: number
}

const httpVersions = new Set(['1.0', '1.1'])
/** A host name or an address, with an optional port (RFC 9112, section 3.2). It may be empty. */
const hostForm = /^(\[[0-9a-f:.]+\]|[\w.-]*)(:\d{0,5})?$/i

/**
 * Returns true if the request's version, body length and Host header have one meaning for every server
 * (RFC 9112, sections 2.3, 3.2 and 6.1). Node reads other versions as HTTP/1, other codings as `chunked`,
 * and only the first of two Host headers.
 */
function hasPlainFraming(request: FastifyRequest): boolean {
  const { httpVersion } = request.raw
  const coding = header(request, 'transfer-encoding')
  const isCodingKnown =
    coding === undefined || (coding.toLowerCase() === 'chunked' && httpVersion === '1.1')
  return httpVersions.has(httpVersion) && isCodingKnown && hasValidHost(request)
}

/** Returns true if the request has one valid Host header. Only HTTP/1.0 may have none. */
function hasValidHost({ raw: { rawHeaders, httpVersion } }: FastifyRequest): boolean {
  const hosts: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts.push(rawHeaders[index + 1] ?? '')
  }
  return hosts.length === 0
    ? httpVersion === '1.0'
    : hosts.length === 1 && hosts.every((host) => hostForm.test(host))
}

export function guardRequests(
  app: FastifyInstance,
  { db, origin, checks, bodyHashOf }: GuardOptions,
): void {
  app.decorate('bodyHashOf', bodyHashOf)
  app.decorateRequest('caller', null)
  app.decorateRequest('nonce', null)
  app.decorateRequest('refusal', null)
  app.decorateRequest('rawBody')
  app.decorateRequest('sentBody')

  app.addHook('onRequest', (request, reply, done) => {
    request.rawBody = noBody
    const refused = checkHead(request, origin)
    if (refused === null) return done()
    // The bytes behind a body of unknown length may be a request of their own.
    if (!hasPlainFraming(request)) reply.header('connection', 'close')
    void sendProblem(reply, refused)
  })

  // Keeps the body as bytes for the signature. They are parsed as JSON after the checks of session and
  // signature.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: bodyMaxBytes },
    (request, body: Buffer, done) => {
      request.rawBody = body
      done(null, undefined)
    },
  )

  app.addHook('preParsing', async (request, reply) => {
    const { largeBody } = request.routeOptions.config
    if (largeBody === undefined || !mayBeLarge(request)) return undefined
    const refusal =
      (await checkCaller(request, checks)) ?? sizeRefusal(request, announcedBytes(request))
    if (refusal !== null) await sendProblem(reply, refusal)
    return undefined
  })

  app.addHook('preValidation', async (request, reply) => {
    if (request.routeOptions.config.access === 'webhook') return
    const refusal =
      (await checkCaller(request, checks)) ??
      sizeRefusal(request, request.rawBody.length) ??
      readBody(request)
    return refusal === null ? undefined : sendProblem(reply, await spendNonce(request, db, refusal))
  })
}

/** Returns the length that the request states for its body; 0 if it states none. */
function announcedBytes(request: FastifyRequest): number {
  return Number(header(request, 'content-length') ?? 0)
}

/** Returns true if the body may have more than `bodyMaxBytes`: if it is announced so, or has no length. */
function mayBeLarge(request: FastifyRequest): boolean {
  return (
    header(request, 'transfer-encoding') !== undefined || announcedBytes(request) > bodyMaxBytes
  )
}

/** Refuses a body of more than `bodyMaxBytes`, unless the route allows it for this request. */
function sizeRefusal(request: FastifyRequest, bytes: number): KnownProblem | null {
  const { largeBody } = request.routeOptions.config
  if (largeBody === undefined || bytes <= bodyMaxBytes || largeBody.isAllowed(request)) return null
  return problem('body_too_large')
}

function checkHead(request: FastifyRequest, origin: OwnOrigin): KnownProblem | null {
  // Refuses an address with NUL, which the database does not accept in a text.
  const { url } = request
  if (url === unreadableAddress || url.includes('%00') || !hasPlainFraming(request)) {
    return problem('bad_request')
  }
  if (requiresOwnOrigin(request) && !isOwnOrigin(request, origin)) return problem('wrong_origin')
  if (url.length > addressMaxLength) return problem('address_too_long')
  return hasPlainBody(request) ? null : problem('not_json')
}

/** Returns true unless the body is compressed: a proxy that checks it must see the bytes that the product reads. */
function hasPlainBody(request: FastifyRequest): boolean {
  const coding = header(request, 'content-encoding')
  return isSafe(request.method) || coding === undefined || coding.toLowerCase() === 'identity'
}

/**
 * Returns true if the request must come from our own origin. A webhook has none: its route checks the
 * signature instead.
 */
function requiresOwnOrigin({ method, routeOptions }: FastifyRequest): boolean {
  return !isSafe(method) && routeOptions.config.access !== 'webhook'
}

/** Runs the check of the route's access. For a public route, runs the route's own `admit` if it has one. */
function checkCaller(
  request: FastifyRequest,
  checks: AccessChecks,
): Promise<KnownProblem | null> | KnownProblem | null {
  const { url = '', config } = request.routeOptions
  const access = accessOf(url, config)
  return access === 'public' || access === 'webhook'
    ? (config.admit?.(request) ?? null)
    : checks[access](request)
}

/** Returns the access of a route. Routes under /api and /passport without one need a session. */
export function accessOf(url: string, { access }: FastifyContextConfig): Access {
  return access ?? (/^\/(api|passport)(\/|$)/.test(url) ? 'session' : 'public')
}

/**
 * Returns true for a request of our own origin: by Sec-Fetch-Site, else by Origin. A request with
 * neither header is from no browser and passes (docs/product.md#every-call).
 */
function isOwnOrigin(request: FastifyRequest, own: OwnOrigin): boolean {
  const site = header(request, 'sec-fetch-site')
  if (own.isStrict) {
    const isOwnSite = site === undefined || site === 'same-origin'
    return isOwnSite && header(request, 'origin') === own.publicUrl
  }
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const origin = header(request, 'origin')
  if (origin === undefined || origin === own.publicUrl) return true
  if (!own.publicUrlIsDefault || !URL.canParse(origin)) return false
  const { protocol, hostname, port } = new URL(origin)
  const ownPort = String(request.socket.localPort ?? own.port)
  return protocol === 'http:' && loopbackNames.has(hostname) && port === ownPort
}

/**
 * Parses the body of a call as JSON, and checks the length of the idempotency key. Signed calls and those
 * of partners must not repeat a member name in an object.
 */
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

/**
 * Uses up the nonce of a signed call that is refused before it has an effect. Returns the call's problem,
 * or `replayed` if the nonce was used before.
 */
export async function spendNonce<Known extends KnownProblem>(
  request: FastifyRequest,
  db: Db,
  known: Known,
): Promise<Known | Problem<'replayed'>> {
  if (request.nonce === null) return known
  const fresh = await recordNonces(db, [request.nonce])
  return fresh.size === 0 ? problem('replayed') : known
}

/** Returns the nonce of a signed call. Throws if the route was not declared signed. */
export function nonceOf(request: FastifyRequest): Nonce {
  if (request.nonce === null) throw new Error(`${request.routeOptions.url} is not signed`)
  return request.nonce
}

/**
 * Returns the call's idempotency key within its owner and route, or null without one. `ignored` names
 * body fields that are left out of the comparison, such as `card_token` (docs/product.md#retries).
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
  const text = JSON.stringify(compared)
  const bodyHash = request.server.bodyHashOf(text)
  const plainHash = () => hash('sha256', text, 'buffer')
  if (request.caller === null) throw new Error(`${request.routeOptions.url} has no guard`)
  return { ownerId: request.caller.keyOwnerId, route, key, bodyHash, plainHash }
}

/** Returns the call's scoped idempotency key. Throws if there is none; the guard must require it. */
export function requiredKeyOf(request: FastifyRequest, route: string): ScopedKey {
  const key = scopedKeyOf(request, route)
  if (key === null) throw new Error(`${request.routeOptions.url} was called without a key`)
  return key
}
