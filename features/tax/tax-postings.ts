// Computes the postings of receipts and credit notes: tax leaves the revenue, and returns to it with a credit
// note (docs/ledger.md). Pure.
import { moneyAccounts } from '#ledger/accounts.ts'
import { opposite, type Postings } from '#ledger/postings.ts'
import type { DraftDocument } from './tax-document.ts'

export function taxPostings(documents: readonly DraftDocument[]): Postings {
  return { kg: [], money: documents.flatMap((document) => postingsOf(document).money) }
}

function postingsOf({
  kind,
  purchaseId,
  day,
  country,
  currency,
  taxMinor,
}: DraftDocument): Postings {
  const posting = {
    causeId: purchaseId,
    currency,
    source: moneyAccounts.sales,
    destination: moneyAccounts.tax(country),
    amountMinor: taxMinor,
    valueDate: day,
  }
  const postings = { kg: [], money: [posting] }
  return kind === 'receipt' ? postings : opposite(postings)
}
