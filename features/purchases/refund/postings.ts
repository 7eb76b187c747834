// What a reversal posts when it moves: kilograms go to `returned`, money goes back as it came. What
// was sold and is taken back leaves `sales`; what is given back for kilograms that stay is `goodwill`;
// what a bank took back is `chargebacks`. Pure; docs/ledger.md has examples.
import { spentPostings } from '#features/purchases/complete/postings.ts'
import type { Hold } from '#features/purchases/hold.ts'
import { type Reversal, takesKilograms } from '#features/purchases/refund/reversal.ts'
import { isTakenBack } from '#features/purchases/reversal-state.ts'
import { kgAccounts, type MoneyAccount, moneyAccounts } from '#ledger/accounts.ts'
import { type KgPosting, type MoneyPosting, opposite, type Postings } from '#ledger/postings.ts'

export type Sold = Omit<Hold, 'reward' | 'batchId' | 'quantityKg'> & {
  /** Where its kilograms are now. */
  readonly pieces: readonly { readonly batchId: string; readonly kg: number }[]
  /** The buyer's currency, in which it was sold. */
  readonly currency: string
  /** A passport, or null for a gift that waits for its number. */
  readonly holderId: string | null
}

export function reversalPostings(sold: Sold, before: Reversal, after: Reversal): Postings {
  return {
    kg: takesKilograms(before, after) ? kilogramsOf(sold) : [],
    money: [
      ...notGoodwillAnyMore(sold, before, after),
      ...cardMoneyOf(sold, before, after),
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

/** What the money comes from that goes back now. */
function bearerOf({ stage }: Reversal): MoneyAccount {
  return isTakenBack(stage) ? moneyAccounts.sales : moneyAccounts.goodwill
}

/** What was given back before for kilograms that stayed: they go now, and so does their sale. */
function notGoodwillAnyMore(sold: Sold, before: Reversal, after: Reversal): MoneyPosting[] {
  if (!takesKilograms(before, after)) return []
  const walletMinor = before.isWalletReturned
    ? sold.walletParts.reduce((sum, { paidMinor }) => sum + paidMinor, 0)
    : 0
  const amountMinor = before.refundedMinor + before.dueMinor + walletMinor
  const { sales, goodwill } = moneyAccounts
  return [moved(sold, sales, goodwill, amountMinor)]
}

function cardMoneyOf(sold: Sold, before: Reversal, after: Reversal): MoneyPosting[] {
  const { cardClearing, refundsDue, chargebacks } = moneyAccounts
  const bearer = bearerOf(after)
  const given = after.refundedMinor - before.refundedMinor
  const fromDue = Math.min(given, before.dueMinor)
  const owed = after.dueMinor - (before.dueMinor - fromDue)
  return [
    moved(sold, refundsDue, cardClearing, fromDue),
    moved(sold, bearer, cardClearing, given - fromDue),
    // A bank that took money back has paid what was still owed to its cardholder.
    owed < 0 ? moved(sold, refundsDue, bearer, -owed) : moved(sold, bearer, refundsDue, owed),
    moved(sold, chargebacks, cardClearing, after.lostMinor - before.lostMinor),
  ]
}

function walletMoneyOf(sold: Sold, before: Reversal, after: Reversal): MoneyPosting[] {
  if (before.isWalletReturned || !after.isWalletReturned) return []
  const spent = sold.walletParts.flatMap((part) => {
    const wallet = { passportId: sold.buyerId, programmeId: part.programmeId }
    return spentPostings(sold, part, moneyAccounts.wallet(wallet), bearerOf(after))
  })
  return [...opposite({ kg: [], money: spent }).money]
}

function moved(
  { purchaseId, currency }: Sold,
  source: MoneyAccount,
  destination: MoneyAccount,
  amountMinor: number,
): MoneyPosting {
  return { causeId: purchaseId, currency, source, destination, amountMinor }
}
