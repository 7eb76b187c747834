// Declares how many SMS may be sent: per number, address, network, range of numbers, country, and
// in total. Pure: it names the buckets of one SMS; permit-sms.ts holds and counts them.
import type { Caller, CallerSettings, RateLimit } from '#platform/http/limits/rate-limits.ts'
import { purposeOf } from '#values/lists/code-purposes.ts'
import { isChargedNumber, regionOf } from '#values/text/canonical-phone.ts'
import { prefixOf } from '#values/text/phone-number.ts'

const hour = 3_600
const day = 86_400
/**
 * Maximum number of SMS an hour: requested by one address, requested by one network, and sent to one
 * range.
 */
const fromAddressMax = 10
const fromNetworkMax = 60
const toRangeMax = 20
/** Maximum number of gift messages a day to one phone number: from one sender, and from all senders. */
const giftsFromOneMax = 3
const giftsFromAllMax = 5
/** Maximum number of messages of any other template a day to one phone number. */
const sameTemplateMax = 20
/**
 * Share of each budget that a kind of receiver and those before it may use, least protected first. Any
 * caller can request codes for non-members' numbers, so non-members leave a share to members, and
 * members leave one to known browsers.
 */
const shares = { message: 0.5, stranger: 0.7, member: 0.9, knownBrowser: 1 } as const
export type SmsStanding = keyof typeof shares
const standings = ['message', 'stranger', 'member', 'knownBrowser'] as const
/** Prefix of the buckets of each share. Those of `knownBrowser` count the whole budget. */
const bucketsOf = {
  message: 'sms/messages/',
  stranger: 'sms/strangers/',
  member: 'sms/members/',
  knownBrowser: 'sms/',
} as const satisfies Record<SmsStanding, string>
/** Share of a total budget at which a warning is logged. */
const alarmShare = 0.5

/** An SMS to be sent. A code has the `caller` that requested it; a message has `causedBy` instead. */
export type OutgoingSms = {
  readonly to: string
  readonly template: string
  readonly caller: Caller | null
  /** Whether the caller's browser signed in to the number before. */
  readonly isKnownBrowser: boolean
  /** The buyer of the purchase that a message is about. */
  readonly causedBy: string | null
}

export type SmsSettings = CallerSettings & {
  /** Calling codes that SMS may be sent to; undefined for all. */
  readonly allowedCallingCodes: readonly string[] | undefined
  /** Maximum number of SMS in an hour, in a day, and in an hour to one country. */
  readonly smsBudgets: {
    readonly hourMax: number
    readonly dayMax: number
    readonly countryHourMax: number
  }
}

/**
 * Whether a template is a code. A code is counted when it is queued, ignores STOP, and has a share
 * of each budget.
 */
export function isCode(template: string): boolean {
  return purposeOf(template) !== undefined
}

/** Whether the number never gets an SMS: premium numbers, and countries that are not served. */
export function isRefusedNumber(phone: string, { allowedCallingCodes }: SmsSettings): boolean {
  const isElsewhere = allowedCallingCodes?.every((code) => !phone.startsWith(`+${code}`)) ?? false
  return isElsewhere || isChargedNumber(phone)
}

/**
 * Returns the number's own limits, which always apply. A code has its own in
 * features/sign-in/codes/code-limits.ts. `hashOf` makes the phone hash for a bucket, because a limit
 * outlives its passport.
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
 * Returns the limits that many numbers share. With the sandbox, callers of this machine and messages
 * are exempt, unless LIMITS_ON_LOOPBACK is set. Only non-members and messages count in their range of
 * numbers. A known browser is exempt from the limits of its address, because others may share it.
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

/** Whether this count brings a total budget to its alarm share. */
export function crossesAlarmShare(
  { bucket, max }: RateLimit,
  before: number,
  after: number,
): boolean {
  const alarm = max * alarmShare
  return ['sms/hour', 'sms/day'].includes(bucket) && before < alarm && after >= alarm
}
