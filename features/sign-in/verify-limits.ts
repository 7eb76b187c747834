// How often codes may be tried from one address, besides the limits of each phone. Pure: it names the
// bucket, the use case holds it. How often codes are sent is decided with all other SMS.
import type { Caller, RateLimit } from '#platform/http/rate-limits.ts'

/** The bucket of one attempt to verify; none for an exempt caller. */
export function verifyLimits({ address, isExempt }: Caller): RateLimit[] {
  return isExempt ? [] : [{ bucket: `verify/address/${address}`, windowSeconds: 300, max: 30 }]
}
