// Defines the limits of SMS: per phone number, IP address, network, range of phone numbers, country, and in
// total. hold-sms.ts locks and counts them. Pure.
import type { Caller, CallerSettings, RateLimit } from '#platform/http/limits/rate-limits.ts'
import { purposeOf } from '#values/lists/code-purposes.ts'
import { isChargedNumber, regionOf } from '#values/text/canonical-phone.ts'
import { prefixOf } from '#values/text/phone-number.ts'

const hour = 3_600
const day = 86_400
/**
 * Maximum number of SMS in an hour: requested from one address, requested from one network, and sent to one
 * range of phone numbers.
 */
const fromAddressMax = 10
const fromNetworkMax = 60
const toRangeMax = 20
/** Maximum number of gift messages in a day to one phone number: from one giver, and from all givers. */
const giftsFromOneMax = 3
const giftsFromAllMax = 5
/** Maximum number of messages of one other template in a day to one phone number. */
const sameTemplateMax = 20
/**
 * Share of each budget that a priority and all lower priorities together may use, lowest first. Any caller
 * can request codes for phone numbers without a passport (`stranger`). They must not use up the share of
 * members, and members must not use up that of known browsers.
 */
const shares = { message: 0.5, stranger: 0.7, member: 0.9, knownBrowser: 1 } as const
export type SmsPriority = keyof typeof shares
const priorities = ['message', 'stranger', 'member', 'knownBrowser'] as const
/** Prefix of the buckets that count each share. The buckets of `knownBrowser` count the whole budget. */
const bucketPrefixes = {
  message: 'sms/messages/',
  stranger: 'sms/strangers/',
  member: 'sms/members/',
  knownBrowser: 'sms/',
} as const satisfies Record<SmsPriority, string>
/** Share of the hourly or daily budget at which a warning is logged. */
const alarmShare = 0.5

/** An SMS to send. A code has the `caller` that requested it. Other messages have `causedBy` or null. */
export type OutgoingSms = {
  readonly to: string
  readonly template: string
  readonly caller: Caller | null
  /** True if the caller's browser signed in with the phone number before. */
  readonly isKnownBrowser: boolean
  /** Passport id of the buyer whose purchase the message is about. */
  readonly causedBy: string | null
}

export type SmsSettings = CallerSettings & {
  /** Calling codes to which SMS may be sent. Undefined allows all. */
  readonly allowedCallingCodes: readonly string[] | undefined
  /** Maximum numbers of SMS: in an hour, in a day, and in an hour to one country. */
  readonly smsBudgets: {
    readonly hourMax: number
    readonly dayMax: number
    readonly countryHourMax: number
  }
}

/**
 * Returns true if the template is that of a code. Codes are counted when they are queued, are sent despite
 * STOP, and have a higher priority than other messages.
 */
export function isCode(template: string): boolean {
  return purposeOf(template) !== undefined
}

/** Returns true for a phone number that never gets an SMS: a premium number, or in a country not served. */
export function isRefusedNumber(phone: string, { allowedCallingCodes }: SmsSettings): boolean {
  const isElsewhere = allowedCallingCodes?.every((code) => !phone.startsWith(`+${code}`)) ?? false
  return isElsewhere || isChargedNumber(phone)
}

/**
 * Returns the limits of the phone number, for which no caller is exempt. Those of codes are in
 * features/sign-in/codes/code-limits.ts instead. `hashOf` returns the phone hash. Buckets contain it, because
 * counts outlive an erased passport.
 */
export function limitsOfNumber(
  { to, template, causedBy }: OutgoingSms,
  hashOf: (phone: string) => string,
): RateLimit[] {
  const dailyLimit = (bucket: string, max: number) => ({ bucket, windowSeconds: day, max })
  if (isCode(template)) return []
  const number = hashOf(to)
  if (template !== 'gift_success') return [dailyLimit(`sms/${template}/${number}`, sameTemplateMax)]
  return [
    dailyLimit(`gifts/${causedBy}/${number}`, giftsFromOneMax),
    dailyLimit(`gifts/all/${number}`, giftsFromAllMax),
  ]
}

/**
 * Returns the limits that many phone numbers share. With the sandbox, callers on this machine and messages
 * are exempt, unless LIMITS_ON_LOOPBACK is set. Only codes to non-members and messages count for the range of
 * phone numbers. A known browser is exempt from the limits of its address, because others may share the
 * address.
 */
export function sharedLimits(
  { to, caller, template }: OutgoingSms,
  settings: SmsSettings,
  priority: SmsPriority,
): RateLimit[] {
  const isExempt = caller?.isExempt ?? settings.exemptsLoopback
  if (isExempt) return []
  const { hourMax, dayMax, countryHourMax } = settings.smsBudgets
  const budgets = [
    { name: `country/${regionOf(to) ?? 'unknown'}`, windowSeconds: hour, max: countryHourMax },
    { name: 'hour', windowSeconds: hour, max: hourMax },
    { name: 'day', windowSeconds: day, max: dayMax },
  ]
  const budgetLimits = priorities.slice(priorities.indexOf(priority)).flatMap((each) =>
    budgets.map(({ name, windowSeconds, max }) => ({
      bucket: `${bucketPrefixes[each]}${name}`,
      windowSeconds,
      max: Math.ceil(max * shares[each]),
    })),
  )
  const rangeLimit = { bucket: `sms/prefix/${prefixOf(to)}`, windowSeconds: hour, max: toRangeMax }
  if (!isCode(template)) {
    const max = Math.floor(toRangeMax * shares.message)
    const messageRange = { ...rangeLimit, bucket: `sms/messages/prefix/${prefixOf(to)}`, max }
    return [rangeLimit, messageRange, ...budgetLimits]
  }
  const rangeLimits = priority === 'stranger' ? [rangeLimit] : []
  if (caller === null || priority === 'knownBrowser') return [...rangeLimits, ...budgetLimits]
  return [...limitsOfCaller(caller), ...rangeLimits, ...budgetLimits]
}

/** Returns the limits of codes that one address and one network request. An exempt caller has none. */
export function limitsOfCaller({ address, network, isExempt }: Caller): RateLimit[] {
  if (isExempt) return []
  return [
    { bucket: `sms/address/${address}`, windowSeconds: hour, max: fromAddressMax },
    { bucket: `sms/network/${network}`, windowSeconds: hour, max: fromNetworkMax },
  ]
}

/** Returns true if the count of the hourly or daily budget reaches the alarm share between the two counts. */
export function crossesAlarmShare(
  { bucket, max }: RateLimit,
  previousCount: number,
  nextCount: number,
): boolean {
  const alarm = max * alarmShare
  return ['sms/hour', 'sms/day'].includes(bucket) && previousCount < alarm && nextCount >= alarm
}
