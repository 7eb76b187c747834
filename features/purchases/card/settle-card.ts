// Runs the card steps after the authorisation: it finds, captures and voids payments. Each step is
// idempotent and runs outside any database transaction.

import { refundStrayCapture } from '#features/purchases/card/refund-card.ts'
import {
  authoriseStepKey,
  captureStepKey,
  voidStepKey,
} from '#features/purchases/card/step-keys.ts'
import type { PurchaseRow } from '#features/purchases/purchase-queries.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import type { PaymentStatus } from '#providers/cards/card-provider.ts'
import { closeUnknownPayment, moveCardOfEnded } from './card-queries.ts'

/** Returns true if a payment has ended, so that it can no longer be captured. */
export function hasEnded(status: PaymentStatus): boolean {
  return status === 'voided' || status === 'declined' || status === 'refunded'
}

/** Asks the provider for the payment of a purchase. Throws if the provider does not reply. */
export function findPayment(
  { cards }: Services,
  row: Pick<PurchaseRow, 'id' | 'tx_id' | 'card_minor' | 'currency' | 'card_payment_id'>,
) {
  const { id, tx_id: txId, card_minor: amountMinor, currency, card_payment_id: paymentId } = row
  const step = { stepKey: authoriseStepKey(id), txId, amountMinor, currency, paymentId }
  return cards.find(step)
}

/**
 * Voids the authorisation of an ended purchase and stores the outcome. If the payment is captured already,
 * refunds it. If the provider does not reply, the card stays VOIDING, and the reconciler repeats the step.
 */
export async function voidCard(services: Services, row: PurchaseRow): Promise<void> {
  const toVoided = ['VOIDING', 'VOIDED'] as const
  try {
    const { status, paymentId } = await findPayment(services, row)
    if (paymentId === null) {
      await closeUnknownPayment(services.db, row.id)
      return
    }
    if (status === 'captured') {
      await refundStrayCapture(services, row, paymentId)
      return
    }
    const step = { stepKey: voidStepKey(row.id), paymentId }
    const voidedStatus = await services.cards.void(step)
    if (hasEnded(voidedStatus)) await moveCardOfEnded(services.db, row.id, toVoided, paymentId)
  } catch (error) {
    services.log.warn('card not let go yet', { tx_id: row.tx_id, error })
  }
}

/** Captures an authorised payment. Idempotent. Throws if the outcome is unknown. */
export function captureCard(
  { cards }: Services,
  { id, card_payment_id }: PurchaseRow,
): Promise<PaymentStatus> {
  if (card_payment_id === null) throw new Error('a purchase completes without a payment')
  const step = { stepKey: captureStepKey(id), paymentId: card_payment_id }
  return cards.capture(step)
}
