// Computes the postings of a line of the card provider's report: fees, exchange and payouts, with the
// provider's day as value date. Purchases post charges, refunds and disputes themselves. Pure; docs/ledger.md
// has examples.
import { type MoneyAccount, moneyAccounts } from '#ledger/accounts.ts'
import type { MoneyPosting, Postings } from '#ledger/postings.ts'
import type { ReportLine } from '#providers/cards/stripe-report.ts'
import { utcDayOf } from '#values/text/utc-day.ts'

/** A line of the report. Its postings refer to it by `causeId`. */
export type CausedLine = ReportLine & { readonly causeId: string }

const { bank, cardClearing, fees, fx } = moneyAccounts

export function linePostings(line: CausedLine): Postings {
  const valueDate = utcDayOf(line.movedAt)
  const money = [...feePostings(line), ...exchangePostings(line)]
  return { kg: [], money: money.map((posting) => ({ ...posting, valueDate })) }
}

/**
 * Returns the amount that the provider keeps, in minor units: a line's fee and, for a line of kind `fee`,
 * its gross amount, which is negative.
 */
function providerFeeMinor({ kind, grossMinor, feeMinor }: ReportLine): number {
  return feeMinor - (kind === 'fee' ? grossMinor : 0)
}

function feePostings(line: CausedLine): MoneyPosting[] {
  return postingsOf(line, line.currency, fees, cardClearing, providerFeeMinor(line))
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

export type Payout = {
  /** Id of the report's line that causes the postings. */
  readonly causeId: string
  readonly currency: string
  /** Amount that reached the bank, in minor units; negative if the provider took it back. */
  readonly amountMinor: number
  /** The provider's day of the payout, in UTC. */
  readonly valueDate: string
}

export function payoutPostings(payouts: readonly Payout[]): Postings {
  const money = payouts.flatMap((each) =>
    postingsOf(each, each.currency, bank, cardClearing, each.amountMinor).map((posting) => ({
      ...posting,
      valueDate: each.valueDate,
    })),
  )
  return { kg: [], money }
}

/** Returns an array of one posting. A negative amount swaps source and destination. */
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
