// The card part of a refund: the provider is asked to give back what is left of the payment, under the
// attempt's own key, then asked what it has given. Safe to repeat and to run in every process.
import { giveBackStepKey } from '#features/purchases/card/step-keys.ts'
import type { PurchaseRow } from '#features/purchases/purchase-queries.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import { settleReturns } from '#features/purchases/refund/settle-returns.ts'
import { failAt } from '#platform/fail-point.ts'
import { findAttempt, findRefundingPurchases } from './refund-queries.ts'

/** Asked about at the same time, so that one that hangs holds up no other. */
const roundMax = 10

/** Where the provider does not answer now, the reconciler asks again. */
export async function giveBack(services: Services, row: PurchaseRow): Promise<void> {
  try {
    const { id, card_payment_id: paymentId } = row
    if (paymentId === null) throw new Error('a refund without a payment')
    const attempt = await findAttempt(services.db, id)
    const stepKey = giveBackStepKey(row, attempt)
    // A provider keeps a key for a day only: a refund that is there is never asked for again.
    const { refunds } = await services.cards.findReturned(paymentId)
    const isThere = refunds.some((refund) => refund.stepKey === stepKey)
    failAt('reversal.asked')
    const status = isThere ? null : await services.cards.refund({ stepKey, paymentId })
    failAt('reversal.answered')
    await settleReturns(services, row, status === 'captured' ? attempt : null)
  } catch (error) {
    services.log.warn('card money not given back yet', { tx_id: row.tx_id, error })
  }
}

/** Purchases whose card money has not gone back for `seconds`, and can. */
export function findGiveBacks({ db }: Services, seconds: number): Promise<PurchaseRow[]> {
  return findRefundingPurchases(db, seconds, roundMax)
}
