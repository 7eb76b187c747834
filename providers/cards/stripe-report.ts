// Reads Stripe's itemised reports (balance change from activity, payout reconciliation, payouts) as
// movements of our balance at Stripe. Columns have Stripe's names; unknown columns are ignored.
import { z } from 'zod'
import {
  optionalColumn,
  required,
  textUpTo,
} from '#providers/registries/projects/registry-fields.ts'
import { readCsvRows } from '#providers/registries/tables/csv-rows.ts'
import type { FileSource } from '#providers/registries/tables/file-source.ts'
import { decimalsOf } from '#values/money/currencies.ts'

export const lineKinds = ['charge', 'refund', 'dispute', 'fee', 'payout', 'other'] as const
export type LineKind = (typeof lineKinds)[number]

/**
 * Kinds of lines by Stripe's reporting category (https://docs.stripe.com/reports/reporting-categories);
 * any other category is `other`.
 */
const kindByCategory: ReadonlyMap<string, LineKind> = new Map([
  ['charge', 'charge'],
  ['charge_failure', 'charge'],
  ['refund', 'refund'],
  ['refund_failure', 'refund'],
  ['partial_capture_reversal', 'refund'],
  ['dispute', 'dispute'],
  ['dispute_reversal', 'dispute'],
  ['fee', 'fee'],
  ['network_cost', 'fee'],
  ['tax', 'fee'],
  ['payout', 'payout'],
  ['payout_reversal', 'payout'],
  ['topup', 'payout'],
  ['topup_reversal', 'payout'],
])

/**
 * An amount in major units of a currency, without a plus sign. No currency has more than three
 * decimals.
 */
const amountText = z
  .string()
  .regex(/^[-+]?\d{1,12}(\.\d{1,3})?$/, 'is no amount')
  .transform((text) => text.replace(/^\+/, ''))
const amount = required.pipe(amountText)
const optionalAmount = optionalColumn.pipe(amountText.nullable())

/**
 * Returns the amount in minor units, read from the text without rounding; null if it has more decimals
 * than the currency. Trailing zeros are ignored.
 */
function minorOf(text: string, currency: string): number | null {
  const decimals = decimalsOf(currency)
  const [units = '', fraction = ''] = text.replace(/^-/, '').split('.')
  if (/[1-9]/.test(fraction.slice(decimals))) return null
  const minor = Number(units + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return text.startsWith('-') && minor > 0 ? -minor : minor
}

const codeText = z
  .string()
  .regex(/^[a-zA-Z]{3}$/, 'is no currency code')
  .transform((text) => text.toUpperCase())
const optionalCode = optionalColumn.pipe(codeText.nullable())

const row = z
  .object({
    balance_transaction_id: required.pipe(textUpTo(200)),
    reporting_category: required.pipe(textUpTo(100)),
    created: optionalColumn,
    created_utc: optionalColumn,
    effective_at: optionalColumn,
    effective_at_utc: optionalColumn,
    currency: required.pipe(codeText),
    gross: amount,
    fee: amount,
    net: amount,
    customer_facing_amount: optionalAmount,
    customer_facing_currency: optionalCode,
    source_id: optionalColumn,
    payment_intent_id: optionalColumn,
    payout_id: optionalColumn,
    automatic_payout_id: optionalColumn,
  })
  .transform((line, context) => {
    const { currency, customer_facing_currency: customerCurrency } = line
    const paidCurrency = customerCurrency ?? currency
    const [gross, fee, net] = [line.gross, line.fee, line.net].map((text) =>
      minorOf(text, currency),
    )
    const paid = minorOf(line.customer_facing_amount ?? line.gross, paidCurrency)
    if (gross == null || fee == null || net == null || paid === null) {
      context.addIssue(`gross, fee or net: has more decimals than ${currency} or ${paidCurrency}`)
      return z.NEVER
    }
    if (gross - fee !== net) context.addIssue('net: is not gross less fee')
    const [text = null] = [
      line.created_utc,
      line.created,
      line.effective_at_utc,
      line.effective_at,
    ].filter((each) => each !== null)
    const movedAt = text === null ? null : timeOf(text)
    if (movedAt === null) {
      context.addIssue('created: is no moment such as 2026-04-13 09:30:00')
      return z.NEVER
    }
    const { reporting_category: category } = line
    const kind = kindByCategory.get(category) ?? 'other'
    const ownPayout = kind === 'payout' ? (line.payout_id ?? line.source_id) : null
    return {
      id: line.balance_transaction_id,
      kind,
      category,
      movedAt,
      currency,
      /** The change of our balance at Stripe before the fee; negative for a withdrawal. */
      grossMinor: gross,
      feeMinor: fee,
      /** Currency and amount that the customer paid. */
      paidCurrency,
      paidMinor: customerCurrency === null ? gross : Math.sign(gross) * Math.abs(paid),
      /** The id of the payment at the provider, for a line about a payment. */
      paymentId: line.payment_intent_id,
      /** The payout that contains the line; for a line about a payout, its own id. */
      payoutId: ownPayout ?? line.automatic_payout_id,
    }
  })
export type ReportLine = z.output<typeof row>

export function readStripeReport(source: FileSource) {
  return readCsvRows(source, row)
}

/** Reads a time. Reports are in UTC unless another time zone was requested; `created_utc` always is. */
function timeOf(text: string): Date | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?))?(?:Z|\.\d+Z?)?$/.exec(text)
  if (match === null) return null
  const [, day, time = '00:00:00'] = match
  const moment = new Date(`${day}T${time}Z`)
  const isReal = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(`${day}`)
  return isReal ? moment : null
}
