// How often codes may be tried besides the limits of each phone: by an address, by an address at one
// number, and by a browser that signed in to the number before. Pure: it names the buckets, the use
// cases hold them. `number` is what stands for the phone number. How often codes are sent is decided
// with all other SMS.
import type { Caller, RateLimit } from '#platform/http/limits/rate-limits.ts'
import { codeTriesMax } from '#values/text/one-time-code.ts'

const hour = 3_600
const day = 86_400

/** Who types a code, and what stands for its number. */
type AtNumber = { readonly caller: Caller; readonly number: string }

/** The bucket of one attempt to verify; none for an exempt caller. */
export function verifyLimits({ address, isExempt }: Caller): RateLimit[] {
  return isExempt ? [] : [{ bucket: `verify/address/${address}`, windowSeconds: 300, max: 30 }]
}

/**
 * Codes that an address got wrong at one number in an hour: as many as a code has tries, half of those
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
 * Codes that an address tried at one number in a day, right or wrong. Who tried no more than one
 * code may be tried is told nothing of what others did there.
 */
export function triesOfDay({ caller, number }: AtNumber): RateLimit {
  const max = codeTriesMax + 1
  return { bucket: `verify/tries/${caller.address}/${number}`, windowSeconds: day, max }
}

/** What a browser that signed in before has for itself when others used up what the number has. */
export function deviceTries(deviceId: string): RateLimit {
  return { bucket: `device/tries/${deviceId}`, windowSeconds: day, max: 10 }
}

/** Codes that are sent for it then. */
export function deviceSends(deviceId: string): RateLimit {
  return { bucket: `device/sends/${deviceId}`, windowSeconds: day, max: 3 }
}
