// Sets the name and attributes of a known browser's cookie. It outlives the sign-out, since it
// opens no session (known-device.ts).
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CookieSettings } from '#features/people/session-cookie.ts'
import { isSecure } from '#platform/http/pages/security-headers.ts'

/** Days without a sign-in after which a browser is no longer known. */
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
