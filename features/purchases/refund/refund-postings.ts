// Computes the postings of a reversal's move. Kilograms go to `returned`; money returns to its
// source and is owed again where that fails. Taken-back sales leave `sales`; refunds for kilograms
// that stay, and double payments, are `goodwill`; amounts taken by a bank are `chargebacks`. Pure;
// docs/ledger.md has examples.
import { spentPostings } from '#features/purchases/complete/complete-postings.ts'
import type { Hold } from '#features/purchases/lock-holds.ts'
import { isTakenBack } from '#features/purchases/states/reversal-state.ts'
import { kgAccounts, type MoneyAccount, moneyAccounts } from '#ledger/accounts.ts'
import { type KgPosting, type MoneyPosting, opposite, type Postings } from '#ledger/postings.ts'
import { type Reversal, takesKilograms } from './reversal.ts'

export type Sold = Omit<Hold, 'reward' | 'batchId' | 'quantityKg'> & {
  /** Present batches of the kilograms. */
  readonly segments: readonly { readonly batchId: string; readonly kg: number }[]
  /** The buyer's currency, in which the sale was made. */
  readonly currency: string
  /**
   * True for a completed purchase. Otherwise no kilogram was sold, and only the charge is refunded.
   */
  readonly isSold: boolean
  /** The passport of the holder; null for a waiting gift. */
  readonly holderId: string | null
}

/**
 * Returns the postings of a move. `payer` is the account of a payment made without the card
 * provider; null without one.
 */
export function reversalPostings(
  sold: Sold,
  before: Reversal,
  after: Reversal,
  payer: MoneyAccount | null = null,
): Postings {
  return {
    kg: takesKilograms(before, after) ? kilogramsOf(sold) : [],
    money: [
      ...goodwillPostings(sold, before, after),
      ...cardMoneyOf(sold, before, after),
      ...paidMoneyOf(sold, after.paidMinor - before.paidMinor, payer),
      ...walletMoneyOf(sold, before, after),
    ],
  }
}

function kilogramsOf({ purchaseId, segments, holderId }: Sold): KgPosting[] {
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
 * Returns the account that bears a refund: `sales` where the kilograms have left their holder,
 * `goodwill` where they stay. A charge without a sale is in `refunds_due` already; `chargebacks`
 * bears what a bank takes beyond that.
 */
function bearerOf({ isSold }: Sold, { stage }: Reversal): MoneyAccount {
  if (!isSold) return moneyAccounts.chargebacks
  return isTakenBack(stage) ? moneyAccounts.sales : moneyAccounts.goodwill
}

/**
 * Turns earlier goodwill into a returned sale where this move takes the kilograms from their holder.
 */
function goodwillPostings(sold: Sold, before: Reversal, after: Reversal): MoneyPosting[] {
  if (!takesKilograms(before, after)) return []
  const walletMinor = before.isWalletReturned
    ? sold.walletParts.reduce((sum, { paidMinor }) => sum + paidMinor, 0)
    : 0
  const { refundedMinor, dueMinor, paidMinor, reinstatedMinor, overpaidMinor } = before
  const cardMinor = refundedMinor + dueMinor + paidMinor - reinstatedMinor - overpaidMinor
  const { sales, goodwill } = moneyAccounts
  return [moved(sold, sales, goodwill, cardMinor + walletMinor)]
}

function cardMoneyOf(sold: Sold, before: Reversal, after: Reversal): MoneyPosting[] {
  const { cardClearing, refundsDue, chargebacks } = moneyAccounts
  const reinstated = after.reinstatedMinor - before.reinstatedMinor
  const paid = after.paidMinor - before.paidMinor
  const owed = after.dueMinor - before.dueMinor - reinstated + paid
  return [
    ...either(sold, chargebacks, cardClearing, after.lostMinor - before.lostMinor),
    ...either(sold, chargebacks, refundsDue, reinstated),
    ...(after.refundedMinor < before.refundedMinor
      ? failedPostings(sold, before, after, owed)
      : refundedPostings(sold, before, after, owed)),
  ]
}

function paidMoneyOf(sold: Sold, amountMinor: number, payer: MoneyAccount | null): MoneyPosting[] {
  if (amountMinor === 0) return []
  if (payer === null) throw new Error('a payment without a payer')
  return [moved(sold, moneyAccounts.refundsDue, payer, amountMinor)]
}

/** Postings where the provider refunded more: owed money first, then money paid in another way. */
function refundedPostings(sold: Sold, before: Reversal, after: Reversal, owed: number) {
  const { cardClearing, refundsDue, goodwill } = moneyAccounts
  const bearer = bearerOf(sold, after)
  const refundedMinor = after.refundedMinor - before.refundedMinor
  const late = after.overpaidMinor - before.overpaidMinor
  const fromDue = Math.min(refundedMinor, before.dueMinor)
  return [
    moved(sold, refundsDue, cardClearing, fromDue),
    moved(sold, goodwill, cardClearing, late),
    moved(sold, bearer, cardClearing, refundedMinor - fromDue - late),
    // A bank that took the money back has paid its cardholder what was still owed.
    ...either(sold, bearer, refundsDue, owed + fromDue),
  ]
}

/** Postings where the provider refunded less than reported: the uncovered part is owed again. */
function failedPostings(sold: Sold, before: Reversal, after: Reversal, owed: number) {
  const { cardClearing, refundsDue, goodwill } = moneyAccounts
  const bearer = bearerOf(sold, after)
  const late = before.overpaidMinor - after.overpaidMinor
  const failed = before.refundedMinor - after.refundedMinor - late
  // Only a sale may move from card_clearing to sales.
  const toDue = bearer === goodwill ? Math.min(failed, Math.max(0, owed)) : failed
  return [
    moved(sold, cardClearing, goodwill, late + failed - toDue),
    moved(sold, cardClearing, refundsDue, toDue),
    ...either(sold, bearer, refundsDue, owed - toDue),
  ]
}

function walletMoneyOf(sold: Sold, before: Reversal, after: Reversal): MoneyPosting[] {
  if (before.isWalletReturned || !after.isWalletReturned) return []
  const spent = sold.walletParts.flatMap((part) => {
    const wallet = { passportId: sold.buyerId, programmeId: part.programmeId }
    return spentPostings(sold, part, moneyAccounts.wallet(wallet), bearerOf(sold, after))
  })
  return [...opposite({ kg: [], money: spent }).money]
}

/** Returns the posting, or the opposite posting for a negative amount. */
function either(
  sold: Sold,
  source: MoneyAccount,
  destination: MoneyAccount,
  amountMinor: number,
): MoneyPosting[] {
  return amountMinor < 0
    ? [moved(sold, destination, source, -amountMinor)]
    : [moved(sold, source, destination, amountMinor)]
}

function moved(
  { purchaseId, currency }: Sold,
  source: MoneyAccount,
  destination: MoneyAccount,
  amountMinor: number,
): MoneyPosting {
  return { causeId: purchaseId, currency, source, destination, amountMinor }
}
