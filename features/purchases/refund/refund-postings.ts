// Computes the postings of a reversal's move (docs/ledger.md). Kilograms go to `returned`, and money to
// its source. `sales` pays a refund with which the kilograms are taken back. `goodwill` pays a refund after
// which the holder keeps them, and double payments. `chargebacks` pays amounts that a bank took.
import { walletPaymentPostings } from '#features/purchases/complete/complete-postings.ts'
import type { Hold } from '#features/purchases/lock-holds.ts'
import { isTakenBack } from '#features/purchases/states/reversal-state.ts'
import { kgAccounts, type MoneyAccount, moneyAccounts } from '#ledger/accounts.ts'
import { type KgPosting, type MoneyPosting, opposite, type Postings } from '#ledger/postings.ts'
import { type Reversal, takesKilograms } from './reversal.ts'

export type ReversedSale = Omit<Hold, 'reward' | 'batchId' | 'quantityKg'> & {
  /** The kilograms by their present batch. */
  readonly segments: readonly { readonly batchId: string; readonly kg: number }[]
  /** The buyer's currency, in which the sale was made. */
  readonly currency: string
  /** True for a completed purchase. Of any other purchase only the charge is refunded. */
  readonly isSold: boolean
  /** The holder's passport. Null for a waiting gift. */
  readonly holderId: string | null
  /** The provider's day of the last movement of a dispute's money, in UTC. Undefined if it is unknown. */
  readonly disputeDay?: string | undefined
}

/** Returns the postings of a move. `payer` is the account of a payment without the card, or null. */
export function reversalPostings(
  sale: ReversedSale,
  previous: Reversal,
  next: Reversal,
  payer: MoneyAccount | null = null,
): Postings {
  return {
    kg: takesKilograms(previous, next) ? returnPostings(sale) : [],
    money: [
      ...goodwillToSalesPostings(sale, previous, next),
      ...cardPostings(sale, previous, next),
      ...paymentPostings(sale, next.paidMinor - previous.paidMinor, payer),
      ...walletPostings(sale, previous, next),
    ],
  }
}

/** Returns the postings that move the kilograms to `returned`. */
function returnPostings({ purchaseId, segments, holderId }: ReversedSale): KgPosting[] {
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
 * `goodwill` if they stay with their holder. A charge without a sale is in `refunds_due` already. For such
 * a charge, `chargebacks` bears the amount that a bank takes in addition.
 */
function bearerOf({ isSold }: ReversedSale, { stage }: Reversal): MoneyAccount {
  if (!isSold) return moneyAccounts.chargebacks
  return isTakenBack(stage) ? moneyAccounts.sales : moneyAccounts.goodwill
}

/**
 * If the move takes kilograms back, returns the postings that move the cost of earlier refunds from
 * `goodwill` to `sales`. These are now refunds of a returned sale.
 */
function goodwillToSalesPostings(
  sale: ReversedSale,
  previous: Reversal,
  next: Reversal,
): MoneyPosting[] {
  if (!takesKilograms(previous, next)) return []
  const walletMinor = previous.isWalletReturned
    ? sale.walletParts.reduce((sum, { paidMinor }) => sum + paidMinor, 0)
    : 0
  const { sales, goodwill } = moneyAccounts
  const cardMinor = costOf(previous) - partCostOf(previous)
  return [createPosting(sale, sales, goodwill, cardMinor + walletMinor)]
}

/** Returns the cost of the refunds of the card part: what was refunded once, is owed or was paid without the card. */
function costOf({
  refundedMinor,
  dueMinor,
  paidMinor,
  reinstatedMinor,
  overpaidMinor,
}: Reversal): number {
  return refundedMinor + dueMinor + paidMinor - reinstatedMinor - overpaidMinor
}

/** Returns the part of this cost that `sales` bears, because kilograms went back in parts. */
const partCostOf = (reversal: Reversal) => Math.min(costOf(reversal), reversal.partMinor)

/**
 * Returns the postings of a part: its kilograms go to `returned`, its money is owed to the card or goes to the wallets.
 * Card money that was refunded before moves from `goodwill` to `sales`. `sale` has the kilograms and the wallets' money
 * of the part.
 */
export function partPostings(sale: ReversedSale, previous: Reversal, next: Reversal): Postings {
  const { sales, goodwill, refundsDue } = moneyAccounts
  const dueMinor = next.dueMinor - previous.dueMinor
  const refundedMinor = partCostOf(next) - partCostOf(previous) - dueMinor
  return {
    kg: returnPostings(sale),
    money: [
      createPosting(sale, sales, refundsDue, dueMinor),
      createPosting(sale, sales, goodwill, refundedMinor),
      ...walletReturnPostings(sale, sales),
    ],
  }
}

/** Returns the postings of lost and reinstated disputes, and of refunds of the card part. */
function cardPostings(sale: ReversedSale, previous: Reversal, next: Reversal): MoneyPosting[] {
  const { cardClearing, refundsDue, chargebacks } = moneyAccounts
  const reinstatedMinor = next.reinstatedMinor - previous.reinstatedMinor
  const paidMinor = next.paidMinor - previous.paidMinor
  // The change of the owed amount by refunds alone, without reinstated disputes and payments.
  const owedMinor = next.dueMinor - previous.dueMinor - reinstatedMinor + paidMinor
  return [
    ...signedPosting(sale, chargebacks, cardClearing, next.lostMinor - previous.lostMinor).map(
      (posting) => ({ ...posting, valueDate: sale.disputeDay }),
    ),
    ...signedPosting(sale, chargebacks, refundsDue, reinstatedMinor),
    ...(next.refundedMinor < previous.refundedMinor
      ? failedPostings(sale, previous, next, owedMinor)
      : refundedPostings(sale, previous, next, owedMinor)),
  ]
}

/** Returns the posting of a payment without the card. Throws if there is no payer. */
function paymentPostings(
  sale: ReversedSale,
  amountMinor: number,
  payer: MoneyAccount | null,
): MoneyPosting[] {
  if (amountMinor === 0) return []
  if (payer === null) throw new Error('a payment without a payer')
  return [createPosting(sale, moneyAccounts.refundsDue, payer, amountMinor)]
}

/**
 * Returns the postings if the provider's refunds increased. The increase pays owed money first, then repeats
 * a payment without the card (`goodwill`). The rest is a new refund.
 */
function refundedPostings(
  sale: ReversedSale,
  previous: Reversal,
  next: Reversal,
  owedMinor: number,
) {
  const { cardClearing, refundsDue, goodwill } = moneyAccounts
  const bearer = bearerOf(sale, next)
  const refundedMinor = next.refundedMinor - previous.refundedMinor
  const overpaidMinor = next.overpaidMinor - previous.overpaidMinor
  const paidDueMinor = Math.min(refundedMinor, previous.dueMinor)
  return [
    createPosting(sale, refundsDue, cardClearing, paidDueMinor),
    createPosting(sale, goodwill, cardClearing, overpaidMinor),
    createPosting(sale, bearer, cardClearing, refundedMinor - paidDueMinor - overpaidMinor),
    // If a bank took the money, the cardholder has it, and we owe it no longer.
    ...signedPosting(sale, bearer, refundsDue, owedMinor + paidDueMinor),
  ]
}

/** Returns the postings if the provider's refunds decreased. The difference is owed again. */
function failedPostings(sale: ReversedSale, previous: Reversal, next: Reversal, owedMinor: number) {
  const { cardClearing, refundsDue, goodwill } = moneyAccounts
  const bearer = bearerOf(sale, next)
  const overpaidMinor = previous.overpaidMinor - next.overpaidMinor
  const failedMinor = previous.refundedMinor - next.refundedMinor - overpaidMinor
  // With `goodwill` as the bearer, only the newly owed amount goes to `refunds_due`. Otherwise the whole
  // failed amount does, because only a sale may move money from `card_clearing` to `sales`.
  const dueMinor = bearer === goodwill ? Math.min(failedMinor, Math.max(0, owedMinor)) : failedMinor
  return [
    createPosting(sale, cardClearing, goodwill, overpaidMinor + failedMinor - dueMinor),
    createPosting(sale, cardClearing, refundsDue, dueMinor),
    ...signedPosting(sale, bearer, refundsDue, owedMinor - dueMinor),
  ]
}

/** Returns the postings that return money to the wallets, if this is the move that returns it. */
function walletPostings(sale: ReversedSale, previous: Reversal, next: Reversal): MoneyPosting[] {
  if (previous.isWalletReturned || !next.isWalletReturned) return []
  return walletReturnPostings(sale, bearerOf(sale, next))
}

/** Returns the postings that return money to the wallets from the account `bearer`. */
function walletReturnPostings(sale: ReversedSale, bearer: MoneyAccount): MoneyPosting[] {
  const payments = sale.walletParts.flatMap((part) => {
    const wallet = { passportId: sale.buyerId, programmeId: part.programmeId }
    return walletPaymentPostings(sale, part, moneyAccounts.wallet(wallet), bearer)
  })
  return [...opposite({ kg: [], money: payments }).money]
}

/** Returns a posting from `source` to `destination`, or its opposite for a negative amount. */
function signedPosting(
  sale: ReversedSale,
  source: MoneyAccount,
  destination: MoneyAccount,
  amountMinor: number,
): MoneyPosting[] {
  return amountMinor < 0
    ? [createPosting(sale, destination, source, -amountMinor)]
    : [createPosting(sale, source, destination, amountMinor)]
}

function createPosting(
  { purchaseId, currency }: ReversedSale,
  source: MoneyAccount,
  destination: MoneyAccount,
  amountMinor: number,
): MoneyPosting {
  return { causeId: purchaseId, currency, source, destination, amountMinor }
}
