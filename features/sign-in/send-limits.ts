// How many codes may be sent, besides the limits of each phone: per address, network, number prefix,
// country and in all. Pure: it names the buckets, the use case holds them.
import type { Caller, RateLimit } from '#platform/http/rate-limits.ts'
import { callingCodeOf, defaultCallingCode } from '#values/calling-codes.ts'

const hour = 3_600
const day = 86_400
/** The budget's alarm rings once at this share of it. */
const alarmShare = 0.5

const hourlyBudget: RateLimit = { bucket: 'sms/hour', windowSeconds: hour, max: 500 }
const dailyBudget: RateLimit = { bucket: 'sms/day', windowSeconds: day, max: 3_000 }

/** The buckets of one send; none for an exempt caller. */
export function sendLimits({ address, network, isExempt }: Caller, phone: string): RateLimit[] {
  if (isExempt) return []
  const { country } = callingCodeOf(phone) ?? defaultCallingCode
  const perHour = (bucket: string, max: number) => ({ bucket, windowSeconds: hour, max })
  return [
    perHour(`sms/address/${address}`, 10),
    perHour(`sms/network/${network}`, 60),
    perHour(`sms/prefix/${phone.slice(0, -4)}`, 20),
    perHour(`sms/country/${country}`, 200),
    hourlyBudget,
    dailyBudget,
  ]
}

/** The bucket of one attempt to verify; none for an exempt caller. */
export function verifyLimits({ address, isExempt }: Caller): RateLimit[] {
  return isExempt ? [] : [{ bucket: `verify/address/${address}`, windowSeconds: 300, max: 30 }]
}

/** Whether a count has just reached half of a budget. */
export function rings(counts: ReadonlyMap<string, number>): boolean {
  return [hourlyBudget, dailyBudget].some(
    ({ bucket, max }) => counts.get(bucket) === max * alarmShare,
  )
}
