// Refunds a card charge whose purchase did not complete: posts the debt to the ledger, then leaves
// the refund to the provider's refund steps.

import type { PurchaseRow } from '#features/purchases/purchase-queries.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import { giveBack } from '#features/purchases/refund/give-back.ts'
import { postWrites } from '#ledger/post.ts'
import { ending, type Write } from '#platform/database/write.ts'
import { type Refund, refundDuePostings } from './card-postings.ts'
import { moveCardOfEnded, owedChargeWrites } from './card-queries.ts'

/** Returns the card amount that a buyer is owed after a charge without a purchase. */
function refundOf({ id, currency, card_minor }: PurchaseRow): Refund {
  return { purchaseId: id, currency, cardMinor: card_minor }
}

/**
 * Returns the writes that owe the charges of purchases. The purchases move to REFUNDING in the same
 * transaction.
 */
export function chargeRefundWrites(rows: readonly PurchaseRow[]): Write[] {
  const refunds = rows.map(refundOf)
  return [...postWrites(refundDuePostings(refunds)), ...owedChargeWrites(refunds)]
}

/** Owes the buyer a payment that was captured although it should have been released. */
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
  await giveBack(services, { ...row, card_payment_id: paymentId })
}
