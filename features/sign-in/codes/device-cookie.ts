// Reads and sets the cookie of a known browser. It stays after the sign-out, because it opens no session
// (known-device.ts).
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CookieSettings } from '#features/people/session-cookie.ts'
import { isSecure } from '#platform/http/pages/security-headers.ts'

/** Days for which a browser is known after a sign-in. */
export const deviceDays = 180

/** Returns the cookie's name. The prefix `__Host-` requires Secure, which http on localhost cannot have. */
function cookieName(settings: CookieSettings): string {
  return isSecure(settings) ? '__Host-device' : 'device'
}

export function readDeviceCookie(
  request: FastifyRequest,
  settings: CookieSettings,
): string | undefined {
  return request.cookies[cookieName(settings)]
}

export function setDeviceCookie(
  reply: FastifyReply,
  settings: CookieSettings,
  value: string,
): void {
  void reply.setCookie(cookieName(settings), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(settings),
    maxAge: deviceDays * 86_400,
  })
}
