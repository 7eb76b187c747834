// The card part of a completion: capture, then the one transaction that completes. It may be run
// again at any time, by the caller or the reconciler; the provider and the row's state make it
// once.

import { captureCard, hasEnded } from '#features/purchases/card/settle-card.ts'
import { prepareCompletions } from '#features/purchases/complete/complete-together.ts'
import { lossOf, prepareEnds } from '#features/purchases/end/end-purchases.ts'
import { failureOf } from '#features/purchases/purchase-on-wire.ts'
import {
  lockPurchases,
  markPurchaseChecked,
  type PurchaseRow,
} from '#features/purchases/purchase-queries.ts'
import { groupLimits, type Services } from '#features/purchases/purchase-services.ts'
import { giveBack } from '#features/purchases/refund/give-back.ts'
import { isCompleted, isCompleting } from '#features/purchases/states/state.ts'
import {
  type Database,
  isDatabaseUnavailable,
  type Transaction,
} from '#platform/database/database.ts'
import { groupCallsOn } from '#platform/database/group-calls.ts'
import { type Ending, ending } from '#platform/database/write.ts'
import { failAt } from '#platform/fail-point.ts'
import type { PaymentStatus } from '#providers/cards/card-provider.ts'
import { getOrThrow } from '#values/get-or-throw.ts'
import { writeCompletionFailure } from './complete-queries.ts'

/** `pending` while the payment's outcome is unknown, or completing failed for now. */
export type CaptureOutcome = 'completed' | 'pending' | 'failed' | 'refunded'

/** Completing is tried this often, and until the reservation would have lapsed, before a refund. */
const completionTriesMax = 5

/** The stage of every purchase that is handed to this file. */
const captured = 'COMPLETING CAPTURING'

export async function finishCapture(services: Services, row: PurchaseRow): Promise<CaptureOutcome> {
  let status: PaymentStatus
  try {
    failAt('capture.asked')
    status = await captureCard(services, row)
    failAt('capture.answered')
  } catch (error) {
    services.log.warn('capture outcome unknown', { tx_id: row.tx_id, error })
    await markPurchaseChecked(services.db, row.id)
    return 'pending'
  }
  try {
    const outcome =
      status === 'captured'
        ? await completeCaptured(services.db, row.id)
        : await services.db.transaction((tx) => endCapture(tx, row.id, status))
    failAt('capture.committed')
    return outcome
  } catch (error) {
    if (status !== 'captured' || isDatabaseUnavailable(error)) throw error
    services.log.error('captured purchase not completed', { tx_id: row.tx_id, error })
    return refundOrWait(services, row.id)
  }
}

/** Purchases whose cards were captured at one moment complete together, each once. */
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
      return ending(outcomes, completed, 'capture.completed')
    }),
  groupLimits,
)

/** A capture that took nothing. */
async function endCapture(
  tx: Transaction,
  id: string,
  status: PaymentStatus,
): Promise<CaptureOutcome | Ending<CaptureOutcome>> {
  const [current] = await lockPurchases(tx, [id])
  if (current === undefined) throw new Error('a purchase vanished')
  if (!isCompleting(current)) return outcomeOfEnded(current)
  if (!hasEnded(status)) return 'pending'
  // The provider let the authorisation go: nothing was taken and nothing will be.
  const loss = lossOf(current, [captured, 'FAILED VOIDED'], 'card_declined')
  return ending('failed', await prepareEnds(tx, [loss]))
}

function outcomeOfEnded(row: PurchaseRow): CaptureOutcome {
  if (isCompleted(row)) return 'completed'
  return failureOf(row) === 'purchase_refunded' ? 'refunded' : 'failed'
}

/**
 * A captured purchase that goes on failing to complete ends: it cannot become a sale, so its money
 * is owed until the provider has given it back.
 */
async function refundOrWait(services: Services, id: string): Promise<CaptureOutcome> {
  const ended = await services.db.transaction(async (tx) => {
    const failures = await writeCompletionFailure(tx, id)
    const [current] = await lockPurchases(tx, [id])
    if (current === undefined || !isCompleting(current)) return null
    if (failures < completionTriesMax || !current.is_over) return null
    const loss = lossOf(current, [captured, 'FAILED REFUNDING'], 'not_completed')
    return ending(current, await prepareEnds(tx, [loss]), 'refund.owed')
  })
  if (ended === null) return 'pending'
  await giveBack(services, ended)
  return 'refunded'
}
