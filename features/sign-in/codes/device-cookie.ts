// The cookie of a browser that signed in before: its name and attributes. It outlives sign-out, since it
// opens nothing (known-device.ts).
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CookieSettings } from '#features/people/session-cookie.ts'
import { isSecure } from '#platform/http/pages/secure-cookies.ts'

/** A browser that was away longer is one like any other. */
export const deviceDays = 180

/** `__Host-` demands Secure, which plain-http localhost cannot have. */
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
