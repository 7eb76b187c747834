// Computes the postings of a line of the card provider's report: fees, exchange and payouts.
// Charges, refunds and disputes were posted by their purchases. Pure; docs/ledger.md has examples.
import { type MoneyAccount, moneyAccounts } from '#ledger/accounts.ts'
import type { MoneyPosting, Postings } from '#ledger/postings.ts'
import type { ReportLine } from '#providers/cards/stripe-report.ts'

export type CausedLine = ReportLine & { readonly causeId: string }

const { bank, cardClearing, fees, fx } = moneyAccounts

export function linePostings(line: CausedLine): Postings {
  return { kg: [], money: [...keptOf(line), ...changedOf(line)] }
}

/** Returns the cost of a line: its fee, and the whole line where it is a fee itself. */
export function keptMinorOf({ kind, grossMinor, feeMinor }: ReportLine): number {
  return feeMinor - (kind === 'fee' ? grossMinor : 0)
}

function keptOf(line: CausedLine): MoneyPosting[] {
  return moved(line, line.currency, fees, cardClearing, keptMinorOf(line))
}

/** Returns the exchange postings of a line that was paid in one currency and arrived in another. */
function changedOf(line: CausedLine): MoneyPosting[] {
  const { currency, paidCurrency, grossMinor, paidMinor } = line
  if (paidCurrency === currency) return []
  return [
    ...moved(line, paidCurrency, fx, cardClearing, paidMinor),
    ...moved(line, currency, cardClearing, fx, grossMinor),
  ]
}

export type PaidOut = {
  /** The line of the report. */
  readonly causeId: string
  readonly currency: string
  /** Amount that reached the bank; negative where it was taken back. */
  readonly amountMinor: number
}

export function paidOutPostings(paid: readonly PaidOut[]): Postings {
  const money = paid.flatMap((each) =>
    moved(each, each.currency, bank, cardClearing, each.amountMinor),
  )
  return { kg: [], money }
}

/** Returns the posting. A negative amount swaps source and destination. */
function moved(
  { causeId }: { readonly causeId: string },
  currency: string,
  from: MoneyAccount,
  to: MoneyAccount,
  amountMinor: number,
): MoneyPosting[] {
  const [source, destination] = amountMinor < 0 ? [to, from] : [from, to]
  return [{ causeId, currency, source, destination, amountMinor: Math.abs(amountMinor) }]
}
