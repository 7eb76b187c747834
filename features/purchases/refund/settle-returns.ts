// Stores the card provider's present state of a payment: refunds, failed refunds, disputes. Events
// may come in any order, twice, late or never: a reading older than the last stored one changes
// nothing.
import { refundStepKey } from '#features/purchases/card/step-keys.ts'
import { lockPurchases, type PurchaseRow } from '#features/purchases/purchase-queries.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import {
  type AttemptStatus,
  afterReturns,
  type Reversal,
} from '#features/purchases/refund/reversal.ts'
import { moveReversal } from '#features/purchases/refund/take-back.ts'
import { isReversible } from '#features/purchases/states/state.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { RefundReport, ReturnedPayment } from '#providers/cards/card-provider.ts'
import {
  beginCardReading,
  findReversal,
  writeCardReading,
  writeDisputes,
} from './refund-queries.ts'

/** A reading of a payment, with its number. */
type Reading = ReturnedPayment & {
  readonly readNumber: number
  /** The attempt that the provider has just refused; null where none was requested. */
  readonly refusedAttempt: number | null
}

/**
 * Settles a completed purchase with a card part, or a charge that is being refunded. Throws where
 * the provider does not answer.
 */
export async function settleReturns(
  services: Services,
  row: PurchaseRow,
  refusedAttempt: number | null = null,
): Promise<void> {
  const { id, tx_id, card_payment_id: paymentId, card_minor, currency } = row
  if (paymentId === null) throw new Error('money goes back to a card without a payment')
  const readNumber = await beginCardReading(services.db)
  const found = await services.cards.findReturned(paymentId)
  if (found.capturedMinor !== card_minor || found.currency !== currency) {
    services.log.error('a payment is not that of its purchase', { tx_id })
    return
  }
  const reading = { ...found, readNumber, refusedAttempt }
  const moved = await services.db.transaction((tx) => writeReturns(tx, id, reading))
  if (moved !== null) logMove(services, tx_id, moved)
  services.wakeOutbox()
}

function logMove({ log }: Services, tx_id: string, { before, after }: Move): void {
  if (after.overpaidMinor > before.overpaidMinor) log.error('refund paid twice', { tx_id })
  if (after.attempt === before.attempt) return
  log.warn(after.stage === 'reinstated' ? 'dispute reinstated' : 'refund failed', { tx_id })
}

type Move = { readonly before: Reversal; readonly after: Reversal }

async function writeReturns(tx: Transaction, id: string, reading: Reading): Promise<Move | null> {
  const [row] = await lockPurchases(tx, [id])
  if (row === undefined || !isReversible(row)) return null
  const before = await findReversal(tx, id, row)
  if (before.readNumber > reading.readNumber) return null
  const disputes = await writeDisputes(tx, id, reading.disputes)
  const { refundedMinor } = reading
  const attempt = attemptStatusOf(row, before.attempt, reading, disputes.isDisputed)
  const after = afterReturns(before, row.card_minor, { refundedMinor, ...disputes, attempt })
  const isMoving = !isSame(before, after)
  if (isMoving) await moveReversal(tx, row, before, after)
  await writeCardReading(tx, id, reading.readNumber, pendingSince(reading.refunds))
  return isMoving ? { before, after } : null
}

function attemptStatusOf(
  row: PurchaseRow,
  attempt: number,
  { refunds, refusedAttempt }: Reading,
  isDisputed: boolean,
): AttemptStatus {
  const key = refundStepKey(row, attempt)
  const found = refunds.find(({ stepKey }) => stepKey === key)
  if (found !== undefined) return found.status
  // A provider refuses refunds while a bank disputes the payment. That refusal is temporary.
  return refusedAttempt === attempt && !isDisputed ? 'failed' : 'none'
}

function pendingSince(refunds: readonly RefundReport[]): Date | null {
  const pending = refunds.filter(({ status }) => status === 'pending')
  const moments = pending.map(({ createdAt }) => createdAt.getTime())
  return moments.length === 0 ? null : new Date(Math.min(...moments))
}

function isSame(before: Reversal, after: Reversal): boolean {
  return (
    before.stage === after.stage &&
    before.refundedMinor === after.refundedMinor &&
    before.lostMinor === after.lostMinor &&
    before.dueMinor === after.dueMinor
  )
}
