// Permits each SMS of the outbox, or withholds or postpones it. Makes every SendPermit, without which the
// SMS port takes no message. The limits: hold-sms.ts.
import type { Transaction } from '#platform/database/database.ts'
import { groupCallsOn } from '#platform/database/group-calls.ts'
import { inOrder } from '#platform/database/in-order.ts'
import { type Ending, ending } from '#platform/database/write.ts'
import { SendPermit } from '#providers/sms/send-permit.ts'
import {
  decisionWrites,
  findStopped,
  lockMessages,
  type MessageDecision,
} from '../message-queries.ts'
import type { Services } from '../message-services.ts'
import {
  type HeldSms,
  heldSmsWrites,
  holdSmsBatch,
  neverToNumber,
  type SmsRefusal,
} from './hold-sms.ts'
import { isCode, isRefusedNumber, type OutgoingSms } from './sms-limits.ts'

/** Maximum wait in seconds before a full budget is checked again, because it may be raised meanwhile. */
const postponeMaxSeconds = 1_800

/** An SMS of the outbox, taken by its sender. */
export type QueuedSms = Omit<OutgoingSms, 'caller' | 'isKnownBrowser'> & {
  readonly id: number
  /** Whether the SMS is already counted. A code is counted in the transaction that queues it. */
  readonly isCounted: boolean
}

export type SmsDecision =
  | { readonly outcome: 'permitted'; readonly permit: SendPermit }
  /** `dead`: too old to wait longer. `over`: another worker has ended it. */
  | { readonly outcome: 'postponed' | 'withheld' | 'dead' | 'over' }

/**
 * Decides whether an SMS of the outbox may be sent, and counts it once over all its attempts. A
 * forbidden SMS is withheld; one without budget waits and keeps its attempts. A counted code needs no
 * statement.
 */
export async function permitSms(services: Services, sms: QueuedSms): Promise<SmsDecision> {
  const isCountedCode = isCode(sms.template) && sms.isCounted
  if (isCountedCode && !isRefusedNumber(sms.to, services.settings)) {
    return { outcome: 'permitted', permit: new SendPermit(sms.to) }
  }
  return permitQueued(services, sms)
}

const permitQueued = groupCallsOn<Services, QueuedSms, SmsDecision>(
  async (services, messages) => {
    const decided = await services.db.transaction((tx) => decideQueuedBatch(tx, services, messages))
    return messages.map(({ id, to }): SmsDecision => {
      const outcome = decided.get(id)?.outcome ?? 'over'
      return outcome === 'permitted' ? { outcome, permit: new SendPermit(to) } : { outcome }
    })
  },
  { groupMax: 100, waitingMax: 1_000 },
)

async function decideQueuedBatch(
  tx: Transaction,
  services: Services,
  messages: readonly QueuedSms[],
): Promise<Ending<Map<number, MessageDecision>>> {
  const smsOf = new Map(messages.map((sms) => [sms.id, sms]))
  const numberHashes = new Map(messages.map(({ to }) => [to, services.numbers.hashOf(to)]))
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
  const held = await holdSmsBatch(tx, services, outgoing)
  const refusalOf = new Map(uncounted.map(({ row }, index) => [row.id, refusalIn(held[index])]))
  const decided = open.map(({ row, sms }): MessageDecision => {
    const { id } = row
    if (isStopped(sms)) return { id, outcome: 'withheld', reason: 'stopped' }
    // An SMS counted earlier may be to a number that is forbidden by now.
    const isRefused = row.is_counted && isRefusedNumber(sms.to, services.settings)
    const refusal = isRefused ? neverToNumber : (refusalOf.get(id) ?? null)
    if (refusal === null) return { id, outcome: 'permitted' }
    if (refusal.outcome === 'never') return { id, outcome: 'withheld', reason: refusal.reason }
    const waitSeconds = Math.min(postponeMaxSeconds, refusal.waitSeconds)
    return { id, outcome: row.is_too_old ? 'dead' : 'postponed', reason: 'budget', waitSeconds }
  })
  const decisionOf = new Map(decided.map((decision) => [decision.id, decision]))
  const leaving = held.filter((each) => each.outcome === 'held')
  return ending(decisionOf, [...heldSmsWrites(services, leaving), ...decisionWrites(decided)])
}

function refusalIn(decision: HeldSms | SmsRefusal | undefined): SmsRefusal | null {
  return decision === undefined || decision.outcome === 'held' ? null : decision
}
