// Computes the postings of a reversal's move (docs/ledger.md). Kilograms go to `returned`, and money to
// its source. The account `sales` pays a refund whose kilograms are taken back. `goodwill` pays a refund
// for kilograms that stay, and double payments. `chargebacks` pays amounts that a bank took.
import { walletPaymentPostings } from '#features/purchases/complete/complete-postings.ts'
import type { Hold } from '#features/purchases/lock-holds.ts'
import { isTakenBack } from '#features/purchases/states/reversal-state.ts'
import { kgAccounts, type MoneyAccount, moneyAccounts } from '#ledger/accounts.ts'
import { type KgPosting, type MoneyPosting, opposite, type Postings } from '#ledger/postings.ts'
import { type Reversal, takesKilograms } from './reversal.ts'

export type Sold = Omit<Hold, 'reward' | 'batchId' | 'quantityKg'> & {
  /** The kilograms by their present batch. */
  readonly segments: readonly { readonly batchId: string; readonly kg: number }[]
  /** The buyer's currency, in which the sale was made. */
  readonly currency: string
  /** True for a completed purchase. Of any other purchase only the charge is refunded. */
  readonly isSold: boolean
  /** The holder's passport. Null for a waiting gift. */
  readonly holderId: string | null
}

/**
 * Returns the postings of a move. `payer` is the account that pays without the card provider, or null.
 */
export function reversalPostings(
  sold: Sold,
  previous: Reversal,
  next: Reversal,
  payer: MoneyAccount | null = null,
): Postings {
  return {
    kg: takesKilograms(previous, next) ? returnPostings(sold) : [],
    money: [
      ...goodwillToSalesPostings(sold, previous, next),
      ...cardPostings(sold, previous, next),
      ...paymentPostings(sold, next.paidMinor - previous.paidMinor, payer),
      ...walletPostings(sold, previous, next),
    ],
  }
}

/** Returns the postings of the kilograms to `returned`. */
function returnPostings({ purchaseId, segments, holderId }: Sold): KgPosting[] {
  const { holder, waiting, returned } = kgAccounts
  const source = holderId === null ? waiting(purchaseId) : holder(holderId)
  return segments.map(({ batchId, kg }) => ({
    causeId: purchaseId,
    batchId,
    source,
    destination: returned,
    quantityKg: kg,
  }))
}

/**
 * Returns the account that bears the cost of a refund: `sales` if the kilograms were taken back,
 * `goodwill` if they stay with their holder. A charge without a sale is in `refunds_due` already, and
 * `chargebacks` bears what a bank takes beyond that.
 */
function bearerOf({ isSold }: Sold, { stage }: Reversal): MoneyAccount {
  if (!isSold) return moneyAccounts.chargebacks
  return isTakenBack(stage) ? moneyAccounts.sales : moneyAccounts.goodwill
}

/**
 * If the move takes kilograms back, moves earlier refunds from `goodwill` to `sales`, because they are
 * now refunds of a returned sale.
 */
function goodwillToSalesPostings(sold: Sold, previous: Reversal, next: Reversal): MoneyPosting[] {
  if (!takesKilograms(previous, next)) return []
  const walletMinor = previous.isWalletReturned
    ? sold.walletParts.reduce((sum, { paidMinor }) => sum + paidMinor, 0)
    : 0
  const { refundedMinor, dueMinor, paidMinor, reinstatedMinor, overpaidMinor } = previous
  const cardMinor = refundedMinor + dueMinor + paidMinor - reinstatedMinor - overpaidMinor
  const { sales, goodwill } = moneyAccounts
  return [createPosting(sold, sales, goodwill, cardMinor + walletMinor)]
}

function cardPostings(sold: Sold, previous: Reversal, next: Reversal): MoneyPosting[] {
  const { cardClearing, refundsDue, chargebacks } = moneyAccounts
  const reinstated = next.reinstatedMinor - previous.reinstatedMinor
  const paid = next.paidMinor - previous.paidMinor
  const owed = next.dueMinor - previous.dueMinor - reinstated + paid
  return [
    ...signedPosting(sold, chargebacks, cardClearing, next.lostMinor - previous.lostMinor),
    ...signedPosting(sold, chargebacks, refundsDue, reinstated),
    ...(next.refundedMinor < previous.refundedMinor
      ? failedPostings(sold, previous, next, owed)
      : refundedPostings(sold, previous, next, owed)),
  ]
}

function paymentPostings(
  sold: Sold,
  amountMinor: number,
  payer: MoneyAccount | null,
): MoneyPosting[] {
  if (amountMinor === 0) return []
  if (payer === null) throw new Error('a payment without a payer')
  return [createPosting(sold, moneyAccounts.refundsDue, payer, amountMinor)]
}

/**
 * Returns the postings if the provider refunded more than before. The refund covers owed money first,
 * then money that was paid otherwise already (`goodwill`), then a new refund.
 */
function refundedPostings(sold: Sold, previous: Reversal, next: Reversal, owed: number) {
  const { cardClearing, refundsDue, goodwill } = moneyAccounts
  const bearer = bearerOf(sold, next)
  const refundedMinor = next.refundedMinor - previous.refundedMinor
  const overpaid = next.overpaidMinor - previous.overpaidMinor
  const fromDue = Math.min(refundedMinor, previous.dueMinor)
  return [
    createPosting(sold, refundsDue, cardClearing, fromDue),
    createPosting(sold, goodwill, cardClearing, overpaid),
    createPosting(sold, bearer, cardClearing, refundedMinor - fromDue - overpaid),
    // If a bank took the money, the cardholder has it, and we owe it no longer.
    ...signedPosting(sold, bearer, refundsDue, owed + fromDue),
  ]
}

/** Returns the postings if the provider refunded less than before. The difference is owed again. */
function failedPostings(sold: Sold, previous: Reversal, next: Reversal, owed: number) {
  const { cardClearing, refundsDue, goodwill } = moneyAccounts
  const bearer = bearerOf(sold, next)
  const overpaid = previous.overpaidMinor - next.overpaidMinor
  const failed = previous.refundedMinor - next.refundedMinor - overpaid
  // With `goodwill` as the bearer, only the newly owed amount goes to `refunds_due`. Otherwise everything
  // does, because only a sale may move from `card_clearing` to `sales`.
  const toDue = bearer === goodwill ? Math.min(failed, Math.max(0, owed)) : failed
  return [
    createPosting(sold, cardClearing, goodwill, overpaid + failed - toDue),
    createPosting(sold, cardClearing, refundsDue, toDue),
    ...signedPosting(sold, bearer, refundsDue, owed - toDue),
  ]
}

/** Returns the postings that pay wallet parts back, if this move returns them. */
function walletPostings(sold: Sold, previous: Reversal, next: Reversal): MoneyPosting[] {
  if (previous.isWalletReturned || !next.isWalletReturned) return []
  const spent = sold.walletParts.flatMap((part) => {
    const wallet = { passportId: sold.buyerId, programmeId: part.programmeId }
    return walletPaymentPostings(sold, part, moneyAccounts.wallet(wallet), bearerOf(sold, next))
  })
  return [...opposite({ kg: [], money: spent }).money]
}

/** Returns a posting from `source` to `destination`, or its opposite for a negative amount. */
function signedPosting(
  sold: Sold,
  source: MoneyAccount,
  destination: MoneyAccount,
  amountMinor: number,
): MoneyPosting[] {
  return amountMinor < 0
    ? [createPosting(sold, destination, source, -amountMinor)]
    : [createPosting(sold, source, destination, amountMinor)]
}

function createPosting(
  { purchaseId, currency }: Sold,
  source: MoneyAccount,
  destination: MoneyAccount,
  amountMinor: number,
): MoneyPosting {
  return { causeId: purchaseId, currency, source, destination, amountMinor }
}
