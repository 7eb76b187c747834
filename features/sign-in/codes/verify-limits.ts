// Declares how often codes may be tried besides the limits of each phone: by an address, by an
// address at one number, and by a known browser. Pure: it names the buckets, the use cases lock
// them. `number` is the phone hash. The sending of codes is limited with all other SMS.
import type { Caller, RateLimit } from '#platform/http/limits/rate-limits.ts'
import { codeTriesMax } from '#values/text/one-time-code.ts'

const hour = 3_600
const day = 86_400

/** The caller of a typed code, and the phone hash of its number. */
type AtNumber = { readonly caller: Caller; readonly number: string }

/** Returns the bucket of one attempt to verify; none for an exempt caller. */
export function verifyLimits({ address, isExempt }: Caller): RateLimit[] {
  return isExempt ? [] : [{ bucket: `verify/address/${address}`, windowSeconds: 300, max: 30 }]
}

/**
 * Wrong codes of an address at one number in an hour: as many as a code has attempts, half of those
 * after which the number waits. So the address waits before the number does.
 */
export function missesOfHour({ caller, number }: AtNumber): RateLimit {
  return {
    bucket: `verify/misses/${caller.address}/${number}`,
    windowSeconds: hour,
    max: codeTriesMax,
  }
}

/**
 * Codes that an address tried at one number in a day, right or wrong. An address within the
 * attempts of one code learns nothing about others' attempts.
 */
export function triesOfDay({ caller, number }: AtNumber): RateLimit {
  const max = codeTriesMax + 1
  return { bucket: `verify/tries/${caller.address}/${number}`, windowSeconds: day, max }
}

/** A known browser's own attempts, for when others used up the number's. */
export function deviceTries(deviceId: string): RateLimit {
  return { bucket: `device/tries/${deviceId}`, windowSeconds: day, max: 10 }
}

/** A known browser's own codes. */
export function deviceSends(deviceId: string): RateLimit {
  return { bucket: `device/sends/${deviceId}`, windowSeconds: day, max: 3 }
}
