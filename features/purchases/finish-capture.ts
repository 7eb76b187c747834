// The card part of a completion: capture, then the one transaction that completes. It may be run
// again at any time, by the caller or the reconciler; the provider and the row's state make it once.
import { completeTogether } from '#features/purchases/complete-together.ts'
import { endTogether } from '#features/purchases/end-purchases.ts'
import {
  lockPurchases,
  markPurchaseChecked,
  movePurchase,
  type PurchaseRow,
} from '#features/purchases/queries.ts'
import { captureCard, findPayment } from '#features/purchases/settle-card.ts'
import type { PaymentStatus } from '#providers/cards/card-provider.ts'
import type { Services } from '#server/services.ts'

/** Whether the person has done the step that the card asked for; then the payment is authorised. */
export async function confirmAction(services: Services, row: PurchaseRow): Promise<boolean> {
  const { status, paymentId } = await findPayment(services, row.id)
  if (status !== 'authorised') return false
  const from = ['READY', 'ACTION'] as const
  await movePurchase(services.db, row.id, from, ['READY', 'AUTHORISED'], paymentId)
  return true
}

/** Answers whether the purchase is complete; false while the payment's outcome is unknown. */
export async function finishCapture(services: Services, row: PurchaseRow): Promise<boolean> {
  let status: PaymentStatus
  try {
    status = await captureCard(services, row)
  } catch (error) {
    services.log.warn('capture outcome unknown', { tx_id: row.tx_id, error })
    await markPurchaseChecked(services.db, row.id)
    return false
  }
  return services.db.transaction(async (tx) => {
    const [current] = await lockPurchases(tx, [row.id])
    if (current === undefined) throw new Error('a purchase vanished')
    if (current.state !== 'COMPLETING') return current.state === 'COMPLETED'
    if (status === 'captured') {
      await completeTogether(tx, [current])
      return true
    }
    // The provider let the authorisation go: nothing was taken and nothing will be.
    const failed = { state: 'FAILED', cardState: 'VOIDED', failureCode: 'card_declined' } as const
    await endTogether(tx, [{ row: current, ...failed }])
    return false
  })
}
