// Computes the postings of a card charge whose purchase cannot complete. We owe the charge to the buyer
// until it is refunded (refund/refund-postings.ts).
import { moneyAccounts } from '#ledger/accounts.ts'
import type { Postings } from '#ledger/postings.ts'

export type Refund = {
  readonly purchaseId: string
  readonly currency: string
  readonly cardMinor: number
}

/** Returns the postings that record captured card parts as owed to their buyers. */
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
