// Lists the differences between a report of the card provider and the ledger, each with its subject
// and the report's lines.
import {
  findLinesOfUnknownPayments,
  findPaymentDifferences,
  type findPayoutSums,
} from '#features/accounts/payout-queries.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { ReportLine } from '#providers/cards/stripe-report.ts'
import type { ReadRow } from '#providers/registries/tables/file-source.ts'
import { decimalsOf } from '#values/money/currencies.ts'
import { minorText } from '#values/money/money.ts'

type PayoutDifference = {
  /** Numbers of the lines in the file that concern the subject, at most 10. */
  readonly lines: readonly number[]
  /** Id of the subject: a purchase, payment, payout or line. */
  readonly about: string
  readonly difference: string
}

type Row = ReadRow<ReportLine>
type Payouts = Awaited<ReturnType<typeof findPayoutSums>>

const linesMax = 10
const dayMs = 86_400_000

/** Verb of each kind of line, for the text of a difference. */
const kindWords = {
  charge: 'charged',
  refund: 'refunded',
  dispute: 'taken back by a bank',
  fee: 'kept',
  payout: 'paid out',
  other: 'moved',
} as const satisfies Record<ReportLine['kind'], string>

/**
 * Compares a report's rows with the ledger. `differences` concern payments and payouts of the report;
 * `unreported` are movements of the same days.
 */
export async function readPayoutDifferences(
  tx: Transaction,
  rows: readonly Row[],
  payouts: Payouts,
) {
  const paymentIds = rows.flatMap(({ row }) => (row.paymentId === null ? [] : [row.paymentId]))
  const { from, to } = periodOf(rows)
  const paymentSums = await findPaymentDifferences(tx, [...new Set(paymentIds)], from, to)
  const unknownIds = await findLinesOfUnknownPayments(
    tx,
    rows.map(({ row }) => row.id),
  )
  const reportedPayments = new Set(paymentIds)
  return {
    differences: [
      ...rows.filter(({ row }) => unknownIds.has(row.id)).map(unknownPaymentDifference),
      ...rows.filter(({ row }) => row.kind === 'other').map(otherKindDifference),
      ...paymentSums
        .filter((each) => each.reported_minor !== 0 && reportedPayments.has(each.payment_id))
        .map((each) => purchaseDifference(each, rows)),
      ...payouts.flatMap((payout) => payoutDifferences(payout, rows)),
    ],
    unreported: paymentSums
      .filter(({ reported_minor }) => reported_minor === 0)
      .map(({ tx_id, kind, currency, ledger_minor }) => ({
        tx_id,
        kind,
        currency,
        amount: minorText(ledger_minor, decimalsOf(currency)),
      })),
  }
}

/**
 * Returns the first and the last millisecond (UTC) of the days with charges in the report. A report covers
 * whole days. Without charges, both are 1970.
 */
function periodOf(rows: readonly Row[]): { readonly from: Date; readonly to: Date } {
  const moments = rows
    .filter(({ row }) => row.kind === 'charge')
    .map(({ row }) => row.movedAt.getTime())
  const first = moments.reduce((a, b) => Math.min(a, b), Number.MAX_SAFE_INTEGER)
  const last = moments.reduce((a, b) => Math.max(a, b), 0)
  if (moments.length === 0) return { from: new Date(0), to: new Date(0) }
  const from = Math.floor(first / dayMs) * dayMs
  return { from: new Date(from), to: new Date((Math.floor(last / dayMs) + 1) * dayMs - 1) }
}

function unknownPaymentDifference({ row, line }: Row): PayoutDifference {
  const { id, paymentId, kind, grossMinor, currency } = row
  const reason = paymentId === null ? 'the line names no payment' : 'no purchase has this payment'
  return {
    lines: [line],
    about: paymentId ?? id,
    difference: `${minorText(grossMinor, decimalsOf(currency))} ${currency} ${kindWords[kind]}: ${reason}`,
  }
}

function otherKindDifference({ row, line }: Row): PayoutDifference {
  const { id, category, grossMinor, currency } = row
  const difference = `${minorText(grossMinor, decimalsOf(currency))} ${currency}: "${category}" is posted to no account`
  return { lines: [line], about: id, difference }
}

type PaymentDifference = Awaited<ReturnType<typeof findPaymentDifferences>>[number]

function purchaseDifference(sums: PaymentDifference, rows: readonly Row[]): PayoutDifference {
  const { tx_id, payment_id, kind, currency, ledger_minor, reported_minor, is_disputed } = sums
  const lines = rows
    .filter(({ row }) => row.paymentId === payment_id && row.kind === kind)
    .map(({ line }) => line)
  const figures =
    `${kindWords[kind]}: reports say ${minorText(reported_minor, decimalsOf(currency))} ${currency}, ` +
    `the ledger ${minorText(ledger_minor, decimalsOf(currency))} ${currency}`
  const openDispute =
    is_disputed && kind === 'dispute' ? '; the dispute is open, its loss not posted' : ''
  return { lines: lines.slice(0, linesMax), about: tx_id, difference: figures + openDispute }
}

function payoutDifferences(payout: Payouts[number], rows: readonly Row[]): PayoutDifference[] {
  const { payout_id, currency, paid_minor, lines_minor, is_told, has_lines } = payout
  if (!is_told || !has_lines || paid_minor === lines_minor) return []
  const lines = rows.filter(({ row }) => row.payoutId === payout_id).map(({ line }) => line)
  const difference =
    `${minorText(paid_minor, decimalsOf(currency))} ${currency} was paid out, ` +
    `and its lines come to ${minorText(lines_minor, decimalsOf(currency))} ${currency}`
  return [{ lines: lines.slice(0, linesMax), about: payout_id, difference }]
}
