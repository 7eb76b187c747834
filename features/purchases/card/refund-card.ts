// Card money that was captured for a purchase that did not complete: owed in the ledger first, then given
// back by the provider as any refund is.

import type { PurchaseRow } from '#features/purchases/purchase-queries.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import { giveBack } from '#features/purchases/refund/give-back.ts'
import { postWrites } from '#ledger/post.ts'
import { ending, type Write } from '#platform/database/write.ts'
import { failAt } from '#platform/fail-point.ts'
import { type Refund, refundDuePostings } from './card-postings.ts'
import { moveCardOfEnded, owedChargeWrites } from './card-queries.ts'

/** What a purchase's buyer is owed where their card was charged in vain. */
function refundOf({ id, currency, card_minor }: PurchaseRow): Refund {
  return { purchaseId: id, currency, cardMinor: card_minor }
}

/** The charges of purchases that move to REFUNDING in the same transaction are owed from now on. */
export function chargeRefundWrites(rows: readonly PurchaseRow[]): Write[] {
  const refunds = rows.map(refundOf)
  return [...postWrites(refundDuePostings(refunds)), ...owedChargeWrites(refunds)]
}

/** A payment that should have been let go turns out to be captured: from now on it is owed. */
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
  failAt('refund.owed')
  await giveBack(services, { ...row, card_payment_id: paymentId })
}
