// Captures the card part of a purchase, then completes it in one transaction. Idempotent, because
// validatePin and the reconciler may run it concurrently.

import { captureCard, hasEnded } from '#features/purchases/card/settle-card.ts'
import { prepareCompletions } from '#features/purchases/complete/prepare-completions.ts'
import { lossOf, prepareEnds } from '#features/purchases/end/end-purchases.ts'
import { failureOf } from '#features/purchases/purchase-on-wire.ts'
import {
  lockPurchases,
  markPurchaseChecked,
  type PurchaseRow,
} from '#features/purchases/purchase-queries.ts'
import { groupLimits, type Services } from '#features/purchases/purchase-services.ts'
import { requestRefund } from '#features/purchases/refund/give-back.ts'
import { isCompleted, isCompleting } from '#features/purchases/states/state.ts'
import {
  type Database,
  isDatabaseUnavailable,
  type Transaction,
} from '#platform/database/database.ts'
import { groupCallsOn } from '#platform/database/group-calls.ts'
import { type Ending, ending } from '#platform/database/write.ts'
import type { PaymentStatus } from '#providers/cards/card-provider.ts'
import { getOrThrow } from '#values/get-or-throw.ts'
import { writeCompletionFailure } from './complete-queries.ts'

/** `pending`: the payment's outcome is unknown, or the completion failed and is repeated later. */
export type CaptureOutcome = 'completed' | 'pending' | 'failed' | 'refunded'

/** Number of failed completions after which the charge of an expired reservation is refunded. */
const completionFailuresMax = 5

/** Stage of a purchase before its capture has an outcome. */
const capturingStage = 'COMPLETING CAPTURING'

/**
 * Captures the card, then completes or ends the purchase. If the completion of a captured purchase fails,
 * counts the failure (`refundOrWait`). Throws if the database is unavailable.
 */
export async function finishCapture(services: Services, row: PurchaseRow): Promise<CaptureOutcome> {
  let status: PaymentStatus
  try {
    status = await captureCard(services, row)
  } catch (error) {
    services.log.warn('capture outcome unknown', { tx_id: row.tx_id, error })
    await markPurchaseChecked(services.db, row.id)
    return 'pending'
  }
  try {
    return status === 'captured'
      ? await completeCaptured(services.db, row.id)
      : await services.db.transaction((tx) => endCapture(tx, row.id, status))
  } catch (error) {
    if (status !== 'captured' || isDatabaseUnavailable(error)) throw error
    services.log.error('captured purchase not completed', { tx_id: row.tx_id, error })
    return refundOrWait(services, row.id)
  }
}

/** Completes a captured purchase. Concurrent calls share a transaction. Each purchase completes once. */
const completeCaptured = groupCallsOn<Database, string, CaptureOutcome>(
  (db, ids) =>
    db.transaction(async (tx) => {
      const rows = await lockPurchases(tx, [...new Set(ids)])
      const writes = await prepareCompletions(tx, rows.filter(isCompleting))
      const rowById = new Map(rows.map((row) => [row.id, row]))
      const outcomes = ids.map((id) => {
        const row = getOrThrow(rowById, id, 'a purchase vanished')
        return isCompleting(row) ? 'completed' : outcomeOfEnded(row)
      })
      return ending(outcomes, writes)
    }),
  groupLimits,
)

/** Ends a purchase as failed if its payment ended without a capture. Returns the purchase's outcome. */
async function endCapture(
  tx: Transaction,
  id: string,
  status: PaymentStatus,
): Promise<CaptureOutcome | Ending<CaptureOutcome>> {
  const [current] = await lockPurchases(tx, [id])
  if (current === undefined) throw new Error('a purchase vanished')
  if (!isCompleting(current)) return outcomeOfEnded(current)
  if (!hasEnded(status)) return 'pending'
  // The provider released the authorisation, so the card was not charged and cannot be.
  const loss = lossOf(current, [capturingStage, 'FAILED VOIDED'], 'card_declined')
  return ending('failed', await prepareEnds(tx, [loss]))
}

/** Returns the outcome of a purchase that is no longer completing. */
function outcomeOfEnded(row: PurchaseRow): CaptureOutcome {
  if (isCompleted(row)) return 'completed'
  return failureOf(row) === 'purchase_refunded' ? 'refunded' : 'failed'
}

/**
 * Counts a failed completion of a captured purchase. After too many, ends an expired purchase as failed
 * and requests the refund of its charge. Otherwise returns `pending`.
 */
async function refundOrWait(services: Services, id: string): Promise<CaptureOutcome> {
  const failedRow = await services.db.transaction(async (tx) => {
    const failures = await writeCompletionFailure(tx, id)
    const [current] = await lockPurchases(tx, [id])
    if (current === undefined || !isCompleting(current)) return null
    if (failures < completionFailuresMax || !current.is_over) return null
    const loss = lossOf(current, [capturingStage, 'FAILED REFUNDING'], 'not_completed')
    return ending(current, await prepareEnds(tx, [loss]))
  })
  if (failedRow === null) return 'pending'
  await requestRefund(services, failedRow)
  return 'refunded'
}
