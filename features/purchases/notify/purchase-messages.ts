// Composes the texts of SMS about purchases, gifts and refunds from the stored purchase, when a message is
// sent.
import { countryOfMessages, nextMessageHour } from '#features/messages/message-hours.ts'
import type { MessageKind, MessageSubject, MessageText } from '#features/messages/message-kind.ts'
import {
  type PurchaseTemplate,
  purchaseTemplates,
  type RefundTemplate,
} from '#features/messages/purchase-templates.ts'
import { readerLanguage } from '#features/messages/reader-language.ts'
import {
  giftRefundedText,
  giftSender,
  giftSentText,
  giftText,
  giftWithdrawnText,
  purchaseText,
} from '#features/purchases/notify/purchase-texts.ts'
import { refundSubjectOf, refundText } from '#features/purchases/notify/refund-texts.ts'
import type { Database } from '#platform/database/database.ts'
import { findGiftMessage, findMessagePurchase, type MessagePurchase } from './notify-queries.ts'

export const purchaseMessages: MessageKind = {
  templates: purchaseTemplates,
  async textOf({ db, settings }, { template, subject, recipient }) {
    const purchaseTemplate = purchaseTemplates.find((each) => each === template)
    if (purchaseTemplate === undefined) return null
    switch (purchaseTemplate) {
      case 'refund_sent':
      case 'refund_failed':
      case 'refund_paid':
      case 'dispute_lost':
        return textOfRefund(db, purchaseTemplate, subject)
      case 'gift_withdrawn':
        return textOfWithdrawn(db, subject, recipient)
      case 'purchase_success':
      case 'gift_success':
      case 'gift_refunded':
        return textOfPurchase(db, settings.publicUrl, {
          template: purchaseTemplate,
          subject,
          recipient,
        })
    }
  },
}

type PurchaseSubject = MessageSubject & {
  readonly template: Extract<
    PurchaseTemplate,
    'purchase_success' | 'gift_success' | 'gift_refunded'
  >
}

async function textOfPurchase(
  db: Database,
  publicUrl: string,
  { template, subject, recipient }: PurchaseSubject,
): Promise<MessageText | null> {
  const purchase = await findMessagePurchase(db, subject)
  if (purchase === null) return null
  const { buyer_id: causedBy } = purchase
  const { to, language } = addresseeOf(template, recipient, purchase)
  if (to === null) return null
  const message = {
    language: readerLanguage(language, to),
    quantityKg: purchase.quantity_kg,
    projectName: purchase.project_name,
    txId: purchase.tx_id,
    publicUrl,
  }
  if (template === 'gift_refunded') return { to, body: giftRefundedText(message), causedBy }
  // A purchase that was taken back gets no message that it is complete.
  if (purchase.is_taken_back) return null
  if (template === 'purchase_success') {
    const isGift = purchase.recipient_phone !== null
    return { to, body: isGift ? giftSentText(message) : purchaseText(message), causedBy }
  }
  const { from_name, buyer_nickname, buyer_first_name, buyer_phone, note } = purchase
  const sender = giftSender([from_name, buyer_nickname, buyer_first_name], buyer_phone)
  const body = giftText({ ...message, sender, note })
  const { keeps_hours, now } = purchase
  return keeps_hours
    ? { to, body, causedBy, notBefore: nextMessageHour(countryOfMessages(to), now) }
    : { to, body, causedBy }
}

async function textOfRefund(
  db: Database,
  template: RefundTemplate,
  subject: string,
): Promise<MessageText | null> {
  const { purchaseId, cardMinor, walletMinor } = refundSubjectOf(subject)
  const purchase = await findMessagePurchase(db, purchaseId)
  if (purchase === null || purchase.buyer_phone === null) return null
  const { buyer_phone: to, buyer_language, tx_id: txId, currency } = purchase
  const language = readerLanguage(buyer_language, to)
  const message = { language, txId, currency, cardMinor, walletMinor }
  return { to, body: refundText(template, message), causedBy: purchase.buyer_id }
}

/**
 * Returns the text about a withdrawn gift. Returns null unless the message about the gift was sent to the
 * phone number. Throws while that message is queued, so that the outbox attempts this message again later.
 */
async function textOfWithdrawn(
  db: Database,
  purchaseId: string,
  to: string,
): Promise<MessageText | null> {
  const [purchase, { state, language: memberLanguage }] = await Promise.all([
    findMessagePurchase(db, purchaseId),
    findGiftMessage(db, purchaseId, to),
  ])
  if (state === 'queued') throw new Error('the message of the gift has not ended yet')
  if (purchase === null || state !== 'sent') return null
  const language = readerLanguage(memberLanguage, to)
  const { quantity_kg: quantityKg, project_name: projectName, buyer_id: causedBy } = purchase
  return { to, body: giftWithdrawnText({ language, quantityKg, projectName }), causedBy }
}

/**
 * Returns the phone number and language of a message's addressee. The message about a refunded gift goes to
 * the holder's current number, which may differ from the number of the gift. So does that of a gift whose giver was
 * erased before its day, because the gift then has no number.
 */
function addresseeOf(template: string, recipient: string, purchase: MessagePurchase) {
  if (template === 'gift_refunded') {
    return { to: purchase.holder_phone, language: purchase.holder_language }
  }
  return recipient === 'buyer'
    ? { to: purchase.buyer_phone, language: purchase.buyer_language }
    : {
        to: purchase.recipient_phone ?? purchase.holder_phone,
        language: purchase.recipient_language ?? purchase.holder_language,
      }
}
