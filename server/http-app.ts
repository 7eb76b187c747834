// Builds an HTTP app with the guards, limits, errors and log of every app of the product. It has no routes of
// its own.
import { randomUUID } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance, type FastifyRequest, type RawServerDefault } from 'fastify'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { answerClientError } from '#platform/http/client-error.ts'
import { describeApi, refuseUndescribedRoutes } from '#platform/http/description/describe-api.ts'
import { problemOf, sendProblem } from '#platform/http/errors.ts'
import { watchMethods } from '#platform/http/guard/other-methods.ts'
import {
  type AccessChecks,
  bodyMaxBytes,
  guardRequests,
  type OwnOrigin,
  spendNonce,
  unreadableAddress,
} from '#platform/http/guard/request-guard.ts'
import { admitRequests } from '#platform/http/limits/admission.ts'
import { answerInTurn } from '#platform/http/limits/answer-in-turn.ts'
import { boundConnections, connectionTimes } from '#platform/http/limits/connection-limits.ts'
import { shedLoad } from '#platform/http/limits/event-loop-delay.ts'
import { limitAddresses, limitReads } from '#platform/http/limits/read-limits.ts'
import { workInTurns } from '#platform/http/limits/turns.ts'
import { recordRequest } from '#platform/metrics.ts'
import '#platform/http/request-types.ts'
import { problemKinds } from '#server/problems.ts'
import type { Services } from '#server/services.ts'
import { problem } from '#values/problem.ts'

export type App = FastifyInstance

type AppParts = {
  readonly origin: OwnOrigin
  /** Headers of every answer. */
  readonly headers: OutgoingHttpHeaders
  readonly description: Parameters<typeof describeApi>[0]
  readonly checksOf: (app: App) => AccessChecks
  readonly addRoutes: (scope: App, checks: AccessChecks) => Promise<void>
}

/** Delay of the event loop above which the process sheds load, in milliseconds. */
const eventLoopDelayMaxMs = 2_000

/** Timeout of the start of one plugin, in milliseconds. */
const pluginTimeoutMs = 30_000

/**
 * Maximum length of a path parameter: Node's limit of headers, so that only the routes limit
 * parameters.
 */
const addressMaxLength = 16 * 1024

export async function openHttpApp(
  services: Services,
  { origin, headers, description, checksOf, addRoutes }: AppParts,
): Promise<App> {
  const { headersTimeout, connectionsCheckingInterval, ...times } = connectionTimes
  const app = Fastify<RawServerDefault>({
    bodyLimit: bodyMaxBytes,
    ...times,
    // Turns off Node's own refusal of a missing Host, which has no JSON body; request-guard.ts refuses
    // it.
    http: { headersTimeout, connectionsCheckingInterval, requireHostHeader: false },
    trustProxy: (_address, hop) => hop < services.settings.trustedProxies,
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : unreadableAddress),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: addressMaxLength },
    forceCloseConnections: 'idle',
    // A busy machine takes longer to start.
    pluginTimeout: pluginTimeoutMs * services.settings.timeoutFactor,
    // Answers requests on open connections during the stop, and closes each connection after its answer.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => sendProblem(reply, problemOf(error, request)),
    logger: false,
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  // Replies are built field by field from rows. Their schemas only describe them.
  app.setSerializerCompiler(() => JSON.stringify)

  app.decorate('problemKinds', problemKinds)
  await app.register(cookie)
  app.addHook('onRequest', (request, reply, done) => {
    const { anyOrigin, headers: routeHeaders = {} } = request.routeOptions.config
    void reply.headers(headers).header('x-request-id', request.id).headers(routeHeaders)
    if (anyOrigin) void reply.header('access-control-allow-origin', '*')
    done()
  })
  await app.register(swagger, describeApi(description))
  refuseUndescribedRoutes(app)
  boundConnections(app, services)
  answerInTurn(app)
  shedLoad(app, eventLoopDelayMaxMs * services.settings.timeoutFactor)
  const limitOfAddress = limitAddresses(app, services)
  admitRequests(app, services.settings)
  const checks = checksOf(app)
  const { db, numbers } = services
  guardRequests(app, { db, origin, checks, bodyHashOf: numbers.bodyHashOf })
  limitReads(app, services, limitOfAddress)
  workInTurns(app, services)
  observe(app, services)
  const refuseOtherMethods = watchMethods(app)

  app.setErrorHandler(async (error: Error, request, reply) => {
    // No hook runs for a method that no route can have.
    if (!reply.hasHeader('x-request-id')) {
      void reply.headers(headers).header('x-request-id', request.id)
    }
    if (isAborted(request)) return sendProblem(reply, problem('bad_request'))
    const refused = await refusalOfError(error, request, services)
    if (refused.problem === 'internal' || refused.problem === 'unavailable') {
      services.log.error('request failed', { request_id: request.id, error })
    }
    return sendProblem(reply, refused)
  })
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, problem('not_found')))

  await app.register((scope) => addRoutes(scope, checks))
  refuseOtherMethods()
  return app
}

/** Returns true for a path or a whole address (not for `*`) that can be decoded. */
function isReadable(url: string): boolean {
  if (url.startsWith('*')) return false
  if (!url.includes('%')) return true
  const [path = ''] = url.split('?', 1)
  try {
    return !path.includes('%') || decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

/**
 * Returns true if the client closed the connection before its request was complete. That is no failure
 * of the product.
 */
function isAborted({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

/**
 * Returns the problem of a thrown error. Records the nonce of a signed call, except after an internal
 * error or an outage.
 */
async function refusalOfError(error: Error, request: FastifyRequest, { db }: Services) {
  const refused = problemOf(error, request)
  return refused.problem === 'internal' || refused.problem === 'unavailable'
    ? refused
    : spendNonce(request, db, refused).catch(() => refused)
}

function observe(app: FastifyInstance, { log }: Services): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const url = request.routeOptions.url ?? ''
    if (
      !reply.hasHeader('cache-control') &&
      /^\/(api|console|passport|dev|health|webhooks)(\/|$)/.test(url)
    ) {
      void reply.header('cache-control', 'no-store')
    }
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const { statusCode: status, elapsedTime } = reply
    recordRequest(request.method, route, status, elapsedTime)
    log[severityOf(route, status)]('request', {
      request_id: request.id,
      method: request.method,
      route,
      status,
      duration_ms: Math.round(elapsedTime),
      ...(request.refusal === null ? {} : { code: request.refusal }),
      ...request.caller?.logFields,
    })
    done()
  })
}

/**
 * Returns the log level of a request. Successful health checks get `debug`, because a proxy sends one
 * every two seconds.
 */
function severityOf(route: string, status: number): 'debug' | 'info' | 'warn' {
  if (!route.startsWith('/health/')) return 'info'
  return status === 200 ? 'debug' : 'warn'
}
