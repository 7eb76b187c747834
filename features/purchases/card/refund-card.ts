// Records a card charge that is owed to the buyer, because the purchase did not complete, and refunds it
// (refund/give-back.ts).

import type { PurchaseRow } from '#features/purchases/purchase-queries.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import { requestRefund } from '#features/purchases/refund/give-back.ts'
import { postWrites } from '#ledger/post.ts'
import { ending, type Write } from '#platform/database/write.ts'
import { type Refund, refundDuePostings } from './card-postings.ts'
import { moveCardOfEnded, owedChargeWrites } from './card-queries.ts'

/** Returns the charge that a buyer is owed. */
function refundOf({ id, currency, card_minor }: PurchaseRow): Refund {
  return { purchaseId: id, currency, cardMinor: card_minor }
}

/**
 * Returns the writes that post and record owed charges. The caller moves the purchases to REFUNDING in
 * the same transaction.
 */
export function chargeRefundWrites(rows: readonly PurchaseRow[]): Write[] {
  const refunds = rows.map(refundOf)
  return [...postWrites(refundDuePostings(refunds)), ...owedChargeWrites(refunds)]
}

/** Records and requests the refund of a payment that was captured although its purchase had ended. */
export async function refundStrayCapture(
  services: Services,
  row: PurchaseRow,
  paymentId: string,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const toRefunding = ['VOIDING', 'REFUNDING'] as const
    if (!(await moveCardOfEnded(tx, row.id, toRefunding, paymentId))) return
    return ending(undefined, chargeRefundWrites([row]))
  })
  await requestRefund(services, { ...row, card_payment_id: paymentId })
}
