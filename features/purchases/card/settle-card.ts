// Runs the card steps after the authorisation: release, capture, and finding a payment. Each is
// safe to repeat, and none runs inside a database transaction.

import { refundStrayCapture } from '#features/purchases/card/refund-card.ts'
import {
  authoriseStepKey,
  captureStepKey,
  voidStepKey,
} from '#features/purchases/card/step-keys.ts'
import type { PurchaseRow } from '#features/purchases/purchase-queries.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import type { PaymentStatus } from '#providers/cards/card-provider.ts'
import { giveUpPayment, moveCardOfEnded } from './card-queries.ts'

/** Whether a payment has ended. Any other payment may still be captured. */
export function hasEnded(status: PaymentStatus): boolean {
  return status === 'voided' || status === 'declined' || status === 'refunded'
}

/**
 * Returns the provider's state of a purchase's payment. Throws where the provider does not answer.
 */
export function findPayment(
  { cards }: Services,
  row: Pick<PurchaseRow, 'id' | 'tx_id' | 'card_minor' | 'currency' | 'card_payment_id'>,
) {
  const { id, tx_id: txId, card_minor: amountMinor, currency, card_payment_id: paymentId } = row
  const step = { stepKey: authoriseStepKey(id), txId, amountMinor, currency, paymentId }
  return cards.find(step)
}

/**
 * Releases an unused authorisation. Without the provider's answer the card stays VOIDING for the
 * reconciler. A payment captured meanwhile is refunded.
 */
export async function voidCard(services: Services, row: PurchaseRow): Promise<void> {
  const toVoided = ['VOIDING', 'VOIDED'] as const
  try {
    const { status, paymentId } = await findPayment(services, row)
    if (paymentId === null) {
      await giveUpPayment(services.db, row.id)
      return
    }
    if (status === 'captured') {
      await refundStrayCapture(services, row, paymentId)
      return
    }
    const step = { stepKey: voidStepKey(row.id), paymentId }
    const after = await services.cards.void(step)
    if (hasEnded(after)) await moveCardOfEnded(services.db, row.id, toVoided, paymentId)
  } catch (error) {
    services.log.warn('card not let go yet', { tx_id: row.tx_id, error })
  }
}

/** Captures an authorised payment. Idempotent. Throws where the outcome is unknown. */
export function captureCard(
  { cards }: Services,
  { id, card_payment_id }: PurchaseRow,
): Promise<PaymentStatus> {
  if (card_payment_id === null) throw new Error('a purchase completes without a payment')
  const step = { stepKey: captureStepKey(id), paymentId: card_payment_id }
  return cards.capture(step)
}
