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

/**
 * Queues messages to the buyer, the holder of a gift, or the phone number of a withdrawn waiting gift. `wallet_minor` of
 * the row is the wallet money without that of parts, `partWalletMinor` that of the last part.
 */
export async function queueRefundMessages(
  tx: Transaction,
  row: Row,
  holderId: string | null,
  previous: Reversal,
  next: Reversal,
  partWalletMinor = 0,
): Promise<void> {
  const takesBack = takesKilograms(previous, next)
  const messagesToHolder = takesBack ? holderMessages(row, holderId) : []
  await queueMessages(tx, [
    ...buyerMessages(row, previous, next, partWalletMinor),
    ...messagesToHolder,
  ])
  // The message stores the phone number, because the move erases it from the purchase.
  const { is_gift, recipient_phone: phone } = row
  if (takesBack && holderId === null && is_gift && phone !== null) {
    await queueWithdrawnGift(tx, row.id, phone)
  }
}

/**
 * Queues the buyer's message about a part without owed card money. The message about a part with it follows once the
 * provider has accepted the refund.
 */
export async function queuePartMessage(
  tx: Transaction,
  { id }: Pick<Row, 'id'>,
  { attempt, dueMinor }: Reversal,
  walletMinor: number,
): Promise<void> {
  if (dueMinor > 0 || walletMinor === 0) return
  const subject = [id, attempt, 0, walletMinor].join('/')
  await queueMessages(tx, [{ template: 'refund_sent', subject, recipient: 'buyer' }])
}

function holderMessages(row: Row, holderId: string | null): QueuedMessage[] {
  return holderId === null || holderId === row.buyer_id
    ? []
    : [{ template: 'gift_refunded', subject: row.id, recipient: 'recipient' }]
}

/** Returns the buyer's message if a refund succeeded, failed or was paid otherwise, or a dispute was lost. */
export function buyerMessages(
  row: Row,
  previous: Reversal,
  next: Reversal,
  partWalletMinor = 0,
): QueuedMessage[] {
  const walletMinor = walletMinorOf(row, previous, next)
  const createMessage = (
    template: QueuedMessage['template'],
    cardMinor: number,
    wallet = 0,
  ): QueuedMessage => ({
    template,
    subject: [row.id, attemptOf(previous, next), cardMinor, wallet].join('/'),
    recipient: 'buyer',
  })
  if (next.paidMinor > previous.paidMinor) return [createMessage('refund_paid', previous.dueMinor)]
  const newLossMinor = next.lostMinor - previous.lostMinor
  if (newLossMinor > 0) return [createMessage('dispute_lost', newLossMinor, walletMinor)]
  if (next.isPartFailed && !previous.isPartFailed)
    return [createMessage('refund_failed', next.dueMinor)]
  const isPartPaid = !isRefundStage(next.stage) && previous.dueMinor > 0 && next.dueMinor === 0
  if (isPartPaid) {
    const isFirst = previous.attempt === previous.firstAttempt
    return [createMessage('refund_sent', previous.dueMinor, isFirst ? partWalletMinor : 0)]
  }
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

/** Returns the attempt that a move belongs to. A whole refund after parts begins a new one. */
function attemptOf(previous: Reversal, next: Reversal): number {
  const isBegin = !isRefundStage(previous.stage) && isRefundStage(next.stage)
  return isBegin ? next.attempt : previous.attempt
}

/**
 * Returns the wallet money that a message mentions. The first move of a completed purchase returns that
 * money, so only the message of the first attempt or dispute mentions it.
 */
function walletMinorOf({ state, wallet_minor }: Row, previous: Reversal, next: Reversal): number {
  if (!isCompleted({ state })) return 0
  const isFirstAttempt = attemptOf(previous, next) === next.firstAttempt
  const isFirst = isFirstAttempt && previous.lostMinor === 0 && isRefundStage(next.stage)
  return isFirst ? wallet_minor : 0
}
