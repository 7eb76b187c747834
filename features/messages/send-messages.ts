// The outbox worker: takes due messages, makes their text, sends them. A failure waits longer each
// time and ends as a dead letter; one bad message never holds up the others.

import { codeOf } from '#features/sign-in/one-time-code.ts'
import { failAt } from '#platform/fail-point.ts'
import { MessageRefused } from '#providers/sms/message-refused.ts'
import { RecipientStopped } from '#providers/sms/recipient-stopped.ts'
import { purposeOf } from '#values/code-purposes.ts'
import { readableProjectName } from '#values/project-name.ts'
import { triesMax, waitAfter } from '#values/tries.ts'
import { findMessagePurchase, markSent } from './grouped-queries.ts'
import { type MessageOutcome, recordMessage } from './message-metrics.ts'
import {
  codeText,
  giftGivenText,
  giftRefundedText,
  giftSender,
  giftText,
  giftWithdrawnText,
  purchaseText,
  readerLanguage,
} from './message-texts.ts'
import { isNotice, noticeText } from './notices.ts'
import { forgetReceiver } from './outbox.ts'
import { permitSms } from './permit-sms.ts'
import {
  type DueMessage,
  findChallenge,
  findGiftMessage,
  type MessageChallenge,
  type MessagePurchase,
  takeDueMessages,
  writeDead,
  writePutBack,
  writeStopped,
  writeWithheld,
} from './queries.ts'
import {
  isRefundTemplate,
  type RefundTemplate,
  refundSubjectOf,
  refundText,
} from './refund-texts.ts'
import type { Services } from './services.ts'

const roundMax = 50

/** Sends what is due; answers how many messages it took. */
export async function sendDueMessages(services: Services): Promise<number> {
  const due = await takeDueMessages(services.db, roundMax)
  if (due.length > 0) failAt('outbox.taken')
  await Promise.all(due.map((message) => sendOne(services, message)))
  return due.length
}

/** A message that no other worker takes meanwhile. */
export type TakenMessage = DueMessage & {
  /** That of a code, where whoever took the message has it at hand. */
  readonly challenge?: MessageChallenge
}

/** Sends a message; answers whether it went out. */
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
  const { to, body, causedBy, codeTo = null } = text
  const { tried_since: triedSince, is_counted: isCounted } = message
  const decision = await permitSms(services, { id, template, to, causedBy, isCounted })
  if (decision.outcome === 'dead') services.log.error('message given up', { template })
  // Another worker has ended it meanwhile.
  if (decision.outcome === 'over') return 'dropped'
  if (decision.outcome !== 'permitted') return decision.outcome
  const { permit } = decision
  failAt('outbox.counted')
  try {
    const sent = await sms.send({ key: `outbox-${id}`, template, permit, body, triedSince })
    failAt('outbox.answered')
    await markSent(db, { id, providerId: sent.id, codeTo })
    failAt('outbox.committed')
    return 'sent'
  } catch (error) {
    if (!(error instanceof RecipientStopped)) throw error
    await writeStopped(db, numbers.hashOf(to))
    await writeWithheld(db, id)
    return 'withheld'
  }
}

/** A dead letter: the operator sees it with its purchase, and can have it sent again. */
async function giveUp({ db, log }: Services, { id, template }: DueMessage, reason: string) {
  await writeDead(db, id, reason)
  if (template === 'gift_withdrawn') await forgetReceiver(db, id)
  log.error('message given up', { template })
}

type Text = {
  readonly to: string
  readonly body: string
  /** The buyer whose purchase a message is about; null for a code or a notice. */
  readonly causedBy: string | null
  /** What stands for the number that a code goes to; none of any other message. */
  readonly codeTo?: string
}

/** The text of a message now, or null where what it was about is gone. */
async function textOf(
  { db, keys, numbers, settings }: Services,
  { template, subject, recipient, challenge: made }: TakenMessage,
): Promise<Text | null> {
  const { publicUrl } = settings
  const purpose = purposeOf(template)
  if (purpose !== undefined) {
    const number = numbers.hashOf(recipient)
    const challenge = made ?? (await findChallenge(db, { phone: recipient, hash: number }, subject))
    if (challenge === null) return null
    const use = { phone: recipient, purpose, passportId: challenge.passport_id }
    const code = codeOf(keys.code, use, challenge.challenge)
    const words = { language: readerLanguage(challenge.language, recipient), purpose, code }
    return {
      to: recipient,
      body: codeText(words, hostOf(publicUrl)),
      causedBy: null,
      codeTo: number,
    }
  }
  if (isNotice(template)) {
    const notice = await noticeText(db, publicUrl, { template, subject, recipient })
    return notice && { ...notice, causedBy: null }
  }
  if (isRefundTemplate(template)) return textOfRefund(db, template, subject)
  if (template === 'gift_withdrawn') return textOfWithdrawn(db, subject, recipient)
  const purchase = await findMessagePurchase(db, subject)
  if (purchase === null) return null
  const { buyer_id: causedBy } = purchase
  const { to, language } = readerOf(template, recipient, purchase)
  if (to === null) return null
  const words = {
    language: readerLanguage(language, to),
    quantityKg: purchase.quantity_kg,
    projectName: readableProjectName(purchase.project_name),
    txId: purchase.tx_id,
    publicUrl,
  }
  if (template === 'gift_refunded') return { to, body: giftRefundedText(words), causedBy }
  // Nobody is told of what was taken back meanwhile.
  if (purchase.is_taken_back) return null
  if (template === 'purchase_success') {
    const isGift = purchase.recipient_phone !== null
    return { to, body: isGift ? giftGivenText(words) : purchaseText(words), causedBy }
  }
  const { from_name, buyer_nickname, buyer_first_name, buyer_phone, note } = purchase
  const sender = giftSender([from_name, buyer_nickname, buyer_first_name], buyer_phone)
  return { to, body: giftText({ ...words, sender, note }), causedBy }
}

async function textOfRefund(
  db: Services['db'],
  template: RefundTemplate,
  subject: string,
): Promise<Text | null> {
  const { purchaseId, cardMinor, walletMinor } = refundSubjectOf(subject)
  const purchase = await findMessagePurchase(db, purchaseId)
  if (purchase === null || purchase.buyer_phone === null) return null
  const { buyer_phone: to, buyer_language, tx_id: txId, currency } = purchase
  const language = readerLanguage(buyer_language, to)
  const words = { language, txId, currency, cardMinor, walletMinor }
  return { to, body: refundText(template, words), causedBy: purchase.buyer_id }
}

/** Only who got the message of a gift gets one that it is gone. */
async function textOfWithdrawn(
  db: Services['db'],
  purchaseId: string,
  to: string,
): Promise<Text | null> {
  const [purchase, { state, language: known }] = await Promise.all([
    findMessagePurchase(db, purchaseId),
    findGiftMessage(db, purchaseId, to),
  ])
  if (state === 'queued') throw new Error('the message of the gift has not ended yet')
  if (purchase === null || state !== 'sent') return null
  const language = readerLanguage(known, to)
  const { quantity_kg: quantityKg, project_name, buyer_id: causedBy } = purchase
  const projectName = readableProjectName(project_name)
  return { to, body: giftWithdrawnText({ language, quantityKg, projectName }), causedBy }
}

/** Kilograms that go back leave whoever holds them now, whichever number that is. */
function readerOf(template: string, recipient: string, purchase: MessagePurchase) {
  if (template === 'gift_refunded') {
    return { to: purchase.holder_phone, language: purchase.holder_language }
  }
  return recipient === 'buyer'
    ? { to: purchase.buyer_phone, language: purchase.buyer_language }
    : { to: purchase.recipient_phone, language: purchase.recipient_language }
}

function hostOf(publicUrl: string): string {
  return new URL(publicUrl).hostname
}
