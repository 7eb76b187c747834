// How many SMS may leave: per number, per address, network, range of numbers, country, and in all.
// Pure: it names the buckets of one SMS; permit-sms.ts holds and counts them.
import type { Caller, CallerSettings, RateLimit } from '#platform/http/limits/rate-limits.ts'
import { purposeOf } from '#values/lists/code-purposes.ts'
import { isChargedNumber, regionOf } from '#values/text/canonical-phone.ts'
import { prefixOf } from '#values/text/phone-number.ts'

const hour = 3_600
const day = 86_400
/** SMS an hour: those that one address, and one network, asked for, and those to one range. */
const fromAddressMax = 10
const fromNetworkMax = 60
const toRangeMax = 20
/** Gift messages a day to one number: from one sender, and from all. */
const giftsFromOneMax = 3
const giftsFromAllMax = 5
/** Messages of any other template a day to one number. */
const sameTemplateMax = 20
/**
 * Who an SMS is for, the least protected first, and the share of each budget that its kind and those before
 * it may use up together. Strangers can be asked for by anybody in any number: they leave a share to the
 * numbers that signed in before, and those leave one to the browsers that did.
 */
const shares = { message: 0.5, stranger: 0.7, member: 0.9, knownBrowser: 1 } as const
export type SmsStanding = keyof typeof shares
const standings = ['message', 'stranger', 'member', 'knownBrowser'] as const
/** The buckets of a share; those of the last are the budget itself. */
const bucketsOf = {
  message: 'sms/messages/',
  stranger: 'sms/strangers/',
  member: 'sms/members/',
  knownBrowser: 'sms/',
} as const satisfies Record<SmsStanding, string>
/** A warning is logged when a budget of everything is used up to this share. */
const alarmShare = 0.5

/**
 * An SMS that is about to leave. `caller` asked for a code; a message has a cause, but no caller.
 */
export type OutgoingSms = {
  readonly to: string
  readonly template: string
  readonly caller: Caller | null
  /** Whether the caller's browser signed in to the number before. */
  readonly isKnownBrowser: boolean
  /** Who caused a message: the buyer of the purchase that it is about. */
  readonly causedBy: string | null
}

export type SmsSettings = CallerSettings & {
  /** Where SMS may be sent; undefined: everywhere. */
  readonly allowedCallingCodes: readonly string[] | undefined
  /** SMS that may leave: in an hour, in a day, and in an hour to one country. */
  readonly smsBudgets: {
    readonly hourMax: number
    readonly dayMax: number
    readonly countryHourMax: number
  }
}

/**
 * Whether somebody waits for the SMS to get on: a code. It is counted when it is queued, STOP does
 * not hold it back, and a share of each budget is its own.
 */
export function isCode(template: string): boolean {
  return purposeOf(template) !== undefined
}

/** Whether no SMS ever leaves to the number: charged kinds, and countries that are not served. */
export function isRefusedNumber(phone: string, { allowedCallingCodes }: SmsSettings): boolean {
  const isElsewhere = allowedCallingCodes?.every((code) => !phone.startsWith(`+${code}`)) ?? false
  return isElsewhere || isChargedNumber(phone)
}

/**
 * The number's own limits, which hold everywhere. Those of codes are rows of sign-in. `hashOf` makes
 * what stands for a number in a bucket: a limit outlives the person that it was for.
 */
export function limitsOfNumber(
  { to, template, causedBy }: OutgoingSms,
  hashOf: (phone: string) => string,
): RateLimit[] {
  const aDay = (bucket: string, max: number) => ({ bucket, windowSeconds: day, max })
  if (isCode(template)) return []
  const number = hashOf(to)
  if (template !== 'gift_success') return [aDay(`sms/${template}/${number}`, sameTemplateMax)]
  return [
    aDay(`gifts/${causedBy}/${number}`, giftsFromOneMax),
    aDay(`gifts/all/${number}`, giftsFromAllMax),
  ]
}

/**
 * The limits that many numbers share. Exempt: callers of this machine with the sandbox, and messages with
 * the sandbox, unless LIMITS_ON_LOOPBACK asks for them. Only strangers and messages count in their range of
 * numbers. A known browser is bounded by its number alone: others may share its address.
 */
export function sharedLimits(
  { to, caller, template }: OutgoingSms,
  settings: SmsSettings,
  standing: SmsStanding,
): RateLimit[] {
  const isExempt = caller?.isExempt ?? settings.exemptsLoopback
  if (isExempt) return []
  const { hourMax, dayMax, countryHourMax } = settings.smsBudgets
  const budgets = [
    { name: `country/${regionOf(to) ?? 'unknown'}`, windowSeconds: hour, max: countryHourMax },
    { name: 'hour', windowSeconds: hour, max: hourMax },
    { name: 'day', windowSeconds: day, max: dayMax },
  ]
  const ofShares = standings.slice(standings.indexOf(standing)).flatMap((each) =>
    budgets.map(({ name, windowSeconds, max }) => ({
      bucket: `${bucketsOf[each]}${name}`,
      windowSeconds,
      max: Math.ceil(max * shares[each]),
    })),
  )
  const range = { bucket: `sms/prefix/${prefixOf(to)}`, windowSeconds: hour, max: toRangeMax }
  if (!isCode(template)) {
    const max = Math.floor(toRangeMax * shares.message)
    const ofMessages = { ...range, bucket: `sms/messages/prefix/${prefixOf(to)}`, max }
    return [range, ofMessages, ...ofShares]
  }
  const ofRange = standing === 'stranger' ? [range] : []
  if (caller === null || standing === 'knownBrowser') return [...ofRange, ...ofShares]
  const { address, network } = caller
  return [
    { bucket: `sms/address/${address}`, windowSeconds: hour, max: fromAddressMax },
    { bucket: `sms/network/${network}`, windowSeconds: hour, max: fromNetworkMax },
    ...ofRange,
    ...ofShares,
  ]
}

/** Whether counting brings a budget of everything to its alarm. */
export function crossesAlarmShare(
  { bucket, max }: RateLimit,
  before: number,
  after: number,
): boolean {
  const alarm = max * alarmShare
  return ['sms/hour', 'sms/day'].includes(bucket) && before < alarm && after >= alarm
}
