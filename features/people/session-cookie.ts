// Reads, sets and clears the session cookie (docs/product.md#sessions). Its value must never be logged.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSecure } from '#platform/http/pages/security-headers.ts'
import { signOutCookie } from '#values/sign-out-mark.ts'
import { sessionAbsoluteDays } from './find-session.ts'

/** `publicUrl` is the product's own address. With http, cookies lack the attribute Secure. */
export type CookieSettings = { readonly publicUrl: string }

/** Returns the cookie's name. The prefix `__Host-` requires Secure, which http on localhost cannot have. */
export function cookieName(settings: CookieSettings): string {
  return isSecure(settings) ? '__Host-session' : 'session'
}

function cookieAttributes(settings: CookieSettings) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure(settings) } as const
}

/** Returns a function that reads the session cookie, or returns undefined if the request has none. */
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
  void reply.setCookie(cookieName(settings), token, { ...cookieAttributes(settings), maxAge })
  clearSignOutMark(reply)
}

export function clearSessionCookie(reply: FastifyReply, settings: CookieSettings): void {
  void reply.clearCookie(cookieName(settings), cookieAttributes(settings))
  clearSignOutMark(reply)
}

/** Clears the mark of a signed-out browser. */
function clearSignOutMark(reply: FastifyReply): void {
  if (signOutCookie in reply.request.cookies) void reply.clearCookie(signOutCookie, { path: '/' })
}
