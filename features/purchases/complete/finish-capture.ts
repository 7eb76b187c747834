// The card part of a completion: capture, then the one transaction that completes. It may be run
// again at any time, by the caller or the reconciler; the provider and the row's state make it once.

import {
  markPurchaseChecked,
  movePurchase,
  writeCompletionFailure,
} from '#features/purchases/card/queries.ts'
import { refundCard } from '#features/purchases/card/refund-card.ts'
import { captureCard, findPayment, hasEnded } from '#features/purchases/card/settle-card.ts'
import { completeTogether } from '#features/purchases/complete/complete-together.ts'
import { endTogether } from '#features/purchases/end/end-purchases.ts'
import { groupLimits } from '#features/purchases/group-limits.ts'
import { lockPurchases, type PurchaseRow } from '#features/purchases/queries.ts'
import type { PaymentStatus } from '#providers/cards/card-provider.ts'
import { type Database, isDatabaseUnavailable, type Transaction } from '#server/database.ts'
import { failAt } from '#server/fail-point.ts'
import { gatherOn } from '#server/gather.ts'
import type { Services } from '#server/services.ts'

const refusedByBank = {
  state: 'FAILED',
  cardState: 'VOIDED',
  failureCode: 'card_declined',
} as const
/** Charged, but it cannot become a sale: the money is owed until the provider has given it back. */
const notCompleted = {
  state: 'FAILED',
  cardState: 'REFUNDING',
  failureCode: 'not_completed',
} as const

/**
 * What came of the step that the card asked for. A confirmed one leaves the purchase authorised, a
 * refused one ends it, with everything given back; `moved` where the purchase went on meanwhile.
 */
export async function settleAction(
  services: Services,
  row: PurchaseRow,
): Promise<'confirmed' | 'refused' | 'moved' | 'open' | 'unknown'> {
  const found = await findPayment(services, row).catch((error: unknown) => {
    services.log.warn('payment outcome unknown', { tx_id: row.tx_id, error })
    return null
  })
  if (found === null) return 'unknown'
  failAt('action.found')
  const { status, paymentId } = found
  if (status === 'authorised') {
    const from = ['READY', 'ACTION'] as const
    await movePurchase(services.db, row.id, from, ['READY', 'AUTHORISED'], paymentId)
    failAt('action.confirmed')
    return 'confirmed'
  }
  if (!hasEnded(status)) return 'open'
  return services.db.transaction(async (tx) => {
    const [current] = await lockPurchases(tx, [row.id])
    if (current?.state !== 'READY' || current.card_state !== 'ACTION') return 'moved'
    await endTogether(tx, [{ row: current, ...refusedByBank }])
    return 'refused'
  })
}

/** `pending` while the payment's outcome is unknown, or completing failed for now. */
export type CaptureOutcome = 'completed' | 'pending' | 'failed' | 'refunded'

/** Completing is tried this often, and until the reservation would have lapsed, before a refund. */
const completionTriesMax = 5

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
const completeCaptured = gatherOn<Database, string, CaptureOutcome>(
  (db, ids) =>
    db.transaction(async (tx) => {
      const rows = await lockPurchases(tx, [...new Set(ids)])
      await completeTogether(
        tx,
        rows.filter(({ state }) => state === 'COMPLETING'),
      )
      failAt('capture.completed')
      const rowOf = new Map(rows.map((row) => [row.id, row]))
      return ids.map((id) => {
        const row = rowOf.get(id)
        if (row === undefined) throw new Error('a purchase vanished')
        return row.state === 'COMPLETING' ? 'completed' : outcomeOfEnded(row)
      })
    }),
  groupLimits,
)

/** A capture that took nothing. */
async function endCapture(
  tx: Transaction,
  id: string,
  status: PaymentStatus,
): Promise<CaptureOutcome> {
  const [current] = await lockPurchases(tx, [id])
  if (current === undefined) throw new Error('a purchase vanished')
  if (current.state !== 'COMPLETING') return outcomeOfEnded(current)
  if (!hasEnded(status)) return 'pending'
  // The provider let the authorisation go: nothing was taken and nothing will be.
  await endTogether(tx, [{ row: current, ...refusedByBank }])
  return 'failed'
}

function outcomeOfEnded({ state, failure_code }: PurchaseRow): CaptureOutcome {
  if (state === 'COMPLETED') return 'completed'
  return failure_code === notCompleted.failureCode ? 'refunded' : 'failed'
}

/** A captured purchase that goes on failing to complete ends, and its money goes back. */
async function refundOrWait(services: Services, id: string): Promise<CaptureOutcome> {
  const ended = await services.db.transaction(async (tx) => {
    const failures = await writeCompletionFailure(tx, id)
    const [current] = await lockPurchases(tx, [id])
    if (current?.state !== 'COMPLETING') return null
    if (failures < completionTriesMax || !current.is_over) return null
    await endTogether(tx, [{ row: current, ...notCompleted }])
    failAt('refund.owed')
    return current
  })
  if (ended === null) return 'pending'
  await refundCard(services, ended).catch((error: unknown) => {
    services.log.warn('card not refunded yet', { tx_id: ended.tx_id, error })
  })
  return 'refunded'
}
