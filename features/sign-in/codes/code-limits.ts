// Defines the limits of one-time codes, with a bucket for each limit by address or browser
// (docs/product.md#limits-of-codes). features/messages/limits/sms-limits.ts defines the limits that codes
// share with other SMS.
import type { Caller, RateLimit } from '#platform/http/limits/rate-limits.ts'
import { codeTriesMax } from '#values/text/one-time-code.ts'

const hour = 3_600
const day = 86_400

/** Seconds to wait for the next code, after the first, second, third and every later code in a row. */
export const resendWaits = [30, 60, 120, 300]
/** Minutes without a request after which the waits start again. */
export const resendResetMinutes = 60
/** Maximum number of codes sent to one phone number: `count` within `minutes`. */
export const sendLimits = [
  { count: 3, minutes: 10 },
  { count: 5, minutes: 60 },
  { count: 10, minutes: 1_440 },
]
/**
 * Minutes for which a phone number is blocked after `failures` consecutive wrong codes, largest count first.
 */
export const failureWaits = [
  { failures: 50, minutes: 1_440 },
  { failures: 20, minutes: 60 },
  { failures: 10, minutes: 15 },
]
/**
 * Wait in seconds that callers see for a phone number blocked by the operator. It restarts whenever it ends.
 */
export const blockedWaitSeconds = day

/** `number` is the phone hash. */
type AtNumber = { readonly caller: Caller; readonly number: string }

/** Returns the limit of attempts of one address. An exempt caller has no limit. */
export function attemptsOfAddress({ address, isExempt }: Caller): RateLimit[] {
  return isExempt ? [] : [{ bucket: `verify/address/${address}`, windowSeconds: 300, max: 30 }]
}

/**
 * Returns the limit of wrong codes of one address for one phone number. It is half of the phone number's
 * limit, so that the address reaches its limit first.
 */
export function failuresOfHour({ caller, number }: AtNumber): RateLimit {
  return {
    bucket: `verify/misses/${caller.address}/${number}`,
    windowSeconds: hour,
    max: codeTriesMax,
  }
}

/**
 * Returns the limit of attempts, correct or wrong, of one address for one phone number. A caller below this
 * limit learns nothing about the attempts of other addresses.
 */
export function attemptsOfDay({ caller, number }: AtNumber): RateLimit {
  const max = codeTriesMax + 1
  return { bucket: `verify/tries/${caller.address}/${number}`, windowSeconds: day, max }
}

/** Returns the limit of attempts of a known browser, which other callers cannot use up. */
export function attemptsOfBrowser(deviceId: string): RateLimit {
  return { bucket: `device/tries/${deviceId}`, windowSeconds: day, max: 10 }
}

/** Returns the limit of codes sent for a known browser, which other callers cannot use up. */
export function sendsOfBrowser(deviceId: string): RateLimit {
  return { bucket: `device/sends/${deviceId}`, windowSeconds: day, max: 3 }
}
