// Reports rate limits in the headers of draft-ietf-httpapi-ratelimit-headers-10. Sign-in reports
// none: its limits belong to numbers, and would reveal other callers' codes
// (docs/product.md#rate-limits).
import type { FastifyReply } from 'fastify'

/** A quota that refills gradually. */
export type Quota = {
  readonly name: string
  /** Calls at once. */
  readonly quota: number
  /** Seconds until an empty quota is full again. */
  readonly windowSeconds: number
}

/** `left` calls may follow now. The quota is full again after `fullAfterSeconds`. */
export function sendQuota(
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

/** Reports that a limit is used up for `seconds`, without its quota. */
export function sendSpent(reply: FastifyReply, seconds: number): void {
  if (isSignIn(urlOf(reply)) || reply.hasHeader('ratelimit')) return
  void reply.header('ratelimit', `"calls";r=0;t=${seconds}`)
}

/** Whether an address reports no limits. */
export function isSignIn(url: string): boolean {
  return url.startsWith('/api/auth/')
}

const urlOf = ({ request }: FastifyReply) => request.routeOptions.url ?? ''
