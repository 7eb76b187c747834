// Requests the refund of a card payment under the attempt's idempotency key, then stores the result.
// Idempotent, also across processes.
import { refundStepKey } from '#features/purchases/card/step-keys.ts'
import type { PurchaseRow } from '#features/purchases/purchase-queries.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import { settleReturns } from '#features/purchases/refund/settle-returns.ts'
import { findAttempt, findRefundingPurchases } from './refund-queries.ts'

/** Maximum number of refunds that a round requests concurrently. */
const roundMax = 10

/** Requests the refund. Logs a failure; the reconciler repeats the request later. */
export async function requestRefund(services: Services, row: PurchaseRow): Promise<void> {
  try {
    const { id, card_payment_id: paymentId } = row
    if (paymentId === null) throw new Error('a refund without a payment')
    const { attempt, amountMinor } = await findAttempt(services.db, id)
    if (amountMinor === 0) return
    const stepKey = refundStepKey(row, attempt)
    // The provider forgets an idempotency key after a day. A lookup prevents a second refund after that.
    const { refunds } = await services.cards.findReturned(paymentId)
    const isRequested = refunds.some((refund) => refund.stepKey === stepKey)
    const step = { stepKey, paymentId, amountMinor }
    const status = isRequested ? null : await services.cards.refund(step)
    const isRefused = status === 'captured'
    await settleReturns(services, row, isRefused ? attempt : null)
  } catch (error) {
    services.log.warn('card money not given back yet', { tx_id: row.tx_id, error })
  }
}

/** Returns true if the card money of a part is owed and requested from the provider. */
export async function isPartDue({ db }: Services, purchaseId: string): Promise<boolean> {
  const { amountMinor } = await findAttempt(db, purchaseId)
  return amountMinor !== null && amountMinor > 0
}

/** Returns undisputed purchases with a due refund that was not checked for `seconds`. */
export function findDueRefunds({ db }: Services, seconds: number): Promise<PurchaseRow[]> {
  return findRefundingPurchases(db, seconds, roundMax)
}
