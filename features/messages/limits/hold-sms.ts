// Decides whether codes and other messages may be sent as SMS: by the kind of the phone number, paused
// ranges, limits and budgets. The limits stay locked until the transaction ends.
import type { Transaction } from '#platform/database/database.ts'
import { inOrder } from '#platform/database/in-order.ts'
import type { Write } from '#platform/database/write.ts'
import {
  holdWindows,
  limitWrites,
  type RateLimit,
  type RateWindows,
} from '#platform/http/limits/rate-limits.ts'
import type { Services } from '../message-services.ts'
import { codeCountWrites, findMembers, findPausedRanges } from './code-prefixes.ts'
import {
  crossesAlarmShare,
  isCode,
  isRefusedNumber,
  limitsOfNumber,
  type OutgoingSms,
  type SmsPriority,
  sharedLimits,
} from './sms-limits.ts'

export type SmsRefusal =
  /** The SMS is never sent. */
  | { readonly outcome: 'never'; readonly reason: 'number' | 'limit' }
  /** The SMS must wait, because a budget is used up or the range of phone numbers is paused. */
  | { readonly outcome: 'later'; readonly waitSeconds: number }

/** An SMS that may be sent, with the limits that count it. */
export type HeldSms = {
  readonly outcome: 'held'
  readonly sms: OutgoingSms
  /** Limits of this phone number, and limits that many phone numbers share. */
  readonly own: readonly RateLimit[]
  readonly shared: readonly RateLimit[]
  /** The counts of all limits before this batch. */
  readonly windows: RateWindows
}

type SmsFacts = {
  readonly sms: OutgoingSms
  readonly own: readonly RateLimit[]
  readonly shared: readonly RateLimit[]
  /** Seconds until the phone number's range gets SMS again; undefined if it is not paused. */
  readonly pausedSeconds: number | undefined
}

/** Refusal for phone numbers that never get SMS: premium numbers, and countries that are not served. */
export const neverToNumber = { outcome: 'never', reason: 'number' } as const

/**
 * Decides about SMS in the order of `messages`. An allowed SMS counts for the limits of the following ones.
 * Locks the limits, but does not count. Returns the decisions in the same order.
 */
export async function holdSmsBatch(
  tx: Transaction,
  services: Pick<Services, 'settings' | 'log' | 'numbers'>,
  messages: readonly OutgoingSms[],
): Promise<(HeldSms | SmsRefusal)[]> {
  const { settings, log, numbers } = services
  const served = messages.filter(({ to }) => !isRefusedNumber(to, settings))
  const ownOf = new Map(served.map((sms) => [sms, limitsOfNumber(sms, numbers.hashOf)]))
  // The limits must be locked before the members are read. The limits of a non-member include those of a
  // member.
  const strangerLimitsOf = new Map(
    served.map((sms) => [sms, sharedLimits(sms, settings, priorityOf(sms, false))]),
  )
  const limitsByBucket = new Map(
    [...ownOf.values(), ...strangerLimitsOf.values()].flat().map((limit) => [limit.bucket, limit]),
  )
  const isLimited = (sms: OutgoingSms) => (strangerLimitsOf.get(sms) ?? []).length > 0
  const limitedNumbers = served.filter(isLimited).map(({ to }) => to)
  const { windows, paused, members } = await inOrder({
    windows: holdWindows(tx, [...limitsByBucket.values()]),
    paused: findPausedRanges(tx, limitedNumbers),
    members: findMembers(tx, limitedNumbers),
  })
  if (paused.newlyPaused > 0) log.warn('a range of numbers is paused: few of its codes are typed')
  const countsInBatch = new Map<string, number>()
  return messages.map((sms) => {
    const own = ownOf.get(sms)
    if (own === undefined) return neverToNumber
    const isMember = members.has(sms.to)
    const shared = isLimited(sms) ? sharedLimits(sms, settings, priorityOf(sms, isMember)) : []
    const pausedSeconds = isMember || !isLimited(sms) ? undefined : paused.waitSecondsOf(sms.to)
    const decision = decideSms({ sms, own, shared, pausedSeconds }, windows, countsInBatch)
    if (decision.outcome === 'held') countEachLimit(countsInBatch, [...own, ...shared])
    return decision
  })
}

/** Decides about one SMS. `countsInBatch` has the earlier SMS of the batch by bucket. Pure. */
function decideSms(
  { sms, own, shared, pausedSeconds }: SmsFacts,
  windows: RateWindows,
  countsInBatch: ReadonlyMap<string, number>,
): HeldSms | SmsRefusal {
  const isFull = ({ bucket, max }: RateLimit) =>
    (windows.get(bucket)?.count ?? 0) + (countsInBatch.get(bucket) ?? 0) >= max
  if (pausedSeconds !== undefined) return { outcome: 'later', waitSeconds: pausedSeconds }
  if (own.some(isFull)) return { outcome: 'never', reason: 'limit' }
  const full = shared.filter(isFull)
  if (full.length === 0) return { outcome: 'held', sms, own, shared, windows }
  const waits = full.map(({ bucket }) => windows.get(bucket)?.waitSeconds ?? 1)
  return { outcome: 'later', waitSeconds: Math.max(1, ...waits) }
}

/** Returns the writes that count the allowed SMS of one `holdSmsBatch`, which itself counts none. */
export function heldSmsWrites(
  { log }: Pick<Services, 'log'>,
  allowed: readonly HeldSms[],
): Write[] {
  const countedLimits = allowed.flatMap(({ own, shared }) => [...own, ...shared])
  const timesByBucket = new Map<string, number>()
  countEachLimit(timesByBucket, countedLimits)
  const limits = [...new Map(countedLimits.map((limit) => [limit.bucket, limit])).values()]
  const codes = allowed.filter(({ sms, shared }) => isCode(sms.template) && shared.length > 0)
  const isWarning = limits.some((limit) => {
    const previous = allowed[0]?.windows.get(limit.bucket)?.count ?? 0
    return crossesAlarmShare(limit, previous, previous + (timesByBucket.get(limit.bucket) ?? 0))
  })
  if (isWarning) log.warn('half of the SMS budget is used')
  return [
    ...limitWrites(limits, (bucket) => timesByBucket.get(bucket) ?? 0),
    ...codeCountWrites(codes.map(({ sms }) => sms.to)),
  ]
}

function priorityOf({ template, isKnownBrowser }: OutgoingSms, isMember: boolean): SmsPriority {
  if (!isCode(template)) return 'message'
  if (isKnownBrowser) return 'knownBrowser'
  return isMember ? 'member' : 'stranger'
}

function countEachLimit(timesByBucket: Map<string, number>, limits: readonly RateLimit[]): void {
  for (const { bucket } of limits) timesByBucket.set(bucket, (timesByBucket.get(bucket) ?? 0) + 1)
}
