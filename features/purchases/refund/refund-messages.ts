// Queues the messages about a reversal's move. A message's subject contains the attempt and the amounts, so
// that later moves do not change its text.
import { type QueuedMessage, queueMessages, queueWithdrawnGift } from '#features/messages/outbox.ts'
import type { PurchaseRow } from '#features/purchases/purchase-queries.ts'
import { type Reversal, takesKilograms } from '#features/purchases/refund/reversal.ts'
import {
  isOwedAgain,
  isRefundStage,
  reversalColumnsOf,
} from '#features/purchases/states/reversal-state.ts'
import { isCompleted } from '#features/purchases/states/state.ts'
import type { Transaction } from '#platform/database/database.ts'

type Row = Pick<
  PurchaseRow,
  'id' | 'state' | 'buyer_id' | 'wallet_minor' | 'card_minor' | 'is_gift' | 'recipient_phone'
>

/** Queues messages to the buyer, the holder of a gift, or the phone number of a withdrawn waiting gift. */
export async function queueRefundMessages(
  tx: Transaction,
  row: Row,
  holderId: string | null,
  previous: Reversal,
  next: Reversal,
): Promise<void> {
  const takesBack = takesKilograms(previous, next)
  const messagesToHolder = takesBack ? holderMessages(row, holderId) : []
  await queueMessages(tx, [...buyerMessages(row, previous, next), ...messagesToHolder])
  // The message stores the phone number, because the move erases it from the purchase.
  const { is_gift, recipient_phone: phone } = row
  if (takesBack && holderId === null && is_gift && phone !== null) {
    await queueWithdrawnGift(tx, row.id, phone)
  }
}

function holderMessages(row: Row, holderId: string | null): QueuedMessage[] {
  return holderId === null || holderId === row.buyer_id
    ? []
    : [{ template: 'gift_refunded', subject: row.id, recipient: 'recipient' }]
}

/** Returns the buyer's message if a refund succeeded, failed or was paid otherwise, or a dispute was lost. */
export function buyerMessages(row: Row, previous: Reversal, next: Reversal): QueuedMessage[] {
  const walletMinor = walletMinorOf(row, previous, next)
  const createMessage = (
    template: QueuedMessage['template'],
    cardMinor: number,
    wallet = 0,
  ): QueuedMessage => ({
    template,
    subject: [row.id, previous.attempt, cardMinor, wallet].join('/'),
    recipient: 'buyer',
  })
  if (next.paidMinor > previous.paidMinor) return [createMessage('refund_paid', previous.dueMinor)]
  const newLossMinor = next.lostMinor - previous.lostMinor
  if (newLossMinor > 0) return [createMessage('dispute_lost', newLossMinor, walletMinor)]
  const from = reversalColumnsOf(previous.stage).reversal
  const to = reversalColumnsOf(next.stage).reversal
  if (to === 'refunded' && from !== 'refunded') {
    const isRequested = from === 'refunding' || isOwedAgain(previous.stage)
    const cardMinor = isRequested ? previous.dueMinor : next.refundedMinor
    return [createMessage('refund_sent', cardMinor, walletMinor)]
  }
  return to === 'refund_failed' && next.attempt > previous.attempt
    ? [createMessage('refund_failed', next.dueMinor)]
    : []
}

/**
 * Returns the wallet money that a message mentions. The first move of a completed purchase returns that
 * money, so only the message of the first attempt or dispute mentions it.
 */
function walletMinorOf({ state, wallet_minor }: Row, previous: Reversal, next: Reversal): number {
  if (!isCompleted({ state })) return 0
  const isFirst = previous.attempt === 1 && previous.lostMinor === 0 && isRefundStage(next.stage)
  return isFirst ? wallet_minor : 0
}
