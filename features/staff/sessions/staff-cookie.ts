// Reads, sets and clears the cookie of the console. Its value must never be logged.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSecure } from '#platform/http/pages/security-headers.ts'
import { sessionHours } from './staff-session-queries.ts'

type OwnAddress = { readonly consoleUrl: string }

/** Returns the cookie's name, which differs from that of the product. */
export function staffCookieName({ consoleUrl }: OwnAddress): string {
  return isSecure({ publicUrl: consoleUrl }) ? '__Host-staff' : 'staff'
}

function attributesOf({ consoleUrl }: OwnAddress) {
  const secure = isSecure({ publicUrl: consoleUrl })
  return { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
}

export function readStaffCookie(
  { cookies }: FastifyRequest,
  address: OwnAddress,
): string | undefined {
  return cookies[staffCookieName(address)] || undefined
}

export function setStaffCookie(reply: FastifyReply, address: OwnAddress, token: string): void {
  const maxAge = sessionHours * 3_600
  void reply.setCookie(staffCookieName(address), token, { ...attributesOf(address), maxAge })
}

export function clearStaffCookie(reply: FastifyReply, address: OwnAddress): void {
  void reply.clearCookie(staffCookieName(address), attributesOf(address))
}
