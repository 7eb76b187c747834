// What a reversal posts when it moves: kilograms go to `returned`, money goes back as it came, and is owed
// again where that fails. What was sold and is taken back leaves `sales`; what is given back for kilograms
// that stay, or twice, is `goodwill`; what a bank took back is `chargebacks`. Pure; docs/ledger.md has examples.
import { spentPostings } from '#features/purchases/complete/complete-postings.ts'
import type { Hold } from '#features/purchases/lock-holds.ts'
import { isTakenBack } from '#features/purchases/states/reversal-state.ts'
import { kgAccounts, type MoneyAccount, moneyAccounts } from '#ledger/accounts.ts'
import { type KgPosting, type MoneyPosting, opposite, type Postings } from '#ledger/postings.ts'
import { type Reversal, takesKilograms } from './reversal.ts'

export type Sold = Omit<Hold, 'reward' | 'batchId' | 'quantityKg'> & {
  /** Where its kilograms are now. */
  readonly pieces: readonly { readonly batchId: string; readonly kg: number }[]
  /** The buyer's currency, in which it was sold. */
  readonly currency: string
  /** It completed. Otherwise no kilogram was sold, and only its charge goes back. */
  readonly isSold: boolean
  /** A passport, or null for a gift that waits for its number. */
  readonly holderId: string | null
}

/** `payer` pays what is paid in another way than by the card provider; null where nothing is. */
export function reversalPostings(
  sold: Sold,
  before: Reversal,
  after: Reversal,
  payer: MoneyAccount | null = null,
): Postings {
  return {
    kg: takesKilograms(before, after) ? kilogramsOf(sold) : [],
    money: [
      ...notGoodwillAnyMore(sold, before, after),
      ...cardMoneyOf(sold, before, after),
      ...paidMoneyOf(sold, after.paidMinor - before.paidMinor, payer),
      ...walletMoneyOf(sold, before, after),
    ],
  }
}

function kilogramsOf({ purchaseId, pieces, holderId }: Sold): KgPosting[] {
  const { holder, waiting, returned } = kgAccounts
  const source = holderId === null ? waiting(purchaseId) : holder(holderId)
  return pieces.map(({ batchId, kg }) => ({
    causeId: purchaseId,
    batchId,
    source,
    destination: returned,
    quantityKg: kg,
  }))
}

/** What the money comes from that goes back now. What was never sold is owed until a bank has taken it. */
function bearerOf({ isSold }: Sold, { stage }: Reversal): MoneyAccount {
  if (!isSold) return moneyAccounts.chargebacks
  return isTakenBack(stage) ? moneyAccounts.sales : moneyAccounts.goodwill
}

/** What was given back before for kilograms that stayed: they go now, and so does their sale. */
function notGoodwillAnyMore(sold: Sold, before: Reversal, after: Reversal): MoneyPosting[] {
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
      : givenPostings(sold, before, after, owed)),
  ]
}

function paidMoneyOf(sold: Sold, amountMinor: number, payer: MoneyAccount | null): MoneyPosting[] {
  if (amountMinor === 0) return []
  if (payer === null) throw new Error('a payment without a payer')
  return [moved(sold, moneyAccounts.refundsDue, payer, amountMinor)]
}

/** The provider gave back more: first what is owed, then what was paid in another way. */
function givenPostings(sold: Sold, before: Reversal, after: Reversal, owed: number) {
  const { cardClearing, refundsDue, goodwill } = moneyAccounts
  const bearer = bearerOf(sold, after)
  const given = after.refundedMinor - before.refundedMinor
  const late = after.overpaidMinor - before.overpaidMinor
  const fromDue = Math.min(given, before.dueMinor)
  return [
    moved(sold, refundsDue, cardClearing, fromDue),
    moved(sold, goodwill, cardClearing, late),
    moved(sold, bearer, cardClearing, given - fromDue - late),
    // A bank that took money back has paid what was still owed to its cardholder.
    ...either(sold, bearer, refundsDue, owed + fromDue),
  ]
}

/** The provider gave back less than it said: what nothing else covers is owed again. */
function failedPostings(sold: Sold, before: Reversal, after: Reversal, owed: number) {
  const { cardClearing, refundsDue, goodwill } = moneyAccounts
  const bearer = bearerOf(sold, after)
  const late = before.overpaidMinor - after.overpaidMinor
  const failed = before.refundedMinor - after.refundedMinor - late
  // Only a sale may go from card_clearing to sales.
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

/** Of a negative amount the opposite. */
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
