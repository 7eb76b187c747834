// Sets the session cookie's name and attributes (docs/product.md#sessions). Its value is never logged.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSecure } from '#platform/http/pages/security-headers.ts'
import { sessionAbsoluteDays } from './find-session.ts'

/** Our own origin decides whether cookies may be insecure. */
export type CookieSettings = { readonly publicUrl: string }

/** `__Host-` demands Secure, which plain-http localhost cannot have. */
export function cookieName(settings: CookieSettings): string {
  return isSecure(settings) ? '__Host-session' : 'session'
}

function attributes(settings: CookieSettings) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure(settings) } as const
}

/** Returns a reader of the session cookie; it returns undefined without a cookie. */
export function sessionCookieReader(
  settings: CookieSettings,
): (request: FastifyRequest) => string | undefined {
  const name = cookieName(settings)
  return ({ cookies }) => cookies[name] || undefined
}

export function setSessionCookie(
  reply: FastifyReply,
  settings: CookieSettings,
  token: string,
): void {
  const maxAge = sessionAbsoluteDays * 86_400
  void reply.setCookie(cookieName(settings), token, { ...attributes(settings), maxAge })
}

export function clearSessionCookie(reply: FastifyReply, settings: CookieSettings): void {
  void reply.clearCookie(cookieName(settings), attributes(settings))
}
