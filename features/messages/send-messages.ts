// Sends due messages of the outbox. A failed message waits longer after each attempt, and finally becomes a
// dead letter. It never delays other messages.

import type { Database } from '#platform/database/database.ts'
import { groupCallsOn } from '#platform/database/group-calls.ts'
import { MessageRefused, RecipientStopped } from '#providers/sms/sms-provider.ts'
import { failureReason } from '#values/failure-cause.ts'
import { smsText } from '#values/text/sms-text.ts'
import { triesMax, waitAfter } from '#values/tries.ts'
import { permitSms } from './limits/permit-sms.ts'
import type { MessageText } from './message-kind.ts'
import { type MessageOutcome, recordMessage } from './message-metrics.ts'
import {
  type DueMessage,
  type SentMessage,
  takeDueMessages,
  writeDead,
  writeDueAt,
  writePointless,
  writePutBack,
  writeSent,
  writeStopped,
  writeWithheld,
} from './message-queries.ts'
import type { Services } from './message-services.ts'
import { forgetReceiver } from './outbox.ts'

/**
 * Limits of batches. Concurrent sends share commits, so that messages need no more commits than purchases.
 */
const batchLimits = { groupMax: 100, waitingMax: 1_000 }

/** Marks a message as sent. Concurrent calls share a statement. */
const markSent = groupCallsOn<Database, SentMessage, boolean>(async (db, sent) => {
  await writeSent(db, sent)
  return sent.map(() => true)
}, batchLimits)

const dueMax = 50

/** Takes and sends due messages, at most 50. Returns their number. */
export async function sendDueMessages(services: Services): Promise<number> {
  const due = await takeDueMessages(services.db, dueMax)
  await Promise.all(due.map((message) => sendOne(services, message)))
  return due.length
}

/** A message that this worker has taken, so that no other worker sends it. */
export type TakenMessage = DueMessage & {
  /** The text, if the caller has already created it. */
  readonly text?: MessageText
}

/** Sends a message and stores the outcome. Returns true if it was sent. */
export async function sendOne(services: Services, message: TakenMessage): Promise<boolean> {
  const { template, attempts } = message
  try {
    const outcome = await trySending(services, message)
    if (template === 'gift_withdrawn') await forgetReceiver(services.db, message.id)
    recordMessage(template, outcome)
    return outcome === 'sent'
  } catch (error) {
    services.log.warn('message not sent', { template, count: attempts, error })
    const reason = failureReason(error)
    const isLastAttempt = attempts >= triesMax || error instanceof MessageRefused
    if (isLastAttempt) await giveUp(services, message, reason)
    else await writePutBack(services.db, message.id, waitAfter(attempts), reason)
    recordMessage(template, isLastAttempt ? 'dead' : 'retried')
    return false
  }
}

/** Makes an attempt to send, and stores every outcome but an error of the provider, which it throws. */
async function trySending(services: Services, message: TakenMessage): Promise<MessageOutcome> {
  const { db, sms, numbers } = services
  const { id, template } = message
  const text = message.is_too_late ? null : await textOf(services, message)
  if (text === null) {
    await writePointless(db, id)
    return 'dropped'
  }
  const { to, causedBy, codeTo = null, notBefore } = text
  if (notBefore !== undefined && notBefore.getTime() > services.clock()) {
    await writeDueAt(db, id, notBefore)
    return 'postponed'
  }
  const body = smsText(text.body)
  const { tried_since: triedSince, is_counted: isCounted } = message
  const decision = await permitSms(services, { id, template, to, causedBy, isCounted })
  if (decision.outcome === 'dead') services.log.error('message given up', { template })
  // Another worker has meanwhile sent or ended the message.
  if (decision.outcome === 'over') return 'dropped'
  if (decision.outcome !== 'permitted') return decision.outcome
  const { permit } = decision
  try {
    const sent = await sms.send({ key: `outbox-${id}`, template, permit, body, triedSince })
    await markSent(db, { id, providerId: sent.id, codeTo })
    return 'sent'
  } catch (error) {
    if (!(error instanceof RecipientStopped)) throw error
    await writeStopped(db, numbers.hashOf(to))
    await writeWithheld(db, id)
    return 'withheld'
  }
}

/**
 * Marks a message as a dead letter, which an operator can queue again.
 */
async function giveUp({ db, log }: Services, { id, template }: DueMessage, reason: string) {
  await writeDead(db, id, reason)
  if (template === 'gift_withdrawn') await forgetReceiver(db, id)
  log.error('message given up', { template })
}

/**
 * Returns the text of a message from current data, or null if its subject no longer exists. Throws if no kind
 * has the template.
 */
async function textOf(services: Services, message: TakenMessage): Promise<MessageText | null> {
  if (message.text !== undefined) return message.text
  const { template } = message
  const kind = services.messageKinds.find(({ templates }) => templates.includes(template))
  if (kind === undefined)
    throw new MessageRefused(`no kind of message has the template ${template}`)
  return kind.textOf(services, message)
}
