// Serves Apple's PassKit web service, which devices call. A device has no session; it authenticates with
// the token that the pass contains.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { keptSubject } from '#platform/database/audit/kept-subject.ts'
import { openCountInTurn } from '#platform/http/limits/count-in-turn.ts'
import { callerOf } from '#platform/http/limits/rate-limits.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import { answered } from '#values/call.ts'
import { type Problem, problem } from '#values/problem.ts'
import { listUpdatedPasses } from './list-updated-passes.ts'
import { fetchPass } from './make-pass.ts'
import { tokenVersionOf } from './pass-queries.ts'
import type { Services } from './pass-services.ts'
import * as calls from './passes-calls.ts'
import { registerDevice, unregisterDevice } from './register-device.ts'

/** Maximum number of calls from one IP address in an hour, except `fetchPass`. */
const callsPerHour = 600
/** Maximum number of lines of a device's report that are logged, and maximum length of a line. */
const complaintsMax = 5
const waitingMax = 500
const countInTurn = openCountInTurn(waitingMax)
const complaintMax = 200

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function passkitRoutes(app: Api, services: Services): void {
  /** Checks the pass's token before the body is read. */
  const withPassToken = {
    admit: async (request: FastifyRequest) =>
      (await hasPassToken(request, services)) ? null : problem('wrong_pass_token'),
  }

  serve(
    app,
    calls.registerDevice,
    async (request) => {
      const { device: deviceId, serial: passportId } = request.params
      const limitProblem = await countCall(request, services)
      if (limitProblem !== null) return limitProblem
      const registration = {
        pushToken: request.body.pushToken,
        tokenVersion: versionOf(request),
      }
      const answer = await registerDevice(services, { deviceId, passportId }, registration)
      if (typeof answer === 'object') return answer
      return answered(answer === 'new' ? 201 : 200, {})
    },
    withPassToken,
  )

  serve(
    app,
    calls.unregisterDevice,
    async (request) => {
      const { device: deviceId, serial: passportId } = request.params
      const limitProblem = await countCall(request, services)
      if (limitProblem !== null) return limitProblem
      await unregisterDevice(services, { deviceId, passportId })
      return {}
    },
    withPassToken,
  )

  serve(app, calls.listUpdatedPasses, async (request) => {
    const limitProblem = await countCall(request, services)
    if (limitProblem !== null) return limitProblem
    const { passTypeId } = await services.passSigner.identity()
    const { device, passType } = request.params
    const tag = request.query.passesUpdatedSince
    const updates = passType === passTypeId ? await listUpdatedPasses(services, device, tag) : null
    return updates ?? answered(204, undefined)
  })

  serve(
    app,
    calls.fetchPass,
    async (request, reply) => {
      const since = new Date(request.headers['if-modified-since'] ?? Number.NaN)
      const knownSince = Number.isNaN(since.getTime()) ? undefined : since
      const caller = callerOf(request, services.settings)
      const { serial: passportId } = request.params
      const copy = { passportId, tokenVersion: versionOf(request), knownSince }
      const pass = await fetchPass(services, copy, caller)
      if (pass !== null && 'problem' in pass) return pass
      void reply.header('cache-control', 'no-store')
      if (pass === null) return answered(304, undefined)
      return reply
        .type(calls.passMedia)
        .header('last-modified', pass.modifiedAt.toUTCString())
        .send(pass.bytes)
    },
    withPassToken,
  )

  serve(app, calls.logDeviceComplaints, async (request) => {
    const limitProblem = await countCall(request, services)
    if (limitProblem !== null) return limitProblem
    for (const line of request.body.logs.slice(0, complaintsMax)) {
      services.log.warn('a device complains of a pass', { complaint: withoutIds(line) })
    }
    return {}
  })
}

/**
 * Returns true if the call has the token and the type of the pass in its path. Only an authentic token causes
 * a query, for its version.
 */
async function hasPassToken(
  request: FastifyRequest,
  { db, keys, previousKeys, passSigner }: Services,
): Promise<boolean> {
  const { success, data } = calls.passParams.safeParse(request.params)
  if (!success) return false
  const { passType, serial } = data
  const token = tokenOf(request)
  if (token === null || !uuid.test(serial)) return false
  const { text, version } = token
  const isTokenValid = [keys, previousKeys]
    .filter((each) => each !== undefined)
    .some((each) => isEqualInConstantTime(text, each.passToken(serial, version)))
  if (!isTokenValid || passType !== (await passSigner.identity()).passTypeId) return false
  return (await tokenVersionOf(db, serial)) === version
}

/** Returns the pass's token that the call has, and the version in it. */
function tokenOf({ headers }: FastifyRequest): { text: string; version: number } | null {
  const text = /^ApplePass (\S{1,200})$/.exec(headers.authorization ?? '')?.[1]
  return text === undefined ? null : { text, version: Number(/^(\d{1,9})\./.exec(text)?.[1] ?? 0) }
}

/** Returns the version in the pass's token of an admitted call. */
const versionOf = (request: FastifyRequest) => tokenOf(request)?.version ?? 0

function isEqualInConstantTime(actual: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(actual), hash(expected))
}

/** Counts the call for its IP address. Returns a problem above the limit, otherwise null. */
async function countCall(
  request: FastifyRequest,
  { db, settings }: Services,
): Promise<Problem<'rate_limited'> | null> {
  const { isExempt, address } = callerOf(request, settings)
  if (isExempt) return null
  const limit = { bucket: `passkit/${address}`, windowSeconds: 3_600, max: callsPerHour }
  const waitSeconds = await countInTurn(db, limit)
  return waitSeconds === null ? null : problem('rate_limited', { retryAfterSeconds: waitSeconds })
}

/** Replaces phone numbers, addresses, and words of 16 or more characters, such as serial numbers and tokens. */
function withoutIds(line: string): string {
  const plain = line.normalize('NFKC').replace(/[^\s"'()]*@[^\s"'()]*|[^\s"'()]{16,}/g, '…')
  return (keptSubject(plain) ?? '').slice(0, complaintMax)
}
