// Decides the messages of a reversal's move: one per attempt. A message's row holds its attempt and
// sums, so a later move changes no message.
import { type QueuedMessage, queueMessages, queueWithdrawnGift } from '#features/messages/outbox.ts'
import type { PurchaseRow } from '#features/purchases/purchase-queries.ts'
import { type Reversal, takesKilograms } from '#features/purchases/refund/reversal.ts'
import {
  isOwedAgain,
  isRefundStage,
  reversalPlaceOf,
} from '#features/purchases/states/reversal-state.ts'
import { isCompleted } from '#features/purchases/states/state.ts'
import type { Transaction } from '#platform/database/database.ts'

type Row = Pick<
  PurchaseRow,
  'id' | 'state' | 'buyer_id' | 'wallet_minor' | 'card_minor' | 'is_gift' | 'recipient_phone'
>

export async function queueRefundMessages(
  tx: Transaction,
  row: Row,
  holderId: string | null,
  before: Reversal,
  after: Reversal,
): Promise<void> {
  const isTaking = takesKilograms(before, after)
  const toHolder = isTaking ? holderMessages(row, holderId) : []
  await queueMessages(tx, [...buyerMessages(row, before, after), ...toHolder])
  // The purchase loses the number of a withdrawn gift, so the message keeps it.
  const { is_gift, recipient_phone: phone } = row
  if (isTaking && holderId === null && is_gift && phone !== null) {
    await queueWithdrawnGift(tx, row.id, phone)
  }
}

function holderMessages(row: Row, holderId: string | null): QueuedMessage[] {
  return holderId === null || holderId === row.buyer_id
    ? []
    : [{ template: 'gift_refunded', subject: row.id, recipient: 'recipient' }]
}

/**
 * Returns the buyer's messages of a move: an attempt that ended, a lost dispute, another payment.
 */
export function buyerMessages(row: Row, before: Reversal, after: Reversal): QueuedMessage[] {
  const walletMinor = walletOf(row, before, after)
  const messageOf = (
    template: QueuedMessage['template'],
    cardMinor: number,
    wallet = 0,
  ): QueuedMessage => ({
    template,
    subject: [row.id, before.attempt, cardMinor, wallet].join('/'),
    recipient: 'buyer',
  })
  if (after.paidMinor > before.paidMinor) return [messageOf('refund_paid', before.dueMinor)]
  const lost = after.lostMinor - before.lostMinor
  if (lost > 0) return [messageOf('dispute_lost', lost, walletMinor)]
  const from = reversalPlaceOf(before.stage).reversal
  const to = reversalPlaceOf(after.stage).reversal
  if (to === 'refunded' && from !== 'refunded') {
    const isRequested = from === 'refunding' || isOwedAgain(before.stage)
    const cardMinor = isRequested ? before.dueMinor : after.refundedMinor
    return [messageOf('refund_sent', cardMinor, walletMinor)]
  }
  return to === 'refund_failed' && after.attempt > before.attempt
    ? [messageOf('refund_failed', after.dueMinor)]
    : []
}

/**
 * Returns the wallet money that a message includes. The first move returns a sale's wallet money,
 * and the first message of an ended attempt includes it.
 */
function walletOf({ state, wallet_minor }: Row, before: Reversal, after: Reversal): number {
  if (!isCompleted({ state })) return 0
  const isFirst = before.attempt === 1 && before.lostMinor === 0 && isRefundStage(after.stage)
  return isFirst ? wallet_minor : 0
}
