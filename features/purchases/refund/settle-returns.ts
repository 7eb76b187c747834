// Reads a payment at the card provider and stores its refunds, failed refunds and disputes. Concurrent
// readings are safe, because a reading that began before the last stored one is ignored.
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
import { utcDayOf } from '#values/text/utc-day.ts'
import {
  beginCardReading,
  findReversal,
  writeCardReading,
  writeDisputes,
} from './refund-queries.ts'

/** The provider's state of a payment, with the number of the reading. */
type Reading = ReturnedPayment & {
  readonly readNumber: number
  /** The refund attempt that the provider has just refused, or null. */
  readonly refusedAttempt: number | null
}

/**
 * Reads the payment of a purchase, moves its reversal accordingly, and wakes the outbox worker. Logs
 * failed and double refunds. Throws if the provider does not reply.
 */
export async function settleReturns(
  services: Services,
  row: PurchaseRow,
  refusedAttempt: number | null = null,
): Promise<void> {
  const { id, tx_id, card_payment_id: paymentId, card_minor, currency } = row
  if (paymentId === null) throw new Error('money goes back to a card without a payment')
  const readNumber = await beginCardReading(services.db)
  const payment = await services.cards.findReturned(paymentId)
  if (payment.capturedMinor !== card_minor || payment.currency !== currency) {
    services.log.error('a payment is not that of its purchase', { tx_id })
    return
  }
  const reading = { ...payment, readNumber, refusedAttempt }
  const move = await services.db.transaction((tx) => writeReturns(tx, id, reading))
  if (move !== null) logMove(services, tx_id, move)
  services.wakeOutbox()
}

function logMove({ log }: Services, tx_id: string, { previous, next }: Move): void {
  if (next.overpaidMinor > previous.overpaidMinor) log.error('refund paid twice', { tx_id })
  if (next.attempt === previous.attempt) return
  log.warn(next.stage === 'reinstated' ? 'dispute reinstated' : 'refund failed', { tx_id })
}

type Move = { readonly previous: Reversal; readonly next: Reversal }

/** Stores a reading and moves the reversal. Returns the move, or null if the figures stay the same. */
async function writeReturns(tx: Transaction, id: string, reading: Reading): Promise<Move | null> {
  const [row] = await lockPurchases(tx, [id])
  if (row === undefined || !isReversible(row)) return null
  const previous = await findReversal(tx, id, row)
  if (previous.readNumber > reading.readNumber) return null
  const disputes = await writeDisputes(tx, id, reading.disputes)
  const { refundedMinor } = reading
  const attempt = attemptStatusOf(row, previous.attempt, reading, disputes.isDisputed)
  const next = afterReturns(previous, row.card_minor, { refundedMinor, ...disputes, attempt })
  const isMove = !haveSameFigures(previous, next)
  if (isMove) await moveReversal(tx, row, previous, next, disputeDayOf(reading))
  await writeCardReading(tx, id, reading.readNumber, oldestPending(reading.refunds))
  return isMove ? { previous, next } : null
}

/** Returns the outcome of the refund with the key of `attempt`. */
function attemptStatusOf(
  row: PurchaseRow,
  attempt: number,
  { refunds, refusedAttempt }: Reading,
  isDisputed: boolean,
): AttemptStatus {
  const key = refundStepKey(row, attempt)
  const refund = refunds.find(({ stepKey }) => stepKey === key)
  if (refund !== undefined) return refund.status
  // The provider refuses refunds while a bank disputes the payment. Such an attempt has not failed.
  return refusedAttempt === attempt && !isDisputed ? 'failed' : 'none'
}

/** Returns the day of the last movement of a dispute's money, in UTC. */
function disputeDayOf({ disputes }: Reading): { readonly disputeDay?: string } {
  const moments = disputes.flatMap(({ movedAt }) => movedAt?.getTime() ?? [])
  return moments.length === 0 ? {} : { disputeDay: utcDayOf(new Date(Math.max(...moments))) }
}

/** Returns the time of the oldest pending refund, or null. */
function oldestPending(refunds: readonly RefundReport[]): Date | null {
  const pending = refunds.filter(({ status }) => status === 'pending')
  const moments = pending.map(({ createdAt }) => createdAt.getTime())
  return moments.length === 0 ? null : new Date(Math.min(...moments))
}

function haveSameFigures(previous: Reversal, next: Reversal): boolean {
  return (
    previous.stage === next.stage &&
    previous.refundedMinor === next.refundedMinor &&
    previous.lostMinor === next.lostMinor &&
    previous.dueMinor === next.dueMinor &&
    previous.isPartFailed === next.isPartFailed
  )
}
