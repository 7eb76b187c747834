// Holds the signed-in member of staff of a console's request.
import type { FastifyRequest } from 'fastify'

export type StaffViewer = {
  readonly id: string
  readonly name: string
  readonly roles: readonly string[]
  readonly sessionId: string
  /** When the passkey was used last in this session. */
  readonly verifiedAt: Date
  /** The end of the session, if it is not used any more. */
  readonly expiresAt: Date
}

declare module 'fastify' {
  interface FastifyRequest {
    staff: StaffViewer | null
  }
}

/** Returns the signed-in member of staff. Throws if the route is public. */
export function staffOf(request: FastifyRequest): StaffViewer {
  if (!request.staff) throw new Error(`${request.routeOptions.url} has no session check`)
  return request.staff
}

/** Milliseconds for which a used passkey allows sensitive actions (docs/product.md#actions). */
const freshMs = 300_000

/** Returns true if the passkey was used a short time ago. */
export function hasFreshPasskey(
  { verifiedAt }: Pick<StaffViewer, 'verifiedAt'>,
  nowMs: number,
): boolean {
  return nowMs - verifiedAt.getTime() <= freshMs
}
