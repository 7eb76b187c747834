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

/** `pending`: the payment's outcome is unknown, or the completion failed and will be repeated. */
export type CaptureOutcome = 'completed' | 'pending' | 'failed' | 'refunded'

/** Failed completions after which the charge is refunded, once the reservation has expired too. */
const completionFailuresMax = 5

/** Stage of a purchase before its capture has an outcome. */
const capturing = 'COMPLETING CAPTURING'

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

/** Completes captured purchases, concurrent ones in one transaction. Each purchase completes once. */
const completeCaptured = groupCallsOn<Database, string, CaptureOutcome>(
  (db, ids) =>
    db.transaction(async (tx) => {
      const rows = await lockPurchases(tx, [...new Set(ids)])
      const completed = await prepareCompletions(tx, rows.filter(isCompleting))
      const rowOf = new Map(rows.map((row) => [row.id, row]))
      const outcomes = ids.map((id) => {
        const row = getOrThrow(rowOf, id, 'a purchase vanished')
        return isCompleting(row) ? 'completed' : outcomeOfEnded(row)
      })
      return ending(outcomes, completed)
    }),
  groupLimits,
)

/** Ends a purchase as failed if the provider ended the payment without a capture. */
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
  const loss = lossOf(current, [capturing, 'FAILED VOIDED'], 'card_declined')
  return ending('failed', await prepareEnds(tx, [loss]))
}

function outcomeOfEnded(row: PurchaseRow): CaptureOutcome {
  if (isCompleted(row)) return 'completed'
  return failureOf(row) === 'purchase_refunded' ? 'refunded' : 'failed'
}

/**
 * Counts a failed completion of a captured purchase. After the last one, ends the purchase as failed
 * and requests a refund of the charge. Before that, returns `pending`.
 */
async function refundOrWait(services: Services, id: string): Promise<CaptureOutcome> {
  const ended = await services.db.transaction(async (tx) => {
    const failures = await writeCompletionFailure(tx, id)
    const [current] = await lockPurchases(tx, [id])
    if (current === undefined || !isCompleting(current)) return null
    if (failures < completionFailuresMax || !current.is_over) return null
    const loss = lossOf(current, [capturing, 'FAILED REFUNDING'], 'not_completed')
    return ending(current, await prepareEnds(tx, [loss]))
  })
  if (ended === null) return 'pending'
  await requestRefund(services, ended)
  return 'refunded'
}
