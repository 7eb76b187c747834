// What the card provider says it gave back, written down: refunds of ours, refunds made on its own
// page, disputes that were opened, won or lost. Whoever heard of it, the provider is asked how the
// payment stands now, so events may come in any order, twice, late or never.
import { lockPurchases, type PurchaseRow } from '#features/purchases/queries.ts'
import { findReversal, writeDisputes } from '#features/purchases/refund/queries.ts'
import { afterReturns, type Reversal } from '#features/purchases/refund/reversal.ts'
import { moveReversal } from '#features/purchases/refund/take-back.ts'
import type { Services } from '#features/purchases/services.ts'
import { isCompleted } from '#features/purchases/state.ts'
import type { Transaction } from '#platform/database/database.ts'
import { failAt } from '#platform/fail-point.ts'
import type { ReturnedPayment } from '#providers/cards/card-provider.ts'

/** Of a completed purchase with a card part. Throws where the provider cannot be asked. */
export async function settleReturns(services: Services, row: PurchaseRow): Promise<void> {
  const { id, tx_id, card_payment_id: paymentId, card_minor, currency } = row
  if (paymentId === null) throw new Error('money goes back to a card without a payment')
  const found = await services.cards.findReturned(paymentId)
  failAt('reversal.found')
  if (found.capturedMinor !== card_minor || found.currency !== currency) {
    services.log.error('a payment is not that of its purchase', { tx_id })
    return
  }
  await services.db.transaction((tx) => writeReturns(tx, id, found))
  failAt('reversal.settled')
  services.wakeOutbox()
}

async function writeReturns(tx: Transaction, id: string, found: ReturnedPayment): Promise<void> {
  const [row] = await lockPurchases(tx, [id])
  if (row === undefined || !isCompleted(row)) return
  const before = await findReversal(tx, id, row)
  const disputes = await writeDisputes(tx, id, found.disputes)
  const { refundedMinor } = found
  const after = afterReturns(before, row.card_minor, { refundedMinor, ...disputes })
  if (!isSame(before, after)) await moveReversal(tx, row, before, after)
}

function isSame(before: Reversal, after: Reversal): boolean {
  return (
    before.stage === after.stage &&
    before.refundedMinor === after.refundedMinor &&
    before.lostMinor === after.lostMinor &&
    before.dueMinor === after.dueMinor
  )
}
