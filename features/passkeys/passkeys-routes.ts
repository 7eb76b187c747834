// Serves passkeys over HTTP. It contains no rules and no SQL.
import { checkTerms } from '#features/legal/check-terms.ts'
import { findDeviceNames } from '#features/people/device-words.ts'
import { viewerOf } from '#features/people/session-check.ts'
import { sessionCookieReader } from '#features/people/session-cookie.ts'
import { readDeviceCookie } from '#features/sign-in/codes/device-cookie.ts'
import { setSession } from '#features/sign-in/sessions/set-session.ts'
import type { Services as SignInServices } from '#features/sign-in/sign-in-services.ts'
import { nonceOf } from '#platform/http/guard/request-guard.ts'
import { recordNonces } from '#platform/http/guard/request-signature.ts'
import { pageLanguage } from '#platform/http/pages/page-language.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import { answered } from '#values/call.ts'
import { isProblem, problem } from '#values/problem.ts'
import { addPasskey, creationOptions, passkeyOnWire, removePasskey } from './own-passkeys.ts'
import { findPasskeysOf } from './passkey-queries.ts'
import * as calls from './passkeys-calls.ts'
import { type OriginSettings, relyingPartyOf } from './relying-party.ts'
import { requestOptions, signInWithPasskey } from './sign-in-with-passkey.ts'

type Services = SignInServices & { readonly settings: OriginSettings }

export function passkeyRoutes(app: Api, services: Services): void {
  ownPasskeyRoutes(app, services)
  const { settings } = services
  const sessionCookieOf = sessionCookieReader(settings)

  serve(app, calls.getRequestOptions, (request) => {
    const relyingParty = relyingPartyOf(request, settings)
    return relyingParty === null
      ? problem('passkeys_unavailable')
      : requestOptions(services, relyingParty)
  })

  serve(app, calls.signInWithPasskey, async (request, reply) => {
    const relyingParty = relyingPartyOf(request, settings)
    if (relyingParty === null) return problem('passkeys_unavailable')
    const { credential, terms_version: termsVersion } = request.body
    const refusal = await checkTerms(services, termsVersion)
    if (refusal !== null) return refusal
    const answer = await signInWithPasskey(services, relyingParty, {
      ...{ credential, termsVersion },
      previousToken: sessionCookieOf(request),
      device: readDeviceCookie(request, settings),
      deviceNames: findDeviceNames(request.headers['user-agent']),
      language: pageLanguage(request),
    })
    return isProblem(answer) ? answer : setSession(request, reply, settings, answer)
  })
}

/** Adds the routes of the user's own passkeys. The calls that change them must be signed. */
function ownPasskeyRoutes(app: Api, services: Services): void {
  const { db, settings } = services

  serve(app, calls.listPasskeys, async (request) => {
    const rows = await findPasskeysOf(db, viewerOf(request).passportId)
    return rows.map(passkeyOnWire)
  })

  serve(app, calls.getCreationOptions, async (request) => {
    const newNonces = await recordNonces(db, [nonceOf(request)])
    if (newNonces.size === 0) return problem('replayed')
    const relyingParty = relyingPartyOf(request, settings)
    return relyingParty === null
      ? problem('passkeys_unavailable')
      : creationOptions(services, relyingParty, viewerOf(request))
  })

  serve(app, calls.addPasskey, async (request) => {
    const relyingParty = relyingPartyOf(request, settings)
    if (relyingParty === null) return problem('passkeys_unavailable')
    const signedRequest = { viewer: viewerOf(request), nonce: nonceOf(request) }
    const deviceNames = findDeviceNames(request.headers['user-agent'])
    const typed = { ...request.body, deviceNames }
    const answer = await addPasskey(services, relyingParty, signedRequest, typed)
    return isProblem(answer) ? answer : answered(201, answer)
  })

  serve(app, calls.removePasskey, async (request) => {
    const signedRequest = { viewer: viewerOf(request), nonce: nonceOf(request) }
    const refusal = await removePasskey(services, signedRequest, request.params.id)
    return refusal ?? answered(204, undefined)
  })
}
