// Refunds a purchase for the operator: money and kilograms, or the money alone. One transaction returns
// wallet money and kilograms and lowers totals and scores. Then the card provider refunds the card part. A
// failed refund is repeated under the key of the next attempt.
import {
  findPurchase,
  lockPurchases,
  type PurchaseRow,
} from '#features/purchases/purchase-queries.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import { requestRefund } from '#features/purchases/refund/give-back.ts'
import {
  type Reversal,
  refundAgain,
  refundWhole,
  takesKilograms,
} from '#features/purchases/refund/reversal.ts'
import { settleReturns } from '#features/purchases/refund/settle-returns.ts'
import { moveReversal } from '#features/purchases/refund/take-back.ts'
import {
  isOwedAgain,
  isRefunding,
  isRefundStage,
  type ReversalStage,
  reversalColumnsOf,
  reversalStageOf,
} from '#features/purchases/states/reversal-state.ts'
import { isReversible } from '#features/purchases/states/state.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import {
  findPurchaseId,
  findReversal,
  isDisputedNow,
  lockAndCheckRetired,
} from './refund-queries.ts'

export type RefundProblem =
  | 'purchase_not_found'
  /** The purchase is open, or ended without a charge. */
  | 'purchase_not_completed'
  /** A reward paid for the purchase. */
  | 'purchase_is_reward'
  /** The cardholder's bank has not decided a dispute yet. */
  | 'purchase_disputed'
  /** The registry has retired some of the kilograms, so only the money can be refunded. */
  | 'purchase_retired'
  /** The provider does not reply, so the outcome of an earlier refund is unknown. */
  | 'provider_unavailable'

/** The amounts of a refund: money in minor units of `currency`, and kilograms. */
export type RefundedAmounts = {
  readonly amountMinor: number
  readonly currency: string
  readonly kilograms: number
  /** The part that goes to the card. */
  readonly cardMinor: number
  /** The part that goes to wallets. */
  readonly walletMinor: number
}

export type RefundOrder = {
  readonly txId: string
  /** True to refund the money alone. */
  readonly keepsKilograms: boolean
  /** Writes the audit entry, in the transaction of the refund. */
  readonly record: (tx: Transaction, purchaseId: string, amounts: RefundedAmounts) => Promise<void>
}

/**
 * Refunds a purchase and requests the refund of its card part. Returns the stage of the reversal. Does not
 * change a refunded purchase. Problems: `RefundProblem`.
 */
export async function refundPurchase(
  services: Services,
  { txId, keepsKilograms, record }: RefundOrder,
): Promise<{ readonly stage: ReversalStage } | Problem<RefundProblem>> {
  const id = await findPurchaseId(services.db, txId)
  if (id === null) return problem('purchase_not_found')
  if (!(await rereadPayment(services, id))) return problem('provider_unavailable')
  const row = await beginRefund(services.db, id, { keepsKilograms, record })
  if (isProblem(row)) return row
  services.wakeOutbox()
  if (isRefunding(reversalColumnsOf(await readStage(services, id))))
    await requestRefund(services, row)
  return { stage: await readStage(services, id) }
}

/**
 * Shows what a refund would move, on a database that rolls back. `record` receives the amounts, unless the
 * purchase is refunded already. Problems: `RefundProblem`.
 */
export async function previewRefund(
  db: Database,
  { txId, keepsKilograms, record }: RefundOrder,
): Promise<Problem<RefundProblem> | null> {
  const id = await findPurchaseId(db, txId)
  if (id === null) return problem('purchase_not_found')
  const row = await beginRefund(db, id, { keepsKilograms, record })
  return isProblem(row) ? row : null
}

/** Moves the purchase into a refund, in one transaction, and returns its row from before. */
function beginRefund(
  db: Database,
  id: string,
  { keepsKilograms, record }: Pick<RefundOrder, 'keepsKilograms' | 'record'>,
): Promise<PurchaseRow | Problem<RefundProblem>> {
  return db.transaction(async (tx) => {
    const [current] = await lockPurchases(tx, [id])
    if (current === undefined) throw new Error('a purchase vanished')
    const refusal = refusalOf(current)
    if (refusal !== null) return refusal
    const stage = reversalStageOf(current)
    if (isRefundStage(stage) && !isOwedAgain(stage)) return current
    if (isOwedAgain(stage) && (await isDisputedNow(tx, id))) return problem('purchase_disputed')
    const takesBack = stage === 'none' && !keepsKilograms
    if (takesBack && (await lockAndCheckRetired(tx, current))) return problem('purchase_retired')
    const previous = await findReversal(tx, id, current)
    const next = startRefund(previous, current, keepsKilograms)
    await moveReversal(tx, current, previous, next)
    await record(tx, id, amountsOf(current, previous, next))
    return current
  })
}

function amountsOf(row: PurchaseRow, previous: Reversal, next: Reversal): RefundedAmounts {
  const { currency, quantity_kg, wallet_minor } = row
  const walletMinor = previous.isWalletReturned ? 0 : wallet_minor
  const kilograms = takesKilograms(previous, next) ? quantity_kg : 0
  const { dueMinor: cardMinor } = next
  return { amountMinor: cardMinor + walletMinor, currency, kilograms, cardMinor, walletMinor }
}

/** Returns the reversal after a first refund, or after another attempt to refund an owed amount. */
function startRefund(
  previous: Reversal,
  { card_minor }: PurchaseRow,
  keepsKilograms: boolean,
): Reversal {
  return isOwedAgain(previous.stage)
    ? refundAgain(previous)
    : refundWhole(previous, card_minor, keepsKilograms)
}

/**
 * Reads and settles the payment of a refunded purchase again, because a failed refund may have succeeded
 * since. Returns false if the buyer is owed money and the payment cannot be read.
 */
export async function rereadPayment(services: Services, id: string): Promise<boolean> {
  const row = await findPurchase(services.db, id)
  if (row === null || !isRefundStage(reversalStageOf(row)) || row.card_payment_id === null)
    return true
  try {
    await settleReturns(services, row)
    return true
  } catch (error) {
    services.log.warn('a payment cannot be read', { tx_id: row.tx_id, error })
    return !isOwedAgain(reversalStageOf(row))
  }
}

/** Returns the reason why a purchase cannot be refunded now, or null. */
export function refusalOf(
  row: PurchaseRow,
): Problem<'purchase_not_completed' | 'purchase_is_reward' | 'purchase_disputed'> | null {
  if (!isReversible(row)) return problem('purchase_not_completed')
  if (row.reward_id !== null) return problem('purchase_is_reward')
  return row.reversal === 'disputed' ? problem('purchase_disputed') : null
}

/** Returns the current stage of a purchase's reversal. */
export async function readStage({ db }: Services, id: string): Promise<ReversalStage> {
  const row = await findPurchase(db, id)
  if (row === null) throw new Error('a purchase vanished')
  return reversalStageOf(row)
}
