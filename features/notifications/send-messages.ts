// The outbox worker: takes due messages, makes their text, sends them. A failure waits longer each
// time and ends as a dead letter; one bad message never holds up the others.
import {
  codeText,
  giftGivenText,
  giftText,
  purchaseText,
  senderName,
} from '#features/notifications/message-texts.ts'
import {
  type DueMessage,
  findChallenge,
  findMessagePurchase,
  takeDueMessages,
  writeDead,
  writePutBack,
  writeSent,
} from '#features/notifications/queries.ts'
import { codeOf } from '#features/sign-in/one-time-code.ts'
import { withTimeout } from '#providers/with-timeout.ts'
import type { Services } from '#server/services.ts'

/** trust.md 2: 3 s a send; 8 tries from 1 s to 30 min apart. */
const sendTimeoutMs = 3_000
const attemptsMax = 8
const waitMaxSeconds = 1_800
const roundMax = 20

/** Sends what is due; answers how many messages it took. */
export async function sendDueMessages(services: Services): Promise<number> {
  const due = await takeDueMessages(services.db, roundMax)
  await Promise.all(due.map((message) => sendOne(services, message)))
  return due.length
}

/** Sends a message that the caller has taken; answers whether it went out at the first try. */
export async function sendOne(services: Services, message: DueMessage): Promise<boolean> {
  const { db, sms, log } = services
  const { id, template, attempts } = message
  try {
    const text = message.is_too_late ? null : await textOf(services, message)
    if (text === null) {
      await writeDead(db, id, 'there is nothing to send any more')
      return false
    }
    const key = `outbox-${id}`
    const sent = await withTimeout(sms.send({ key, template, ...text }), sendTimeoutMs)
    await writeSent(db, id, sent.id)
    return true
  } catch (error) {
    log.warn('message not sent', { template, count: attempts, error })
    const reason = error instanceof Error ? error.name : 'unknown'
    if (attempts >= attemptsMax) await writeDead(db, id, reason)
    else await writePutBack(db, id, Math.min(waitMaxSeconds, 4 ** (attempts - 1)), reason)
    return false
  }
}

type Text = { readonly to: string; readonly body: string }

/** The text of a message now, or null where what it was about is gone. */
async function textOf(
  { db, keys, settings }: Services,
  { template, subject, recipient }: DueMessage,
): Promise<Text | null> {
  const { publicUrl } = settings
  if (template === 'otp') {
    const challenge = await findChallenge(db, recipient, subject)
    if (challenge === null) return null
    const code = codeOf(keys.code, recipient, challenge)
    return { to: recipient, body: codeText(code, hostOf(publicUrl)) }
  }
  const purchase = await findMessagePurchase(db, subject)
  if (purchase === null) return null
  const to = recipient === 'buyer' ? purchase.buyer_phone : purchase.recipient_phone
  if (to === null) return null
  const words = {
    quantityKg: purchase.quantity_kg,
    projectName: purchase.project_name,
    txId: purchase.tx_id,
    publicUrl,
  }
  if (template === 'purchase_success') {
    const isGift = purchase.recipient_phone !== null
    return { to, body: isGift ? giftGivenText(words) : purchaseText(words) }
  }
  const { buyer_nickname, buyer_first_name, buyer_phone, note } = purchase
  const sender = senderName(buyer_nickname, buyer_first_name, buyer_phone)
  return { to, body: giftText({ ...words, sender, note }) }
}

function hostOf(publicUrl: string): string {
  return new URL(publicUrl).hostname
}
