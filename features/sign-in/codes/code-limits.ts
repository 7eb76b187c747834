// Names every limit of one-time codes, and the buckets of those that are counted by address or browser
// (docs/product.md#limits-of-codes). Limits that codes share with other SMS, by address, range, country and
// budget: features/messages/limits/sms-limits.ts.
import type { Caller, RateLimit } from '#platform/http/limits/rate-limits.ts'
// Imports the limit that the browser knows too.
import { codeTriesMax } from '#values/text/one-time-code.ts'

const hour = 3_600
const day = 86_400

/** Seconds to wait before the next code, by the number of codes already sent in a row. */
export const resendWaits = [30, 60, 120, 300]
/** Minutes without a request after which the waits start again. */
export const resendResetMinutes = 60
/** Maximum number of codes sent to one phone number: `count` within `minutes`. */
export const sendLimits = [
  { count: 3, minutes: 10 },
  { count: 5, minutes: 60 },
  { count: 10, minutes: 1_440 },
]
/** Minutes that a phone number waits after this many consecutive wrong codes, largest count first. */
export const failureWaits = [
  { failures: 50, minutes: 1_440 },
  { failures: 20, minutes: 60 },
  { failures: 10, minutes: 15 },
]
/** Wait in seconds that a blocked phone number shows. It starts again each time it ends. */
export const blockedWaitSeconds = day

/** `number` is the phone hash. */
type AtNumber = { readonly caller: Caller; readonly number: string }

/** Limit of the attempts of one address. An exempt caller has none. */
export function attemptsOfAddress({ address, isExempt }: Caller): RateLimit[] {
  return isExempt ? [] : [{ bucket: `verify/address/${address}`, windowSeconds: 300, max: 30 }]
}

/**
 * Limit of the wrong codes of one address for one phone number. It is half of the number's own limit,
 * so that the address has to wait before the number does.
 */
export function failuresOfHour({ caller, number }: AtNumber): RateLimit {
  return {
    bucket: `verify/misses/${caller.address}/${number}`,
    windowSeconds: hour,
    max: codeTriesMax,
  }
}

/**
 * Limit of the attempts of one address for one phone number, right or wrong. A caller below this limit
 * learns nothing about the attempts of other addresses.
 */
export function attemptsOfDay({ caller, number }: AtNumber): RateLimit {
  const max = codeTriesMax + 1
  return { bucket: `verify/tries/${caller.address}/${number}`, windowSeconds: day, max }
}

/** Limit of the attempts of a known browser, which other callers cannot use up. */
export function attemptsOfBrowser(deviceId: string): RateLimit {
  return { bucket: `device/tries/${deviceId}`, windowSeconds: day, max: 10 }
}

/** Limit of the codes sent to a known browser, which other callers cannot use up. */
export function sendsOfBrowser(deviceId: string): RateLimit {
  return { bucket: `device/sends/${deviceId}`, windowSeconds: day, max: 3 }
}
