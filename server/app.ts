// Builds the HTTP app, one feature a line. It opens nothing itself: start.ts and the tests pass its
// services.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
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
import { apiDocsRoutes } from '#platform/http/description/api-docs-routes.ts'
import type { AccessChecks } from '#platform/http/guard/request-guard.ts'
import { healthRoutes } from '#platform/http/health.ts'
import { securityHeaders } from '#platform/http/pages/security-headers.ts'
import { applePayDomainRoute } from '#providers/cards/apple-pay-domain.ts'
import { cardSources } from '#providers/cards/card-providers.ts'
import { sandboxCardRoutes } from '#providers/cards/card-sandbox-routes.ts'
import { sandboxInboxRoutes } from '#providers/sms/sms-sandbox-routes.ts'
import { sandboxGoogleRoutes } from '#providers/wallet-pass/sandbox-google-routes.ts'
import { apiDescription } from '#server/api-description.ts'
import { type App, openHttpApp } from '#server/http-app.ts'
import { builtStyles } from '#server/pages/built-styles.ts'
import { webRoutes } from '#server/pages/web-routes.ts'
import type { Services } from '#server/services.ts'
import type { Language } from '#values/lists/languages.ts'

export type { App } from '#server/http-app.ts'

export async function buildApp(services: Services): Promise<App> {
  const { settings } = services
  const { name, email } = settings.seller
  const contact = {
    name: name ?? 'Carbon Passport',
    url: settings.publicUrl,
    ...(email && { email }),
  }
  return openHttpApp(services, {
    origin: settings,
    headers: securityHeaders({ ...settings, foreignSources: cardSources[settings.cards.kind] }),
    description: { ...apiDescription, contact, cookie: cookieName(settings) },
    checksOf: (app) => ({
      ...sessionChecks(app, services),
      partner: partnerCheck(app, services),
    }),
    addRoutes: (scope, { session }) => addRoutes(scope, services, session),
  })
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
    policy: settings.logWitnesses?.policy,
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
