// Serves sign-in over HTTP. No SQL, no rules.
import { z } from 'zod'
import { changeProfile } from '#features/passport/change-profile.ts'
import { openProfile, passportFinder } from '#features/passport/read-profile.ts'
import {
  profileChanges,
  profileSchema,
  requestOtpBody,
  requestOtpProblems,
  requestOtpReply,
  terminalProblems,
  terminalReply,
  verifyOtpBody,
  verifyOtpProblems,
  verifyOtpReply,
} from '#features/people/contract.ts'
import { deviceWords } from '#features/people/device-words.ts'
import { endSession } from '#features/people/end-session.ts'
import { renewTerminal } from '#features/people/issue-terminal.ts'
import { viewerOf } from '#features/people/session-check.ts'
import {
  clearSessionCookie,
  sessionCookieReader,
  setSessionCookie,
} from '#features/people/session-cookie.ts'
import { readDeviceCookie, setDeviceCookie } from '#features/sign-in/codes/device-cookie.ts'
import { requestCode } from '#features/sign-in/codes/request-code.ts'
import { sendProblem } from '#platform/http/errors.ts'
import { callerOf } from '#platform/http/limits/rate-limits.ts'
import { followLanguage, pageLanguage } from '#platform/http/pages/page-language.ts'
import type { Api } from '#platform/http/request-types.ts'
import { isProblem } from '#values/problem.ts'
import type { Services } from './sign-in-services.ts'
import { verifyCode } from './verify-code.ts'

export function signInRoutes(app: Api, services: Services): void {
  codeRoutes(app, services)
  sessionRoutes(app, services)
}

function codeRoutes(app: Api, services: Services): void {
  const sessionCookieOf = sessionCookieReader(services.settings)

  app.post(
    '/api/auth/request-otp',
    {
      config: { access: 'public', invalidBody: 'invalid_phone', problems: requestOtpProblems },
      schema: { body: requestOtpBody, response: { 200: requestOtpReply } },
    },
    async (request, reply) => {
      const answer = await requestCode(
        services,
        { phone: request.body.phone, purpose: 'sign_in', passportId: null },
        callerOf(request, services.settings),
        readDeviceCookie(request, services.settings),
      )
      return isProblem(answer) ? sendProblem(reply, answer) : answer
    },
  )

  app.post(
    '/api/auth/verify-otp',
    {
      config: { access: 'public', invalidBody: 'invalid_code', problems: verifyOtpProblems },
      schema: { body: verifyOtpBody, response: { 200: verifyOtpReply } },
    },
    async (request, reply) => {
      const { phone, code, mine } = request.body
      const words = deviceWords(request.headers['user-agent'])
      const formerToken = sessionCookieOf(request)
      const device = readDeviceCookie(request, services.settings)
      const answer = await verifyCode(
        services,
        { phone, code, mine, formerToken, device, words, language: pageLanguage(request) },
        callerOf(request, services.settings),
      )
      if (isProblem(answer)) return sendProblem(reply, answer)
      const { user, terminal, sessionToken } = answer
      setSessionCookie(reply, services.settings, sessionToken)
      setDeviceCookie(reply, services.settings, answer.device)
      followLanguage(request, reply, services.settings, user.language)
      return { user, terminal }
    },
  )
}

function sessionRoutes(app: Api, services: Services): void {
  const sessionCookieOf = sessionCookieReader(services.settings)

  app.get(
    '/api/auth/me',
    {
      config: { findSession: passportFinder(services.db) },
      schema: { response: { 200: profileSchema } },
    },
    (request) => openProfile(services.db, viewerOf(request)),
  )

  app.post(
    '/api/auth/logout',
    { config: { access: 'public' }, schema: { response: { 204: z.undefined() } } },
    async (request, reply) => {
      await endSession(services.db, sessionCookieOf(request))
      clearSessionCookie(reply, services.settings)
      return reply.code(204).send(undefined)
    },
  )

  app.post(
    '/api/auth/terminal',
    { config: { problems: terminalProblems }, schema: { response: { 200: terminalReply } } },
    async (request, reply) => {
      const { sessionId } = viewerOf(request)
      const answer = await services.db.transaction((tx) =>
        renewTerminal(tx, services.keys, sessionId),
      )
      return isProblem(answer) ? sendProblem(reply, answer) : answer
    },
  )

  app.patch(
    '/api/profile',
    { schema: { body: profileChanges, response: { 200: profileSchema } } },
    async (request, reply) => {
      const user = await changeProfile(services.db, viewerOf(request).passportId, request.body)
      followLanguage(request, reply, services.settings, user.language)
      return user
    },
  )
}
