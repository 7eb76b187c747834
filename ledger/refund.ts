// Card money that was taken for a purchase that cannot complete: it is owed until the provider has
// given it back. It never became a sale.
import { moneyAccounts } from '#ledger/accounts.ts'
import { postMoney } from '#ledger/postings.ts'
import type { Transaction } from '#platform/database/database.ts'

export type Refund = {
  readonly purchaseId: string
  readonly currency: string
  readonly cardMinor: number
}

const { cardClearing, refundsDue } = moneyAccounts

/** The card part was captured and is owed to the buyer from now on. */
export async function oweRefunds(tx: Transaction, refunds: readonly Refund[]): Promise<void> {
  await postMoney(tx, refunds.map(postingOf(cardClearing, refundsDue)))
}

/** The provider has given it back. */
export async function settleRefund(tx: Transaction, refund: Refund): Promise<void> {
  await postMoney(tx, [refund].map(postingOf(refundsDue, cardClearing)))
}

function postingOf(source: string, destination: string) {
  return ({ purchaseId, currency, cardMinor }: Refund) => ({
    purchaseId,
    currency,
    source,
    destination,
    amountMinor: cardMinor,
  })
}
