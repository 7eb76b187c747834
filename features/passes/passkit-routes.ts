// Serves Apple's web service for passes, which devices call. A pass is identified by its own token,
// without a session. No SQL, no rules.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sendProblem } from '#platform/http/errors.ts'
import { callerOf, countLimits, holdLimits } from '#platform/http/limits/rate-limits.ts'
import type { Api } from '#platform/http/request-types.ts'
import { isProblem, problem } from '#values/problem.ts'
import {
  deviceLogBody,
  deviceParams,
  deviceReply,
  passParams,
  registrationBody,
  registrationParams,
  updatesQuery,
  updatesReply,
} from './contract.ts'
import { listUpdatedPasses } from './list-updated-passes.ts'
import { fetchPass } from './make-pass.ts'
import { passType } from './pass-routes.ts'
import type { Services } from './pass-services.ts'
import { registerDevice, unregisterDevice } from './register-device.ts'

/** Calls without a pass's token, and changes of registrations, an hour and address. */
const callsPerHour = 600
/** Lines of one device's report that are kept, and letters of each. */
const complaintsMax = 5
const complaintMax = 200

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const config = { access: 'public', problems: ['rate_limited'] } as const

export function passkitRoutes(app: Api, services: Services): void {
  registrationRoutes(app, services)

  app.get(
    '/passkit/v1/devices/:device/registrations/:passType',
    {
      config,
      schema: {
        params: deviceParams,
        querystring: updatesQuery,
        response: { 200: updatesReply, 204: z.undefined() },
      },
    },
    async (request, reply) => {
      if (await isOverLimit(request, reply, services)) return reply
      const { passTypeId } = await services.passSigner.identity()
      const { device, passType: asked } = request.params
      const tag = request.query.passesUpdatedSince
      const updates = asked === passTypeId ? await listUpdatedPasses(services, device, tag) : null
      return updates ?? reply.code(204).send(undefined)
    },
  )

  app.get(
    '/passkit/v1/passes/:passType/:serial',
    { config: ownPass(services, 'not_found'), schema: { params: passParams } },
    async (request, reply) => {
      const since = new Date(request.headers['if-modified-since'] ?? Number.NaN)
      const known = Number.isNaN(since.getTime()) ? undefined : since
      const caller = callerOf(request, services.settings)
      const pass = await fetchPass(services, request.params.serial, known, caller)
      void reply.header('cache-control', 'no-store')
      if (pass === null) return reply.code(304).send()
      if ('problem' in pass) return sendProblem(reply, pass)
      return reply
        .type(passType)
        .header('last-modified', pass.modifiedAt.toUTCString())
        .send(pass.bytes)
    },
  )

  app.post(
    '/passkit/v1/log',
    { config, schema: { body: deviceLogBody, response: { 200: deviceReply } } },
    async (request, reply) => {
      if (await isOverLimit(request, reply, services)) return reply
      for (const line of request.body.logs.slice(0, complaintsMax)) {
        services.log.warn('a device complains of a pass', { complaint: withoutIds(line) })
      }
      return {}
    },
  )
}

function registrationRoutes(app: Api, services: Services): void {
  const path = '/passkit/v1/devices/:device/registrations/:passType/:serial'
  app.post(
    path,
    {
      config: ownPass(services, 'too_many_passes'),
      schema: {
        params: registrationParams,
        body: registrationBody,
        response: { 200: deviceReply, 201: deviceReply },
      },
    },
    async (request, reply) => {
      const { device: deviceId, serial: passportId } = request.params
      if (await isOverLimit(request, reply, services)) return reply
      const { pushToken } = request.body
      const answer = await registerDevice(services, { deviceId, passportId }, pushToken)
      if (typeof answer === 'object' && isProblem(answer)) return sendProblem(reply, answer)
      return reply.code(answer === 'new' ? 201 : 200).send({})
    },
  )
  const forget = {
    config: ownPass(services),
    schema: { params: registrationParams, response: { 200: deviceReply } },
  }
  app.delete(path, forget, async (request, reply) => {
    const { device: deviceId, serial: passportId } = request.params
    if (await isOverLimit(request, reply, services)) return reply
    await unregisterDevice(services, { deviceId, passportId })
    return {}
  })
}

/**
 * Returns a route's options for the holder of a pass. Its token is checked before everything else.
 */
function ownPass(services: Services, ...more: ('not_found' | 'too_many_passes')[]) {
  const admit = async (request: FastifyRequest) =>
    (await ownsPass(request, services)) ? null : problem('wrong_pass_token')
  const problems = ['wrong_pass_token', 'rate_limited', ...more] as const
  return { access: 'public', problems, admit } as const
}

/** Whether the call has the token of the pass that it names. Needs no database. */
async function ownsPass(
  request: FastifyRequest,
  { keys, previousKeys, passSigner }: Services,
): Promise<boolean> {
  const { success, data } = passParams.safeParse(request.params)
  if (!success) return false
  const { passType: asked, serial } = data
  const given = /^ApplePass (\S{1,200})$/.exec(request.headers.authorization ?? '')?.[1]
  if (given === undefined || !uuid.test(serial)) return false
  const known = [keys, previousKeys]
    .filter((each) => each !== undefined)
    .some((each) => isSame(given, each.passToken(serial)))
  return known && asked === (await passSigner.identity()).passTypeId
}

function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(expected))
}

/** Counts the call. Above the limit, the answer is already sent. */
async function isOverLimit(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, settings }: Services,
): Promise<boolean> {
  const { isExempt, address } = callerOf(request, settings)
  if (isExempt) return false
  const limits = [{ bucket: `passkit/${address}`, windowSeconds: 3_600, max: callsPerHour }]
  const wait = await db.transaction(async (tx) => {
    const seconds = await holdLimits(tx, limits)
    if (seconds === null) await countLimits(tx, limits)
    return seconds
  })
  if (wait !== null) void sendProblem(reply, problem('rate_limited', { retryAfterSeconds: wait }))
  return wait !== null
}

/** Removes serial numbers, tokens and addresses of a device's report, which stay out of the log. */
function withoutIds(line: string): string {
  return line.replace(/[^\s"'()]{16,}/g, '…').slice(0, complaintMax)
}
