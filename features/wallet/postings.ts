// What a programme's credit posts: its money enters a person's wallet. Taken back, it is the opposite.
// Pure; docs/ledger.md has examples.
import { moneyAccounts } from '#ledger/accounts.ts'
import type { Postings } from '#ledger/postings.ts'

export type Credit = {
  readonly passportId: string
  readonly programmeId: string
  readonly currency: string
  readonly amountMinor: number
}

export function creditPostings({ currency, amountMinor, ...wallet }: Credit): Postings {
  const source = moneyAccounts.programme(wallet.programmeId)
  const destination = moneyAccounts.wallet(wallet)
  return { kg: [], money: [{ causeId: null, currency, source, destination, amountMinor }] }
}
