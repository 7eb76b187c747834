// Reports rate limits in the headers of draft-ietf-httpapi-ratelimit-headers-10. Sign-in reports none,
// because its limits are per phone number and would reveal other callers' codes
// (docs/product.md#rate-limits).
import type { FastifyReply } from 'fastify'

/** A quota that refills gradually. */
export type Quota = {
  readonly name: string
  /** Capacity of the quota, in calls. */
  readonly quota: number
  /** Seconds until an empty quota is full again. */
  readonly windowSeconds: number
}

/**
 * Sets the headers of a quota: `left` calls are allowed now, and it is full again after
 * `fullAfterSeconds`. Sets none for sign-in.
 */
export function setQuotaHeaders(
  reply: FastifyReply,
  { name, quota, windowSeconds }: Quota,
  left: number,
  fullAfterSeconds: number,
): void {
  if (isSignIn(urlOf(reply))) return
  void reply
    .header('ratelimit-policy', `"${name}";q=${quota};w=${windowSeconds}`)
    .header('ratelimit', `"${name}";r=${left};t=${fullAfterSeconds}`)
}

/** Sets the header of a used-up limit, which resets after `seconds`. Sets none for sign-in. */
export function setSpentHeader(reply: FastifyReply, seconds: number): void {
  if (isSignIn(urlOf(reply)) || reply.hasHeader('ratelimit')) return
  void reply.header('ratelimit', `"calls";r=0;t=${seconds}`)
}

/** Returns true for addresses of sign-in and sessions (`/api/auth/`), which report no limits. */
export function isSignIn(url: string): boolean {
  return url.startsWith('/api/auth/')
}

const urlOf = ({ request }: FastifyReply) => request.routeOptions.url ?? ''
