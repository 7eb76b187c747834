// Decides whether an SMS may be sent, for codes and messages alike: kind of number, calling code,
// STOP, every limit and budget. It alone makes a SendPermit, which the port requires.

import type { Transaction } from '#platform/database/database.ts'
import { groupCallsOn } from '#platform/database/group-calls.ts'
import { inOrder } from '#platform/database/in-order.ts'
import { type Ending, ending, type Write } from '#platform/database/write.ts'
import {
  holdWindows,
  limitWrites,
  type RateLimit,
  type RateWindows,
} from '#platform/http/limits/rate-limits.ts'
import { SendPermit } from '#providers/sms/send-permit.ts'
import {
  decisionWrites,
  findStopped,
  lockMessages,
  type MessageDecision,
} from '../message-queries.ts'
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

/** Most seconds before a used-up budget is checked again, because it may be raised meanwhile. */
const postponeMaxSeconds = 1_800

export type SmsRefusal =
  /** The SMS is never sent. */
  | { readonly outcome: 'never'; readonly reason: 'number' | 'limit' }
  /** A budget is used up. */
  | { readonly outcome: 'later'; readonly waitSeconds: number }
const neverToNumber = { outcome: 'never', reason: 'number' } as const
type Held = { readonly outcome: 'held' }

/** Decisions over budgets that the transaction holds until it ends. */
export type HeldSms = {
  /** Decisions in the order of the given SMS. */
  readonly decisions: readonly (Held | SmsRefusal)[]
  /**
   * Returns the writes that count the held SMS, or those whose index `isTaken` selects. Without
   * these writes no SMS is counted.
   */
  countWrites(isTaken?: (index: number) => boolean): Write[]
}

/**
 * Decides about SMS one after another, each over the budget left by those before it. A refused SMS
 * uses no budget.
 */
export async function holdSms(
  tx: Transaction,
  { settings, log, numbers }: Pick<Services, 'settings' | 'log' | 'numbers'>,
  asked: readonly OutgoingSms[],
): Promise<HeldSms> {
  const each = asked.map((sms) => {
    const { to, template } = sms
    const isRefused = isRefusedNumber(to, settings)
    const own = isRefused ? [] : limitsOfNumber(sms, numbers.hashOf)
    // A member's limits are a subset of a non-member's, so all are held before membership is known.
    const most = isRefused ? [] : sharedLimits(sms, settings, standingOf(sms, false))
    return { sms, to, template, isRefused, own, most }
  })
  const limitOf = new Map(
    each.flatMap(({ own, most }) => [...own, ...most].map((limit) => [limit.bucket, limit])),
  )
  const limitedNumbers = each.filter(({ most }) => most.length > 0).map(({ to }) => to)
  const { windows, paused, members } = await inOrder({
    windows: holdWindows(tx, [...limitOf.values()]),
    paused: findPausedRanges(tx, limitedNumbers),
    members: findMembers(tx, limitedNumbers),
  })
  if (paused.newlyPaused > 0) log.warn('a range of numbers is paused: few of its codes are typed')
  const judged = each.map(({ sms, most, ...rest }) => {
    const isMember = members.has(rest.to)
    const shared = most.length === 0 ? [] : sharedLimits(sms, settings, standingOf(sms, isMember))
    const waitSeconds = isMember || most.length === 0 ? undefined : paused.waitSecondsOf(rest.to)
    return { ...rest, shared, waitSeconds }
  })
  const taken = new Map<string, number>()
  const decisions = judged.map(({ isRefused, own, shared, waitSeconds }): Held | SmsRefusal => {
    if (isRefused) return neverToNumber
    if (waitSeconds !== undefined) return { outcome: 'later', waitSeconds }
    if (own.some((limit) => isFull(limit, windows, taken)))
      return { outcome: 'never', reason: 'limit' }
    const full = shared.filter((limit) => isFull(limit, windows, taken))
    if (full.length > 0) {
      const waits = full.map(({ bucket }) => windows.get(bucket)?.waitSeconds ?? 1)
      return { outcome: 'later', waitSeconds: Math.max(1, ...waits) }
    }
    addEach(taken, [...own, ...shared])
    return { outcome: 'held' }
  })
  return {
    decisions,
    countWrites(isTaken = () => true) {
      const using = judged.filter((_, at) => decisions[at]?.outcome === 'held' && isTaken(at))
      const used = new Map<string, number>()
      for (const { own, shared } of using) addEach(used, [...own, ...shared])
      const counted = [...limitOf.values()].filter(({ bucket }) => used.has(bucket))
      const codes = using.filter(({ template, shared }) => isCode(template) && shared.length > 0)
      const isWarning = counted.some((limit) => {
        const before = windows.get(limit.bucket)?.count ?? 0
        return crossesAlarmShare(limit, before, before + (used.get(limit.bucket) ?? 0))
      })
      if (isWarning) log.warn('half of the SMS budget is used')
      return [
        ...limitWrites(counted, (bucket) => used.get(bucket) ?? 0),
        ...codeCountWrites(codes.map(({ to }) => to)),
      ]
    },
  }
}

function standingOf({ template, isKnownBrowser }: OutgoingSms, isMember: boolean): SmsStanding {
  if (!isCode(template)) return 'message'
  if (isKnownBrowser) return 'knownBrowser'
  return isMember ? 'member' : 'stranger'
}

function addEach(times: Map<string, number>, limits: readonly RateLimit[]): void {
  for (const { bucket } of limits) times.set(bucket, (times.get(bucket) ?? 0) + 1)
}

function isFull(
  { bucket, max }: RateLimit,
  windows: RateWindows,
  taken: ReadonlyMap<string, number>,
): boolean {
  return (windows.get(bucket)?.count ?? 0) + (taken.get(bucket) ?? 0) >= max
}

/** An SMS of the outbox, taken by its sender. */
export type QueuedSms = Omit<OutgoingSms, 'caller' | 'isKnownBrowser'> & {
  readonly id: number
  /** Whether it is counted already. A code is counted in the transaction that queues it. */
  readonly isCounted: boolean
}

export type SmsDecision =
  | { readonly outcome: 'permitted'; readonly permit: SendPermit }
  /** Postponed, withheld, dead by its age, or ended by another worker. */
  | { readonly outcome: 'postponed' | 'withheld' | 'dead' | 'over' }

/**
 * Counts an SMS of the outbox once over all its attempts. A forbidden one is withheld; one without
 * budget waits and keeps its attempts. A counted code costs no statement.
 */
export async function permitSms(services: Services, sms: QueuedSms): Promise<SmsDecision> {
  const isCountedCode = isCode(sms.template) && sms.isCounted
  if (isCountedCode && !isRefusedNumber(sms.to, services.settings)) {
    return { outcome: 'permitted', permit: new SendPermit(sms.to) }
  }
  return permitQueued(services, sms)
}

const permitQueued = groupCallsOn<Services, QueuedSms, SmsDecision>(
  async (services, asked) => {
    const decided = await services.db.transaction((tx) => decideQueued(tx, services, asked))
    return asked.map(({ id, to }): SmsDecision => {
      const outcome = decided.get(id)?.outcome ?? 'over'
      return outcome === 'permitted' ? { outcome, permit: new SendPermit(to) } : { outcome }
    })
  },
  { groupMax: 100, waitingMax: 1_000 },
)

async function decideQueued(
  tx: Transaction,
  services: Services,
  asked: readonly QueuedSms[],
): Promise<Ending<Map<number, MessageDecision>>> {
  const smsOf = new Map(asked.map((sms) => [sms.id, sms]))
  const numberHashes = new Map(asked.map(({ to }) => [to, services.numbers.hashOf(to)]))
  const { rows, stopped } = await inOrder({
    rows: lockMessages(tx, [...smsOf.keys()]),
    stopped: findStopped(tx, [...numberHashes.values()]),
  })
  // Codes are sent despite STOP, because the holder of the number asks for them.
  const isStopped = ({ template, to }: QueuedSms) =>
    !isCode(template) && stopped.has(numberHashes.get(to) ?? '')
  const open = rows.flatMap((row) => {
    const sms = smsOf.get(row.id)
    return sms === undefined || row.state !== 'queued' ? [] : [{ row, sms }]
  })
  const uncounted = open.filter(({ row, sms }) => !row.is_counted && !isStopped(sms))
  const outgoing = uncounted.map(({ sms }) => ({ ...sms, caller: null, isKnownBrowser: false }))
  const held = await holdSms(tx, services, outgoing)
  const refusalOf = new Map(
    uncounted.map(({ row }, index) => [row.id, refusalIn(held.decisions[index])]),
  )
  const decided = open.map(({ row, sms }): MessageDecision => {
    const { id } = row
    if (isStopped(sms)) return { id, outcome: 'withheld', reason: 'stopped' }
    // One counted before may be for a number that was allowed then.
    const isRefused = row.is_counted && isRefusedNumber(sms.to, services.settings)
    const refusal = isRefused ? neverToNumber : (refusalOf.get(id) ?? null)
    if (refusal === null) return { id, outcome: 'permitted' }
    if (refusal.outcome === 'never') return { id, outcome: 'withheld', reason: refusal.reason }
    const waitSeconds = Math.min(postponeMaxSeconds, refusal.waitSeconds)
    return { id, outcome: row.is_too_old ? 'dead' : 'postponed', reason: 'budget', waitSeconds }
  })
  const decisionOf = new Map(decided.map((decision) => [decision.id, decision]))
  return ending(decisionOf, [...held.countWrites(), ...decisionWrites(decided)])
}

function refusalIn(decision: Held | SmsRefusal | undefined): SmsRefusal | null {
  return decision === undefined || decision.outcome === 'held' ? null : decision
}
