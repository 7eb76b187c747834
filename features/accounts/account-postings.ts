// Computes the postings of a line of the card provider's report: fees, exchange and payouts. Purchases
// post charges, refunds and disputes themselves. Pure; docs/ledger.md has examples.
import { type MoneyAccount, moneyAccounts } from '#ledger/accounts.ts'
import type { MoneyPosting, Postings } from '#ledger/postings.ts'
import type { ReportLine } from '#providers/cards/stripe-report.ts'

export type CausedLine = ReportLine & { readonly causeId: string }

const { bank, cardClearing, fees, fx } = moneyAccounts

export function linePostings(line: CausedLine): Postings {
  return { kg: [], money: [...feePostings(line), ...exchangePostings(line)] }
}

/** Returns what the provider kept: the fee of a line, and the whole amount of a line that is a fee. */
export function keptMinorOf({ kind, grossMinor, feeMinor }: ReportLine): number {
  return feeMinor - (kind === 'fee' ? grossMinor : 0)
}

function feePostings(line: CausedLine): MoneyPosting[] {
  return postingsOf(line, line.currency, fees, cardClearing, keptMinorOf(line))
}

/** Returns the exchange postings of a line that was paid in one currency and arrived in another. */
function exchangePostings(line: CausedLine): MoneyPosting[] {
  const { currency, paidCurrency, grossMinor, paidMinor } = line
  if (paidCurrency === currency) return []
  return [
    ...postingsOf(line, paidCurrency, fx, cardClearing, paidMinor),
    ...postingsOf(line, currency, cardClearing, fx, grossMinor),
  ]
}

export type PaidOut = {
  /** The line of the report. */
  readonly causeId: string
  readonly currency: string
  /** Amount that reached the bank, in minor units; negative if the provider took it back. */
  readonly amountMinor: number
}

export function paidOutPostings(paid: readonly PaidOut[]): Postings {
  const money = paid.flatMap((each) =>
    postingsOf(each, each.currency, bank, cardClearing, each.amountMinor),
  )
  return { kg: [], money }
}

/** Returns one posting. A negative amount swaps source and destination. */
function postingsOf(
  { causeId }: { readonly causeId: string },
  currency: string,
  from: MoneyAccount,
  to: MoneyAccount,
  amountMinor: number,
): MoneyPosting[] {
  const [source, destination] = amountMinor < 0 ? [to, from] : [from, to]
  return [{ causeId, currency, source, destination, amountMinor: Math.abs(amountMinor) }]
}
