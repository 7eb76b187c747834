// Reads whether the buyer confirmed a payment at the bank (3-D Secure), and moves the purchase accordingly.
// It calls the card provider outside any transaction.

import { findPayment, hasEnded } from '#features/purchases/card/settle-card.ts'
import { lossOf, prepareEnds } from '#features/purchases/end/end-purchases.ts'
import { lockPurchases, type PurchaseRow } from '#features/purchases/purchase-queries.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import { stageOf } from '#features/purchases/states/state.ts'
import { ending } from '#platform/database/write.ts'
import { moveFromAction } from './card-queries.ts'

/**
 * Returns the outcome at the bank. `confirmed`: the purchase is authorised now. `refused`: the purchase has
 * failed, and its holds are released. `moved`: another call moved the purchase first. `open`: the buyer has
 * not answered yet. `unknown`: the provider did not reply.
 */
export async function settleAction(
  services: Services,
  row: PurchaseRow,
): Promise<'confirmed' | 'refused' | 'moved' | 'open' | 'unknown'> {
  const payment = await findPayment(services, row).catch((error: unknown) => {
    services.log.warn('payment outcome unknown', { tx_id: row.tx_id, error })
    return null
  })
  if (payment === null) return 'unknown'
  const { status } = payment
  if (status === 'authorised') {
    await moveFromAction(services.db, row.id, payment)
    return 'confirmed'
  }
  if (!hasEnded(status)) return 'open'
  return services.db.transaction(async (tx) => {
    const [current] = await lockPurchases(tx, [row.id])
    if (current === undefined || stageOf(current) !== 'READY ACTION') return 'moved'
    const loss = lossOf(current, ['READY ACTION', 'FAILED VOIDED'], 'card_declined')
    return ending('refused', await prepareEnds(tx, [loss]))
  })
}
