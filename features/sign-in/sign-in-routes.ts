// Serves sign-in over HTTP. It contains no rules and no SQL.

import { checkTerms } from '#features/legal/check-terms.ts'
import {
  changeProfile,
  passportFinder,
  readProfileAndMarkGifts,
} from '#features/passport/read-profile.ts'
import { findDeviceNames } from '#features/people/device-words.ts'
import { renewTerminal } from '#features/people/issue-terminal.ts'
import { endSession } from '#features/people/own-sessions.ts'
import * as sessionCalls from '#features/people/people-calls.ts'
import { viewerOf } from '#features/people/session-check.ts'
import { clearSessionCookie, sessionCookieReader } from '#features/people/session-cookie.ts'
import { readDeviceCookie } from '#features/sign-in/codes/device-cookie.ts'
import { requestCode } from '#features/sign-in/codes/request-code.ts'
import { setSession } from '#features/sign-in/sessions/set-session.ts'
import { callerOf } from '#platform/http/limits/rate-limits.ts'
import { followLanguage, pageLanguage } from '#platform/http/pages/page-language.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import { answered } from '#values/call.ts'
import { isProblem } from '#values/problem.ts'
import * as codeCalls from './sign-in-calls.ts'
import type { Services } from './sign-in-services.ts'
import { verifyCode } from './verify-code.ts'

export function signInRoutes(app: Api, services: Services): void {
  codeRoutes(app, services)
  sessionRoutes(app, services)
}

function codeRoutes(app: Api, services: Services): void {
  const sessionCookieOf = sessionCookieReader(services.settings)

  serve(app, codeCalls.requestCode, (request) =>
    requestCode(
      services,
      { phone: request.body.phone, purpose: 'sign_in', passportId: null },
      callerOf(request, services.settings),
      readDeviceCookie(request, services.settings),
    ),
  )

  serve(app, codeCalls.verifyCode, async (request, reply) => {
    const { phone, code, mine, terms_version: termsVersion } = request.body
    const refusal = await checkTerms(services, termsVersion)
    if (refusal !== null) return refusal
    const deviceNames = findDeviceNames(request.headers['user-agent'])
    const previousToken = sessionCookieOf(request)
    const device = readDeviceCookie(request, services.settings)
    const answer = await verifyCode(
      services,
      {
        ...{ phone, code, mine, termsVersion, previousToken, device, deviceNames },
        language: pageLanguage(request),
      },
      callerOf(request, services.settings),
    )
    return isProblem(answer) ? answer : setSession(request, reply, services.settings, answer)
  })
}

function sessionRoutes(app: Api, services: Services): void {
  const { db, keys, settings } = services
  const sessionCookieOf = sessionCookieReader(settings)

  serve(app, sessionCalls.getSession, (request) => readProfileAndMarkGifts(db, viewerOf(request)), {
    findSession: passportFinder(db),
  })

  serve(app, sessionCalls.logOut, async (request, reply) => {
    await endSession(db, sessionCookieOf(request))
    clearSessionCookie(reply, settings)
    return answered(204, undefined)
  })

  serve(app, sessionCalls.renewTerminal, (request) =>
    db.transaction((tx) => renewTerminal(tx, keys, viewerOf(request).sessionId)),
  )

  serve(app, sessionCalls.changeProfile, async (request, reply) => {
    const user = await changeProfile(db, viewerOf(request).passportId, request.body)
    if (isProblem(user)) return user
    followLanguage(request, reply, settings, user.language)
    return user
  })
}
