// The session cookie's name and attributes (contract 2). Its value is never logged.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionAbsoluteDays } from '#features/sign-in/session-guard.ts'
import { loopbackNames } from '#platform/http/loopback.ts'
import type { Settings } from '#server/settings.ts'

/** Contract 2: insecure on plain-http localhost only. */
export function isSecure({ publicUrl }: Settings): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || !loopbackNames.has(hostname)
}

/** `__Host-` demands Secure, which plain-http localhost cannot have. */
function cookieName(settings: Settings): string {
  return isSecure(settings) ? '__Host-session' : 'session'
}

function attributes(settings: Settings) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure(settings) } as const
}

export function readSessionCookie(request: FastifyRequest, settings: Settings): string | undefined {
  const value = request.cookies[cookieName(settings)]
  return value === undefined || value === '' ? undefined : value
}

export function setSessionCookie(reply: FastifyReply, settings: Settings, token: string): void {
  const maxAge = sessionAbsoluteDays * 86_400
  void reply.setCookie(cookieName(settings), token, { ...attributes(settings), maxAge })
}

export function clearSessionCookie(reply: FastifyReply, settings: Settings): void {
  void reply.clearCookie(cookieName(settings), attributes(settings))
}
