// Sets the cookies of an opened session, and returns the answer of the sign-in.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CookieSettings, setSessionCookie } from '#features/people/session-cookie.ts'
import { setDeviceCookie } from '#features/sign-in/codes/device-cookie.ts'
import type { SignedInReply } from '#features/sign-in/sign-in-calls.ts'
import { followLanguage } from '#platform/http/pages/page-language.ts'
import type { SignedIn } from './open-sessions-batch.ts'

export function setSession(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: CookieSettings,
  { user, terminal, sessionToken, device }: SignedIn,
): SignedInReply {
  setSessionCookie(reply, settings, sessionToken)
  setDeviceCookie(reply, settings, device)
  followLanguage(request, reply, settings, user.language)
  return { user, terminal }
}
