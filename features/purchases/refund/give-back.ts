// Refunds the card part: requests a refund of the remaining payment under the attempt's key, then
// reads the result. Idempotent, in every process.
import { refundStepKey } from '#features/purchases/card/step-keys.ts'
import type { PurchaseRow } from '#features/purchases/purchase-queries.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import { settleReturns } from '#features/purchases/refund/settle-returns.ts'
import { findAttempt, findRefundingPurchases } from './refund-queries.ts'

/** Refunds requested concurrently, so that one slow answer delays no other. */
const roundMax = 10

/** Requests the refund. Without an answer the reconciler asks again. */
export async function requestRefund(services: Services, row: PurchaseRow): Promise<void> {
  try {
    const { id, card_payment_id: paymentId } = row
    if (paymentId === null) throw new Error('a refund without a payment')
    const attempt = await findAttempt(services.db, id)
    const stepKey = refundStepKey(row, attempt)
    // A provider keeps a key for one day, so an existing refund is never requested again.
    const { refunds } = await services.cards.findReturned(paymentId)
    const isThere = refunds.some((refund) => refund.stepKey === stepKey)
    const status = isThere ? null : await services.cards.refund({ stepKey, paymentId })
    await settleReturns(services, row, status === 'captured' ? attempt : null)
  } catch (error) {
    services.log.warn('card money not given back yet', { tx_id: row.tx_id, error })
  }
}

/** Returns purchases whose card refund has been due for `seconds` and can be requested. */
export function findDueRefunds({ db }: Services, seconds: number): Promise<PurchaseRow[]> {
  return findRefundingPurchases(db, seconds, roundMax)
}
