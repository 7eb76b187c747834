// Sends due messages of the outbox. A failed one waits longer each time and ends as a dead letter;
// it never delays the others.

import type { Database } from '#platform/database/database.ts'
import { groupCallsOn } from '#platform/database/group-calls.ts'
import { MessageRefused, RecipientStopped } from '#providers/sms/sms-provider.ts'
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
  writePutBack,
  writeSent,
  writeStopped,
  writeWithheld,
} from './message-queries.ts'
import type { Services } from './message-services.ts'
import { forgetReceiver } from './outbox.ts'

// Batches the statements that every message needs, so that many messages cost no more commits than
// the purchases behind them.
const limits = { groupMax: 100, waitingMax: 1_000 }

/** Returns true after the message is stored as sent. */
const markSent = groupCallsOn<Database, SentMessage, boolean>(async (db, sent) => {
  await writeSent(db, sent)
  return sent.map(() => true)
}, limits)

const roundMax = 50

/** Sends due messages. Returns how many it took. */
export async function sendDueMessages(services: Services): Promise<number> {
  const due = await takeDueMessages(services.db, roundMax)
  await Promise.all(due.map((message) => sendOne(services, message)))
  return due.length
}

/** A message that no other worker takes meanwhile. */
export type TakenMessage = DueMessage & {
  /** The text, if the caller has already made it. */
  readonly text?: MessageText
}

/** Sends a message. Returns whether it was sent. */
export async function sendOne(services: Services, message: TakenMessage): Promise<boolean> {
  const { template, attempts } = message
  try {
    const outcome = await trySending(services, message)
    if (template === 'gift_withdrawn') await forgetReceiver(services.db, message.id)
    recordMessage(template, outcome)
    return outcome === 'sent'
  } catch (error) {
    services.log.warn('message not sent', { template, count: attempts, error })
    const reason = error instanceof Error ? error.name : 'unknown'
    const isOver = attempts >= triesMax || error instanceof MessageRefused
    if (isOver) await giveUp(services, message, reason)
    else await writePutBack(services.db, message.id, waitAfter(attempts), reason)
    recordMessage(template, isOver ? 'dead' : 'retried')
    return false
  }
}

async function trySending(services: Services, message: TakenMessage): Promise<MessageOutcome> {
  const { db, sms, numbers } = services
  const { id, template } = message
  const text = message.is_too_late ? null : await textOf(services, message)
  if (text === null) {
    await writeDead(db, id, 'there is nothing to send any more')
    return 'dropped'
  }
  const { to, causedBy, codeTo = null } = text
  const body = smsText(text.body)
  const { tried_since: triedSince, is_counted: isCounted } = message
  const decision = await permitSms(services, { id, template, to, causedBy, isCounted })
  if (decision.outcome === 'dead') services.log.error('message given up', { template })
  // Another worker has ended the message meanwhile.
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
 * Marks a message as a dead letter. The operator sees it with its purchase and can queue it again.
 */
async function giveUp({ db, log }: Services, { id, template }: DueMessage, reason: string) {
  await writeDead(db, id, reason)
  if (template === 'gift_withdrawn') await forgetReceiver(db, id)
  log.error('message given up', { template })
}

/**
 * Returns the present text of a message, or null where its subject is gone. Throws for a template
 * without a kind.
 */
async function textOf(services: Services, message: TakenMessage): Promise<MessageText | null> {
  if (message.text !== undefined) return message.text
  const { template } = message
  const kind = services.messageKinds.find(({ templates }) => templates.includes(template))
  if (kind === undefined)
    throw new MessageRefused(`no kind of message has the template ${template}`)
  return kind.textOf(services, message)
}
