// What a programme's credits post: its money enters people's wallets. Taken back, it is the opposite.
// Pure; docs/ledger.md has examples.
import { moneyAccounts } from '#ledger/accounts.ts'
import type { Postings } from '#ledger/postings.ts'

export type Credit = {
  readonly passportId: string
  readonly programmeId: string
  readonly currency: string
  readonly amountMinor: number
}

export function creditPostings(credits: readonly Credit[]): Postings {
  const money = credits.map(({ passportId, programmeId, currency, amountMinor }) => ({
    causeId: null,
    currency,
    source: moneyAccounts.programme(programmeId),
    destination: moneyAccounts.wallet({ passportId, programmeId }),
    amountMinor,
  }))
  return { kg: [], money }
}
