// Decides whether an SMS of the outbox is sent, withheld or postponed, by the limits of hold-sms.ts. Only
// this file creates a SendPermit, without which the SMS provider's interface accepts no message.
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

/** Maximum seconds until a used-up budget is checked again, because an operator may have raised it. */
const postponeMaxSeconds = 1_800

/** An SMS of the outbox that its sender has taken. */
export type QueuedSms = Omit<OutgoingSms, 'caller' | 'isKnownBrowser'> & {
  readonly id: number
  /** True if the SMS is already counted. A code is counted in the transaction that queues it. */
  readonly isCounted: boolean
}

export type SmsDecision =
  | { readonly outcome: 'permitted'; readonly permit: SendPermit }
  /** `dead`: too old to wait longer. `over`: another worker has sent or ended the SMS. */
  | { readonly outcome: 'postponed' | 'withheld' | 'dead' | 'over' }

/**
 * Decides whether an SMS of the outbox may be sent, counts it once over all its attempts, and stores the
 * decision. A forbidden SMS is withheld. An SMS without budget is postponed, without using up an attempt. A
 * code that is already counted needs no statement.
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
    const decisions = await services.db.transaction((tx) =>
      decideQueuedBatch(tx, services, messages),
    )
    return messages.map(({ id, to }): SmsDecision => {
      const outcome = decisions.get(id)?.outcome ?? 'over'
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
  const smsById = new Map(messages.map((sms) => [sms.id, sms]))
  const numberHashes = new Map(messages.map(({ to }) => [to, services.numbers.hashOf(to)]))
  const { rows, stopped } = await inOrder({
    rows: lockMessages(tx, [...smsById.keys()]),
    stopped: findStopped(tx, [...numberHashes.values()]),
  })
  // Codes are sent despite STOP, because the user requests them.
  const isStopped = ({ template, to }: QueuedSms) =>
    !isCode(template) && stopped.has(numberHashes.get(to) ?? '')
  const open = rows.flatMap((row) => {
    const sms = smsById.get(row.id)
    return sms === undefined || row.state !== 'queued' ? [] : [{ row, sms }]
  })
  const uncounted = open.filter(({ row, sms }) => !row.is_counted && !isStopped(sms))
  const outgoing = uncounted.map(({ sms }) => ({ ...sms, caller: null, isKnownBrowser: false }))
  const held = await holdSmsBatch(tx, services, outgoing)
  const refusalById = new Map(uncounted.map(({ row }, index) => [row.id, refusalIn(held[index])]))
  const decisions = open.map(({ row, sms }): MessageDecision => {
    const { id } = row
    if (isStopped(sms)) return { id, outcome: 'withheld', reason: 'stopped' }
    // The settings may have changed since the SMS was counted, so that its phone number is now forbidden.
    const isRefused = row.is_counted && isRefusedNumber(sms.to, services.settings)
    const refusal = isRefused ? neverToNumber : (refusalById.get(id) ?? null)
    if (refusal === null) return { id, outcome: 'permitted' }
    if (refusal.outcome === 'never') return { id, outcome: 'withheld', reason: refusal.reason }
    const waitSeconds = Math.min(postponeMaxSeconds, refusal.waitSeconds)
    return { id, outcome: row.is_too_old ? 'dead' : 'postponed', reason: 'budget', waitSeconds }
  })
  const decisionById = new Map(decisions.map((decision) => [decision.id, decision]))
  const allowed = held.filter((each) => each.outcome === 'held')
  return ending(decisionById, [...heldSmsWrites(services, allowed), ...decisionWrites(decisions)])
}

function refusalIn(decision: HeldSms | SmsRefusal | undefined): SmsRefusal | null {
  return decision === undefined || decision.outcome === 'held' ? null : decision
}
