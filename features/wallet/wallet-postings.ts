// What a programme's credits and payments post: a partner's money enters its programme, and from there
// people's wallets. Pure; docs/ledger.md has examples.
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

/** What a partner paid enters its programme; what is returned to it leaves the programme. */
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
