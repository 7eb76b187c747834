// What card money posts that was taken for a purchase that cannot complete: it is owed until it is given
// back (refund/postings.ts), and never becomes a sale. Pure.
import { moneyAccounts } from '#ledger/accounts.ts'
import type { Postings } from '#ledger/postings.ts'

export type Refund = {
  readonly purchaseId: string
  readonly currency: string
  readonly cardMinor: number
}

/** The card part was captured and is owed to the buyer from now on. */
export function refundDuePostings(refunds: readonly Refund[]): Postings {
  const { cardClearing, refundsDue } = moneyAccounts
  return {
    kg: [],
    money: refunds.map(({ purchaseId, currency, cardMinor }) => ({
      causeId: purchaseId,
      currency,
      source: cardClearing,
      destination: refundsDue,
      amountMinor: cardMinor,
    })),
  }
}
