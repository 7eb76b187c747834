// Formats the card provider's report about a purchase's payment: disputes, fraud warnings and ids.
import type { inspectPurchase } from '#features/purchases/inspect/inspect-purchase.ts'
import type { listPurchases } from '#features/purchases/inspect/list-purchases.ts'

type Inspected = NonNullable<Awaited<ReturnType<typeof inspectPurchase>>>
type Listed = Awaited<ReturnType<typeof listPurchases>>[number]

/**
 * Returns the line with the provider's status of the payment. If the provider did not answer, the line says
 * so, with the cause.
 */
export function providerLine({
  status,
  payment_id,
  reason,
}: NonNullable<Inspected['provider']>): string {
  const payment = payment_id ?? 'no payment'
  const cause = reason === null ? '' : `: ${reason}`
  return status === 'no answer'
    ? `the card provider does not answer now (${payment})${cause}`
    : `the card provider says: ${status} (${payment})`
}

export function reportedLines({
  disputes,
  fraud_warnings,
  card_references,
}: Pick<Inspected, 'disputes' | 'fraud_warnings' | 'card_references'>): string[] {
  return [
    ...card_references.map(({ kind, id }) => `${kind} ${id}`),
    ...disputes.map(
      ({ id, status, outcome, reason, amount, currency, opened_at, due_at, closed_at }) =>
        `dispute ${id}: ${status}${reason === null ? '' : `, ${reason}`}, ` +
        `${amount.toFixed(2)} ${currency}, opened ${opened_at.toISOString()}` +
        `${due_at === null ? '' : `, evidence due ${due_at.toISOString()}`}` +
        `${closed_at === null ? '' : `, ${outcome} ${closed_at.toISOString()}`}`,
    ),
    ...fraud_warnings.map(
      ({ id, kind, warned_at }) => `fraud warning ${id}: ${kind}, ${warned_at.toISOString()}`,
    ),
  ]
}

/** Returns the end of a purchase's line in a list; empty without a report. */
export function reportedText({
  dispute,
  fraud_warned_at,
}: Pick<Listed, 'dispute' | 'fraud_warned_at'>): string {
  const due = dispute?.due_at ? `, evidence due ${dispute.due_at}` : ''
  const disputed =
    dispute === null
      ? ''
      : dispute.outcome === 'open'
        ? `, dispute ${dispute.status}${due}`
        : `, dispute ${dispute.outcome}`
  return disputed + (fraud_warned_at === null ? '' : `, fraud warning ${fraud_warned_at}`)
}
