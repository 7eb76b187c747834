// Pays the amount that the buyer is owed after a failed refund or a reinstated dispute, without the card:
// into the buyer's wallet, or as a recorded payment elsewhere. It reads the payment at the provider first,
// and pays nothing if a refund there is pending or has succeeded.
import { lockPassports } from '#features/people/lock-people.ts'
import { lockPurchases, type PurchaseRow } from '#features/purchases/purchase-queries.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import {
  type RefundedAmounts,
  type RefundProblem,
  readStage,
  refusalOf,
  rereadPayment,
} from '#features/purchases/refund/refund-purchase.ts'
import { isOwed, payOtherwise } from '#features/purchases/refund/reversal.ts'
import { moveReversal } from '#features/purchases/refund/take-back.ts'
import {
  isRefunding,
  isRefundStage,
  type ReversalStage,
  reversalStageOf,
} from '#features/purchases/states/reversal-state.ts'
import { creditWallet } from '#features/wallet/programmes/credit-wallet.ts'
import { openRefundsProgramme } from '#features/wallet/programmes/open-refunds-programme.ts'
import { moneyAccounts } from '#ledger/accounts.ts'
import { lockBalance, lockWallets } from '#ledger/locks.ts'
import type { Transaction } from '#platform/database/database.ts'
import { refundsProgramme } from '#values/lists/refunds-programme.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import {
  findPurchaseId,
  findRefundPayment,
  findReversal,
  isDisputedNow,
  isErased,
  writeRefundPayment,
} from './refund-queries.ts'

export type PaymentProblem =
  | Exclude<RefundProblem, 'purchase_retired'>
  /** No amount is owed, because no refund was made. */
  | 'nothing_owed'
  /** A refund at the provider is pending. */
  | 'refund_pending'
  /** The provider has refunded the money. */
  | 'refund_succeeded'
  /** The amount was paid already, to the wallet or under another reference. */
  | 'refund_paid'
  /** The buyer deleted the passport, so there is no wallet to pay into. */
  | 'buyer_erased'

export type PaymentOrder = {
  readonly txId: string
  /** Reference of a payment elsewhere. Null for a payment into the buyer's wallet. */
  readonly reference: string | null
  /** Writes the audit entry, in the transaction of the payment. */
  readonly record: (tx: Transaction, purchaseId: string, amounts: RefundedAmounts) => Promise<void>
}

/** Pays the owed amount. A repeated order pays nothing more. Problems: see PaymentProblem. */
export async function payRefund(
  services: Services,
  order: PaymentOrder,
): Promise<{ readonly stage: ReversalStage } | Problem<PaymentProblem>> {
  const id = await findPurchaseId(services.db, order.txId)
  if (id === null) return problem('purchase_not_found')
  if (!(await rereadPayment(services, id))) return problem('provider_unavailable')
  const refusal = await services.db.transaction(async (tx) => {
    const [row] = await lockPurchases(tx, [id])
    if (row === undefined) throw new Error('a purchase vanished')
    return pay(tx, row, order)
  })
  if (refusal !== null) return refusal
  services.wakeOutbox()
  return { stage: await readStage(services, id) }
}

/** Pays under the purchase's lock. Returns null if this or an earlier order has made the payment. */
async function pay(
  tx: Transaction,
  row: PurchaseRow,
  { reference, record }: PaymentOrder,
): Promise<Problem<PaymentProblem> | null> {
  const { id, buyer_id: buyerId, currency } = row
  const previous = await findReversal(tx, id, row)
  if (!isOwed(previous)) return findEarlierPayment(tx, row, reference)
  if (await isDisputedNow(tx, id)) return problem('purchase_disputed')
  if (previous.isPending) return problem('refund_pending')
  const { dueMinor: amountMinor } = previous
  const programme = moneyAccounts.programme(refundsProgramme.id)
  if (reference === null) {
    await openRefundsProgramme(tx)
    await lockBalance(tx, programme, currency)
    await lockWallets(tx, [buyerId])
    await lockPassports(tx, [buyerId])
    if (await isErased(tx, buyerId)) return problem('buyer_erased')
  }
  const payer = reference === null ? programme : moneyAccounts.bank
  await moveReversal(tx, row, previous, payOtherwise(previous), { payer })
  if (reference === null) await creditBuyer(tx, row, amountMinor)
  const way = reference === null ? 'wallet' : 'elsewhere'
  await writeRefundPayment(tx, id, { way, amountMinor, reference })
  const walletMinor = reference === null ? amountMinor : 0
  await record(tx, id, { amountMinor, currency, kilograms: 0, cardMinor: 0, walletMinor })
  return null
}

/** Returns null if the same order was paid before. Otherwise returns the reason why no money is owed. */
async function findEarlierPayment(
  tx: Transaction,
  row: PurchaseRow,
  reference: string | null,
): Promise<Problem<PaymentProblem> | null> {
  const refusal = refusalOf(row)
  if (refusal !== null) return refusal
  const stage = reversalStageOf(row)
  const { isPending, partKg, dueMinor } = await findReversal(tx, row.id, row)
  if (!isRefundStage(stage) && partKg === 0) return problem('nothing_owed')
  if (isRefunding(row) || dueMinor > 0) return problem('refund_pending')
  const payment = await findRefundPayment(tx, row.id)
  if (payment !== null) return payment.reference === reference ? null : problem('refund_paid')
  return problem(isPending ? 'refund_pending' : 'refund_succeeded')
}

/** Credits the buyer's wallet from the refunds programme. Throws if the programme cannot give it. */
async function creditBuyer(tx: Transaction, row: PurchaseRow, amountMinor: number): Promise<void> {
  const entry = await creditWallet(tx, {
    passportId: row.buyer_id,
    programmeId: refundsProgramme.id,
    currency: row.currency,
    amountMinor,
    source: row.tx_id,
    logoUrl: null,
  })
  if (isProblem(entry)) throw new Error(`programme ${refundsProgramme.id}: ${entry.problem}`)
}
