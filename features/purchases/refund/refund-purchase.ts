// Refunds a purchase for the operator: money and kilograms, the money alone, or a part of both. One transaction returns
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
  isOwed,
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
import { paidByWallets } from './part-amounts.ts'
import { findReturnedWallets, lockNewestPlaces } from './part-queries.ts'
import {
  findPurchaseId,
  findReversal,
  isDisputedNow,
  type KnownReversal,
  lockAndCheckRetired,
} from './refund-queries.ts'
import { takePart } from './take-part.ts'

export type RefundProblem =
  | 'purchase_not_found'
  /** The purchase is open, or ended without a charge. */
  | 'purchase_not_completed'
  /** A reward paid for the purchase. */
  | 'purchase_is_reward'
  /** A past sale of the demonstration: no provider charged its card part. */
  | 'purchase_never_charged'
  /** The cardholder's bank has not decided a dispute yet. */
  | 'purchase_disputed'
  /** The registry has retired some of the kilograms, so only the money can be refunded. */
  | 'purchase_retired'
  /** The provider does not reply, so the outcome of an earlier refund is unknown. */
  | 'provider_unavailable'
  /** The money of an earlier part is not at the card yet. */
  | 'refund_pending'

/** The problems of a refund in part. */
export type PartProblem =
  | RefundProblem
  /** The money of the purchase was refunded as a whole. */
  | 'purchase_refunded'
  /** The refund of an earlier part failed, so its money is owed. */
  | 'part_owed'
  /** The purchase has fewer kilograms. */
  | 'too_many_kilograms'
  /** The receiver of a gift holds the kilograms. */
  | 'purchase_given'
  /** A registry took kilograms back, and others replaced them. */
  | 'purchase_replaced'

/** The amounts of a refund: money in minor units of `currency`, and kilograms. */
export type RefundedAmounts = {
  readonly amountMinor: number
  readonly currency: string
  readonly kilograms: number
  /** The part that goes to the card. */
  readonly cardMinor: number
  /** The part that goes to wallets. */
  readonly walletMinor: number
  /** The places of a part's kilograms in their batch. */
  readonly places?: { readonly first: number; readonly last: number }
}

export type RefundOrder = {
  readonly txId: string
  /** True to refund the money alone. */
  readonly keepsKilograms: boolean
  /** The number of kilograms of a refund in part. Absent or null: the whole purchase. */
  readonly kg?: number | null
  /** Writes the audit entry, in the transaction of the refund. */
  readonly record: (tx: Transaction, purchaseId: string, amounts: RefundedAmounts) => Promise<void>
}

/**
 * Refunds a purchase or a part of it, and requests the refund of its card part. Returns the stage of the reversal. Does
 * not change a refunded purchase, but each order of a part takes back more kilograms. Problems: `PartProblem`.
 */
export async function refundPurchase(
  services: Services,
  { txId, ...order }: RefundOrder,
): Promise<{ readonly stage: ReversalStage } | Problem<PartProblem>> {
  const id = await findPurchaseId(services.db, txId)
  if (id === null) return problem('purchase_not_found')
  if (!(await rereadPayment(services, id))) return problem('provider_unavailable')
  const row = await beginRefund(services.db, id, order)
  if (isProblem(row)) return row
  services.wakeOutbox()
  const stage = await readStage(services, id)
  const isPart = stage === 'none' && row.card_payment_id !== null
  if (isPart || isRefunding(reversalColumnsOf(stage))) await requestRefund(services, row)
  return { stage: await readStage(services, id) }
}

/**
 * Shows what a refund would move, on a database that rolls back. `record` receives the amounts, unless the
 * purchase is refunded already. Problems: `PartProblem`.
 */
export async function previewRefund(
  db: Database,
  { txId, ...order }: RefundOrder,
): Promise<Problem<PartProblem> | null> {
  const id = await findPurchaseId(db, txId)
  if (id === null) return problem('purchase_not_found')
  const row = await beginRefund(db, id, order)
  return isProblem(row) ? row : null
}

/** Moves the purchase into a refund, in one transaction, and returns its row from before. */
function beginRefund(
  db: Database,
  id: string,
  { keepsKilograms, kg = null, record }: Omit<RefundOrder, 'txId'>,
): Promise<PurchaseRow | Problem<PartProblem>> {
  return db.transaction(async (tx) => {
    const [current] = await lockPurchases(tx, [id])
    if (current === undefined) throw new Error('a purchase vanished')
    const refusal = refusalOf(current)
    if (refusal !== null) return refusal
    const previous = await findReversal(tx, id, current)
    const isPart = kg !== null && kg !== current.quantity_kg - current.refunded_kg
    if (isPart) return beginPart(tx, current, previous, { kg, record })
    const { stage } = previous
    if (isRefundStage(stage) && !isOwedAgain(stage)) return current
    if (isOwed(previous) && (await isDisputedNow(tx, id))) return problem('purchase_disputed')
    if (stage === 'none' && previous.dueMinor > 0 && !previous.isPartFailed)
      return problem('refund_pending')
    const takesBack = stage === 'none' && !previous.isPartFailed && !keepsKilograms
    if (takesBack && (await lockAndCheckRetired(tx, current))) return problem('purchase_retired')
    const returned = previous.partKg > 0 ? await findReturnedWallets(tx, id) : []
    const next = startRefund(previous, current, keepsKilograms)
    await moveReversal(tx, current, previous, next)
    const walletMinor = current.wallet_minor - paidByWallets(returned)
    await record(tx, id, amountsOf({ ...current, wallet_minor: walletMinor }, previous, next))
    return current
  })
}

/** Takes back the newest `kg` kilograms, under the purchase's lock. Returns the purchase's row from before. */
async function beginPart(
  tx: Transaction,
  row: PurchaseRow,
  previous: KnownReversal,
  { kg, record }: { readonly kg: number; readonly record: RefundOrder['record'] },
): Promise<PurchaseRow | Problem<PartProblem>> {
  const refusal = partRefusalOf(row, previous, kg)
  if (refusal !== null) return problem(refusal)
  const places = await lockNewestPlaces(tx, row.id, kg)
  if (places === 'replaced') return problem('purchase_replaced')
  if (places === 'retired') return problem('purchase_retired')
  const { cardMinor, walletParts } = await takePart(tx, row, previous, places)
  const walletMinor = paidByWallets(walletParts)
  await record(tx, row.id, {
    ...{ amountMinor: cardMinor + walletMinor, currency: row.currency, cardMinor, walletMinor },
    ...{ kilograms: kg, places: { first: places.firstPlace, last: places.lastPlace } },
  })
  return row
}

/** Returns the reason why `kg` kilograms of the purchase cannot go back now, or null. */
function partRefusalOf(row: PurchaseRow, reversal: KnownReversal, kg: number): PartProblem | null {
  const { isSold, stage, isPartFailed, dueMinor, holderId } = reversal
  if (!isSold) return 'purchase_not_completed'
  if (isRefundStage(stage)) return 'purchase_refunded'
  if (isPartFailed) return 'part_owed'
  if (dueMinor > 0) return 'refund_pending'
  if (kg > row.quantity_kg - row.refunded_kg) return 'too_many_kilograms'
  return holderId !== null && holderId !== row.buyer_id ? 'purchase_given' : null
}

function amountsOf(row: PurchaseRow, previous: Reversal, next: Reversal): RefundedAmounts {
  const { currency, quantity_kg, refunded_kg, wallet_minor } = row
  const isPart = previous.isPartFailed
  const walletMinor = previous.isWalletReturned || isPart ? 0 : wallet_minor
  const kilograms = takesKilograms(previous, next) ? quantity_kg - refunded_kg : 0
  const { dueMinor: cardMinor } = next
  return { amountMinor: cardMinor + walletMinor, currency, kilograms, cardMinor, walletMinor }
}

/** Returns the reversal after a first refund, or after another attempt to refund an owed amount. */
function startRefund(
  previous: Reversal,
  { card_minor }: PurchaseRow,
  keepsKilograms: boolean,
): Reversal {
  return isOwed(previous)
    ? refundAgain(previous)
    : refundWhole(previous, card_minor, keepsKilograms)
}

/**
 * Reads and settles the payment of a refunded purchase again, because a failed refund may have succeeded
 * since. Returns false if the buyer is owed money and the payment cannot be read.
 */
export async function rereadPayment(services: Services, id: string): Promise<boolean> {
  const row = await findPurchase(services.db, id)
  if (row === null || row.card_payment_id === null) return true
  if (!isRefundStage(reversalStageOf(row)) && row.refunded_kg === 0) return true
  try {
    await settleReturns(services, row)
    return true
  } catch (error) {
    services.log.warn('a payment cannot be read', { tx_id: row.tx_id, error })
    return !isOwedAgain(reversalStageOf(row)) && row.refunded_kg === 0
  }
}

/** Returns the reason why a purchase cannot be refunded now, or null. */
export function refusalOf(
  row: PurchaseRow,
): Problem<
  'purchase_not_completed' | 'purchase_is_reward' | 'purchase_never_charged' | 'purchase_disputed'
> | null {
  if (!isReversible(row)) return problem('purchase_not_completed')
  if (row.reward_id !== null) return problem('purchase_is_reward')
  if (row.card_minor > 0 && row.card_payment_id === null) return problem('purchase_never_charged')
  return row.reversal === 'disputed' ? problem('purchase_disputed') : null
}

/** Returns the current stage of a purchase's reversal. */
export async function readStage({ db }: Services, id: string): Promise<ReversalStage> {
  const row = await findPurchase(db, id)
  if (row === null) throw new Error('a purchase vanished')
  return reversalStageOf(row)
}
