// Settles the bank's question about a card (3-D Secure). Its outcome decides whether the purchase
// may complete. The provider is never called inside a transaction.

import { findPayment, hasEnded } from '#features/purchases/card/settle-card.ts'
import { lossOf, prepareEnds } from '#features/purchases/end/end-purchases.ts'
import { lockPurchases, type PurchaseRow } from '#features/purchases/purchase-queries.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import { stageOf } from '#features/purchases/states/state.ts'
import { ending } from '#platform/database/write.ts'
import { moveFromAction } from './card-queries.ts'

/**
 * Returns the outcome of the bank's question. A confirmed one leaves the purchase authorised; a
 * refused one ends it and releases everything. `moved` where the purchase has moved on.
 */
export async function settleAction(
  services: Services,
  row: PurchaseRow,
): Promise<'confirmed' | 'refused' | 'moved' | 'open' | 'unknown'> {
  const found = await findPayment(services, row).catch((error: unknown) => {
    services.log.warn('payment outcome unknown', { tx_id: row.tx_id, error })
    return null
  })
  if (found === null) return 'unknown'
  const { status } = found
  if (status === 'authorised') {
    await moveFromAction(services.db, row.id, found)
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
