// Card steps after the authorisation: letting go, taking, and finding out what became of a step.
// Each is safe to repeat; none is called inside a database transaction.

import type { PurchaseRow } from '#features/purchases/queries.ts'
import { setPurchaseCardState } from '#features/purchases/queries-states.ts'
import { authoriseStepKey } from '#features/purchases/step-keys.ts'
import { type PaymentStatus, paymentTimeoutMs } from '#providers/cards/card-provider.ts'
import { withTimeout } from '#providers/with-timeout.ts'
import type { Services } from '#server/services.ts'

/** A payment that the provider never heard of is given up after this long, in milliseconds. */
const neverArrivedMs = 60_000

/** Whether a payment stands no more; any other may still be captured. */
export function hasEnded(status: PaymentStatus): boolean {
  return status === 'voided' || status === 'declined' || status === 'refunded'
}

/** What the provider knows of a purchase's payment. Throws where it cannot be asked. */
export function findPayment({ cards }: Services, purchaseId: string) {
  return withTimeout(cards.find(authoriseStepKey(purchaseId)), paymentTimeoutMs)
}

/**
 * Lets an authorisation go that will not be used. Where the provider cannot say so now the card
 * stays VOIDING and the reconciler asks again.
 */
export async function voidCard(services: Services, row: PurchaseRow): Promise<void> {
  try {
    const { status, paymentId } = await findPayment(services, row.id)
    if (paymentId === null) {
      const ageMs = services.clock() - row.expires_at.getTime()
      if (ageMs > neverArrivedMs) await setPurchaseCardState(services.db, row.id, 'VOIDED', null)
      return
    }
    const after = await letGo(services, row.id, status, paymentId)
    const cardState = hasEnded(after) ? 'VOIDED' : 'VOIDING'
    await setPurchaseCardState(services.db, row.id, cardState, paymentId)
  } catch (error) {
    services.log.warn('card not let go yet', { tx_id: row.tx_id, error })
  }
}

function letGo(
  { cards }: Services,
  purchaseId: string,
  status: PaymentStatus,
  paymentId: string,
): Promise<PaymentStatus> {
  const step = (name: string) => ({ stepKey: `${purchaseId}:${name}`, paymentId })
  const call = status === 'captured' ? cards.refund(step('refund')) : cards.void(step('void'))
  return withTimeout(call, paymentTimeoutMs)
}

/** Takes the money of an authorised payment; again is the same. Throws where it is unknown. */
export function captureCard(
  { cards }: Services,
  { id, card_payment_id }: PurchaseRow,
): Promise<PaymentStatus> {
  if (card_payment_id === null) throw new Error('a purchase completes without a payment')
  const step = { stepKey: `${id}:capture`, paymentId: card_payment_id }
  return withTimeout(cards.capture(step), paymentTimeoutMs)
}
