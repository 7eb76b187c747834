// Decides whether SMS may be sent, by limits that stay locked until the transaction ends: the kind of the
// phone number, paused ranges, and every limit and budget. It handles codes and messages alike.
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
  type SmsStanding,
  sharedLimits,
} from './sms-limits.ts'

export type SmsRefusal =
  /** The SMS is never sent. */
  | { readonly outcome: 'never'; readonly reason: 'number' | 'limit' }
  /** A budget is used up, or the range of numbers is paused. */
  | { readonly outcome: 'later'; readonly waitSeconds: number }

/** An SMS that may be sent, with the limits that count it. */
export type HeldSms = {
  readonly outcome: 'held'
  readonly sms: OutgoingSms
  /** Limits of the number alone, and limits that many numbers share. */
  readonly own: readonly RateLimit[]
  readonly shared: readonly RateLimit[]
  /** The counts before this batch. */
  readonly windows: RateWindows
}

type SmsFacts = {
  readonly sms: OutgoingSms
  readonly own: readonly RateLimit[]
  readonly shared: readonly RateLimit[]
  /** Seconds until the number's range gets SMS again; undefined where it is not paused. */
  readonly pausedSeconds: number | undefined
}

/** Refusal for numbers that never get SMS: charged kinds, and countries that are not served. */
export const neverToNumber = { outcome: 'never', reason: 'number' } as const

/**
 * Decides SMS in the order of `messages`; each allowed one counts in the limits of those after it. Returns
 * the decisions in the same order.
 */
export async function holdSmsBatch(
  tx: Transaction,
  services: Pick<Services, 'settings' | 'log' | 'numbers'>,
  messages: readonly OutgoingSms[],
): Promise<(HeldSms | SmsRefusal)[]> {
  const { settings, log, numbers } = services
  const served = messages.filter(({ to }) => !isRefusedNumber(to, settings))
  const ownOf = new Map(served.map((sms) => [sms, limitsOfNumber(sms, numbers.hashOf)]))
  // Locks the limits of non-members, which include those of members, before it is known who is a member.
  const mostOf = new Map(
    served.map((sms) => [sms, sharedLimits(sms, settings, standingOf(sms, false))]),
  )
  const limitOf = new Map(
    [...ownOf.values(), ...mostOf.values()].flat().map((limit) => [limit.bucket, limit]),
  )
  const isLimited = (sms: OutgoingSms) => (mostOf.get(sms) ?? []).length > 0
  const limitedNumbers = served.filter(isLimited).map(({ to }) => to)
  const { windows, paused, members } = await inOrder({
    windows: holdWindows(tx, [...limitOf.values()]),
    paused: findPausedRanges(tx, limitedNumbers),
    members: findMembers(tx, limitedNumbers),
  })
  if (paused.newlyPaused > 0) log.warn('a range of numbers is paused: few of its codes are typed')
  const taken = new Map<string, number>()
  return messages.map((sms) => {
    const own = ownOf.get(sms)
    if (own === undefined) return neverToNumber
    const isMember = members.has(sms.to)
    const shared = isLimited(sms) ? sharedLimits(sms, settings, standingOf(sms, isMember)) : []
    const pausedSeconds = isMember || !isLimited(sms) ? undefined : paused.waitSecondsOf(sms.to)
    const decision = decideSms({ sms, own, shared, pausedSeconds }, windows, taken)
    if (decision.outcome === 'held') addEach(taken, [...own, ...shared])
    return decision
  })
}

/** `taken` counts the earlier SMS of the batch by bucket. Pure. */
function decideSms(
  { sms, own, shared, pausedSeconds }: SmsFacts,
  windows: RateWindows,
  taken: ReadonlyMap<string, number>,
): HeldSms | SmsRefusal {
  const isFull = ({ bucket, max }: RateLimit) =>
    (windows.get(bucket)?.count ?? 0) + (taken.get(bucket) ?? 0) >= max
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
  leaving: readonly HeldSms[],
): Write[] {
  const counted = leaving.flatMap(({ own, shared }) => [...own, ...shared])
  const times = new Map<string, number>()
  addEach(times, counted)
  const limits = [...new Map(counted.map((limit) => [limit.bucket, limit])).values()]
  const codes = leaving.filter(({ sms, shared }) => isCode(sms.template) && shared.length > 0)
  const isWarning = limits.some((limit) => {
    const before = leaving[0]?.windows.get(limit.bucket)?.count ?? 0
    return crossesAlarmShare(limit, before, before + (times.get(limit.bucket) ?? 0))
  })
  if (isWarning) log.warn('half of the SMS budget is used')
  return [
    ...limitWrites(limits, (bucket) => times.get(bucket) ?? 0),
    ...codeCountWrites(codes.map(({ sms }) => sms.to)),
  ]
}

function standingOf({ template, isKnownBrowser }: OutgoingSms, isMember: boolean): SmsStanding {
  if (!isCode(template)) return 'message'
  if (isKnownBrowser) return 'knownBrowser'
  return isMember ? 'member' : 'stranger'
}

function addEach(times: Map<string, number>, limits: readonly RateLimit[]): void {
  for (const { bucket } of limits) times.set(bucket, (times.get(bucket) ?? 0) + 1)
}
