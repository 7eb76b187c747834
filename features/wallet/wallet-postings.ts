// Computes the postings of a programme's payments and credits (docs/ledger.md). A payment moves a
// partner's money into the programme, and a credit moves it on to a wallet.
import { moneyAccounts } from '#ledger/accounts.ts'
import { opposite, type Postings } from '#ledger/postings.ts'

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

export type Payment = {
  readonly paymentId: string
  readonly programmeId: string
  readonly currency: string
  readonly amountMinor: number
  readonly way: 'in' | 'out'
}

/** Returns the postings of a partner's payment into its programme, or of a repayment to the partner. */
export function paymentPostings(payment: Payment): Postings {
  const { paymentId, programmeId, currency, amountMinor, way } = payment
  const paidIn = {
    kg: [],
    money: [
      {
        causeId: paymentId,
        currency,
        source: moneyAccounts.bank,
        destination: moneyAccounts.programme(programmeId),
        amountMinor,
      },
    ],
  }
  return way === 'in' ? paidIn : opposite(paidIn)
}
