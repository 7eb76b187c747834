// The operator's rounds over what has no outcome yet: all of it, or one purchase with its messages.
// What settles a purchase is the reconciler's own work; here it is asked for and told about.
import { reconcilePurchases, settlePurchase } from '#features/purchases/card/reconcile-purchases.ts'
import { findPurchase, type PurchaseRow } from '#features/purchases/purchase-queries.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import { isRefunding } from '#features/purchases/states/reversal-state.ts'
import { openStepOf } from '#features/purchases/states/state.ts'
import {
  findDeadLetters,
  findOpenSteps,
  findWholePurchase,
  writeQueuedAgain,
} from './inspect-queries.ts'

/** Lines of a report to the operator. */
const reportMax = 1_000

/** The operator's round over everything that has no outcome yet, each looked at once. */
export async function reconcileAll(services: Services) {
  const open = await findOpenSteps(services.db, reportMax)
  let lookedAt = 0
  while (lookedAt < open.length) {
    const count = await reconcilePurchases(services, 0)
    if (count === 0) break
    lookedAt += count
  }
  return {
    looked_at: lookedAt,
    unsettled: await findOpenSteps(services.db, reportMax),
    dead_letters: await findDeadLetters(services.db, reportMax),
  }
}

/**
 * Carries on with one purchase and queues its dead letters again; null where there is none.
 */
export async function reconcileOne(services: Services, txId: string) {
  const found = await findWholePurchase(services.db, txId)
  if (found === null) return null
  // Read without a lock: settling takes its own, and decides anew under it.
  const row = await findPurchase(services.db, found.id)
  if (row !== null && isOpen(row)) await settlePurchase(services, row)
  const messagesQueuedAgain = await writeQueuedAgain(services.db, found.id)
  const after = await findPurchase(services.db, found.id)
  if (after === null) throw new Error('a purchase vanished')
  return {
    tx_id: txId,
    state: after.state,
    card_state: after.card_state,
    reversal: after.reversal,
    is_settled: !isOpen(after),
    messages_queued_again: messagesQueuedAgain,
  }
}

/** Whether the card provider has still to be asked for something. */
function isOpen(row: PurchaseRow): boolean {
  return openStepOf(row) !== null || isRefunding(row)
}
