// Builds the HTTP app, one feature a line. It opens nothing itself: start.ts and the tests pass its
// services.
import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance, type FastifyRequest, type RawServerDefault } from 'fastify'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { achievementRoutes } from '#features/achievements/achievements-routes.ts'
import { activityRoutes } from '#features/activity/activity-routes.ts'
import { leaderboardRoutes } from '#features/boards/board-routes.ts'
import { projectRoutes } from '#features/catalogue/catalogue-routes.ts'
import { certificateRoutes } from '#features/certificates/certificate-routes.ts'
import { publicCertificateRoutes } from '#features/certificates/public-routes.ts'
import { openLandingCosts, readLandingCosts } from '#features/landing/landing-costs.ts'
import { logPage } from '#features/log/fill-log-page.ts'
import { logRoutes } from '#features/log/log-routes.ts'
import { smsWebhookRoutes } from '#features/messages/webhooks/webhook-route.ts'
import { ownDataRoutes } from '#features/own-data/own-data-routes.ts'
import { partnerCallGuide } from '#features/partners/call-guide.ts'
import { partnerCheck } from '#features/partners/partner-check.ts'
import { partnerRoutes } from '#features/partners/partner-routes.ts'
import { partnerReadRoutes } from '#features/partners/read-routes.ts'
import { walletPassRoutes } from '#features/passes/pass-routes.ts'
import { passkitRoutes } from '#features/passes/passkit-routes.ts'
import { passkeyRoutes } from '#features/passkeys/passkeys-routes.ts'
import { passportRoutes } from '#features/passport/passport-routes.ts'
import { foundProfile, passportFinder } from '#features/passport/read-profile.ts'
import { sessionChecks, viewerOf } from '#features/people/session-check.ts'
import { cookieName } from '#features/people/session-cookie.ts'
import { planRoutes } from '#features/plans/plans-routes.ts'
import { notificationRoutes } from '#features/purchases/notify/notify-routes.ts'
import { purchaseRoutes } from '#features/purchases/purchase-routes.ts'
import { cardWebhookRoutes } from '#features/purchases/refund/refund-routes.ts'
import { savedCardRoutes } from '#features/purchases/saved-cards/saved-cards-routes.ts'
import { receiptRoutes } from '#features/receipts/receipt-routes.ts'
import { rewardRoutes } from '#features/reward-claims/reward-claims-routes.ts'
import { signInRoutes } from '#features/sign-in/sign-in-routes.ts'
import { transparencyPage } from '#features/transparency/fill-transparency-page.ts'
import { createTransparency } from '#features/transparency/read-transparency.ts'
import { transparencyRoutes } from '#features/transparency/transparency-routes.ts'
import { walletRoutes } from '#features/wallet/wallet-routes.ts'
import { answerClientError } from '#platform/http/client-error.ts'
import { apiDocsRoutes } from '#platform/http/description/api-docs-routes.ts'
import { describeApi, refuseUndescribedRoutes } from '#platform/http/description/describe-api.ts'
import { problemOf, sendProblem } from '#platform/http/errors.ts'
import { watchMethods } from '#platform/http/guard/other-methods.ts'
import {
  type AccessChecks,
  bodyMaxBytes,
  guardRequests,
  spendNonce,
  unreadableAddress,
} from '#platform/http/guard/request-guard.ts'
import { healthRoutes } from '#platform/http/health.ts'
import { admitRequests } from '#platform/http/limits/admission.ts'
import { answerInTurn } from '#platform/http/limits/answer-in-turn.ts'
import { boundConnections, connectionTimes } from '#platform/http/limits/connection-limits.ts'
import { shedLoad } from '#platform/http/limits/event-loop-delay.ts'
import { limitReads } from '#platform/http/limits/read-limits.ts'
import { recordRequest } from '#platform/metrics.ts'
import { applePayDomainRoute } from '#providers/cards/apple-pay-domain.ts'
import { cardSources } from '#providers/cards/card-providers.ts'
import { sandboxCardRoutes } from '#providers/cards/card-sandbox-routes.ts'
import { sandboxInboxRoutes } from '#providers/sms/sms-sandbox-routes.ts'
import { sandboxGoogleRoutes } from '#providers/wallet-pass/sandbox-google-routes.ts'
import '#platform/http/request-types.ts'
import { securityHeaders } from '#platform/http/pages/security-headers.ts'
import { apiDescription } from '#server/api-description.ts'
import { builtStyles } from '#server/pages/built-styles.ts'
import { webRoutes } from '#server/pages/web-routes.ts'
import { problemKinds } from '#server/problems.ts'
import type { Services } from '#server/services.ts'
import type { Language } from '#values/lists/languages.ts'
import { problem } from '#values/problem.ts'

export type App = FastifyInstance

/** Delay of the event loop above which the process sheds load, in milliseconds. */
const eventLoopDelayMaxMs = 2_000

/** Timeout of the start of one plugin, in milliseconds. */
const pluginTimeoutMs = 30_000

/**
 * Maximum length of a path parameter: Node's limit of headers, so that only the routes limit
 * parameters.
 */
const addressMaxLength = 16 * 1024

export async function buildApp(services: Services): Promise<App> {
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
  const { db, settings } = services
  const foreignSources = cardSources[settings.cards.kind]
  const headers = securityHeaders({ ...settings, foreignSources })
  app.addHook('onRequest', (request, reply, done) => {
    const { anyOrigin, headers: routeHeaders = {} } = request.routeOptions.config
    void reply.headers(headers).header('x-request-id', request.id).headers(routeHeaders)
    if (anyOrigin) void reply.header('access-control-allow-origin', '*')
    done()
  })
  const { name, email } = settings.seller
  const contact = {
    name: name ?? 'Carbon Passport',
    url: settings.publicUrl,
    ...(email && { email }),
  }
  const described = { ...apiDescription, contact, cookie: cookieName(settings) }
  await app.register(swagger, describeApi(described))
  refuseUndescribedRoutes(app)
  boundConnections(app, services)
  answerInTurn(app)
  shedLoad(app, eventLoopDelayMaxMs * services.settings.timeoutFactor)
  admitRequests(app)
  const checks = { ...sessionChecks(app, services), partner: partnerCheck(app, services) }
  guardRequests(app, { db, origin: settings, checks, bodyHashOf: services.numbers.bodyHashOf })
  limitReads(app, services)
  observe(app, services)
  const refuseOtherMethods = watchMethods(app)

  app.setErrorHandler(async (error: Error, request, reply) => {
    if (isAborted(request)) return sendProblem(reply, problem('bad_request'))
    const refused = await refusalOfError(error, request, services)
    if (refused.problem === 'internal' || refused.problem === 'unavailable') {
      services.log.error('request failed', { request_id: request.id, error })
    }
    return sendProblem(reply, refused)
  })
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, problem('not_found')))

  await app.register((scope) => addRoutes(scope, services, checks.session))
  refuseOtherMethods()
  return app
}

/** Adds all routes, behind the guards of `app`. */
async function addRoutes(
  scope: FastifyInstance,
  services: Services,
  session: AccessChecks['session'],
): Promise<void> {
  const { db, settings } = services
  const api = scope.withTypeProvider<ZodTypeProvider>()
  healthRoutes(api, { db, timeoutFactor: settings.timeoutFactor })
  apiDocsRoutes(api, { guide: partnerCallGuide(), canSign: services.smsSandbox !== null })
  signInRoutes(api, services)
  passkeyRoutes(api, services)
  ownDataRoutes(api, services)
  passportRoutes(api, services)
  walletPassRoutes(api, services)
  passkitRoutes(api, services)
  projectRoutes(api, services)
  purchaseRoutes(api, services)
  savedCardRoutes(api, services)
  walletRoutes(api, services)
  partnerRoutes(api, services)
  partnerReadRoutes(api, services)
  activityRoutes(api, services)
  receiptRoutes(api, services)
  achievementRoutes(api, services)
  rewardRoutes(api, services)
  planRoutes(api, services)
  leaderboardRoutes(api, services)
  notificationRoutes(api, services)
  logRoutes(api, services)
  const transparency = createTransparency(db, {
    clock: services.clock,
    retirementDays: settings.retirementDays,
  })
  transparencyRoutes(api, { transparency, publicUrl: settings.publicUrl })
  certificateRoutes(api, services)
  publicCertificateRoutes(api, { ...services, styles: await builtStyles() })
  await cardWebhookRoutes(api, services)
  await smsWebhookRoutes(api, services)
  const { smsSandbox, cardSandbox, googleSandbox } = services
  if (smsSandbox !== null) sandboxInboxRoutes(api, { settings, smsSandbox, db })
  if (cardSandbox !== null) sandboxCardRoutes(api, { cardSandbox })
  const { cards } = settings
  applePayDomainRoute(api, { text: cards.kind === 'stripe' ? cards.applePayDomain : undefined })
  if (googleSandbox !== null) sandboxGoogleRoutes(api, { googleSandbox })
  const filledPages = [
    transparencyPage(transparency),
    logPage({ db, publicUrl: settings.publicUrl }),
  ]
  const currentProfile = {
    findSession: passportFinder(db),
    of: (request: FastifyRequest) => foundProfile(viewerOf(request)),
  }
  const { clock } = services
  const readCosts = (language: Language) =>
    readLandingCosts(db, settings.cardMinimumMinor, language)
  const landingCosts = openLandingCosts(readCosts, clock)
  await webRoutes(api, { settings, session, filledPages, landingCosts, currentProfile, clock })
}

function isReadable(url: string): boolean {
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
      /^\/(api|passport|dev|health|webhooks)(\/|$)/.test(url)
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
