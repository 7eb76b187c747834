// Runs the reconciler on the operator's command, for all open card steps or for one purchase.
import { writeQueuedAgain } from '#features/messages/outbox.ts'
import { reconcilePurchases, settlePurchase } from '#features/purchases/card/reconcile-purchases.ts'
import { findPurchase, type PurchaseRow } from '#features/purchases/purchase-queries.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import { isPartDue } from '#features/purchases/refund/give-back.ts'
import { isRefunding } from '#features/purchases/states/reversal-state.ts'
import { openStepOf } from '#features/purchases/states/state.ts'
import { findDeadLetters, findOpenSteps, findWholePurchase } from './inspect-queries.ts'

/** Maximum number of lines in a report. */
const reportMax = 1_000

/** Tries once to settle every open step. Returns the number of steps, and the steps that stay open. */
export async function reconcileAll(services: Services) {
  const openSteps = await findOpenSteps(services.db, reportMax)
  let checkedCount = 0
  while (checkedCount < openSteps.length) {
    const count = await reconcilePurchases(services, 0)
    if (count === 0) break
    checkedCount += count
  }
  return {
    looked_at: checkedCount,
    unsettled: await findOpenSteps(services.db, reportMax),
    dead_letters: await findDeadLetters(services.db, reportMax),
  }
}

/** Settles one purchase and queues its dead letters again. Returns null if the purchase does not exist. */
export async function reconcileOne(services: Services, txId: string) {
  const wholePurchase = await findWholePurchase(services.db, txId)
  if (wholePurchase === null) return null
  // Reads without a lock, because `settlePurchase` locks the row and decides again.
  const row = await findPurchase(services.db, wholePurchase.id)
  if (row !== null && (await isOpen(services, row))) await settlePurchase(services, row)
  const messagesQueuedAgain = await writeQueuedAgain(services.db, wholePurchase.id)
  const settledRow = await findPurchase(services.db, wholePurchase.id)
  if (settledRow === null) throw new Error('a purchase vanished')
  return {
    tx_id: txId,
    state: settledRow.state,
    card_state: settledRow.card_state,
    reversal: settledRow.reversal,
    is_settled: !(await isOpen(services, settledRow)),
    messages_queued_again: messagesQueuedAgain,
  }
}

/** Returns true if a card step or a refund has no outcome yet. */
async function isOpen(services: Services, row: PurchaseRow): Promise<boolean> {
  if (openStepOf(row) !== null || isRefunding(row)) return true
  return row.refunded_kg > 0 && (await isPartDue(services, row.id))
}
