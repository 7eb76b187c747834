// Runs the reconciler for the operator: over all open steps, or over one purchase and its messages.
import { writeQueuedAgain } from '#features/messages/outbox.ts'
import { reconcilePurchases, settlePurchase } from '#features/purchases/card/reconcile-purchases.ts'
import { findPurchase, type PurchaseRow } from '#features/purchases/purchase-queries.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import { isRefunding } from '#features/purchases/states/reversal-state.ts'
import { openStepOf } from '#features/purchases/states/state.ts'
import { findDeadLetters, findOpenSteps, findWholePurchase } from './inspect-queries.ts'

/** Most lines in a report to the operator. */
const reportMax = 1_000

/** Settles every open step once and returns a report. */
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

/** Settles one purchase and queues its dead letters again. Returns null where it does not exist. */
export async function reconcileOne(services: Services, txId: string) {
  const found = await findWholePurchase(services.db, txId)
  if (found === null) return null
  // Reads without a lock, because settling takes its own locks and decides again under them.
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

/** Whether the card provider must still be asked. */
function isOpen(row: PurchaseRow): boolean {
  return openStepOf(row) !== null || isRefunding(row)
}
