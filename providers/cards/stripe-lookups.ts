// Reads a payment at Stripe for support: its ids, card, disputes and fraud warnings, and the
// payment that any Stripe id belongs to.
import Stripe from 'stripe'
import type {
  DisputeReport,
  FraudWarning,
  NamedPayment,
  PaymentReport,
} from '#providers/cards/card-provider.ts'
import type { Ask } from '#providers/cards/stripe-calls.ts'
import { readIntent } from '#providers/cards/stripe-intent.ts'
import { paidCardOf } from '#providers/cards/stripe-payment.ts'

/** Maximum number of disputes, refunds and warnings that are read for one payment. */
const listMax = 100

export async function readReport(stripe: Stripe, ask: Ask, id: string): Promise<PaymentReport> {
  const params = { payment_intent: id, limit: listMax }
  const [intent, disputes, refunds, warnings] = await Promise.all([
    orNull(readIntent(stripe, ask, id)),
    ask((options) => stripe.disputes.list(params, options)),
    orNull(ask((options) => stripe.refunds.list(params, options))),
    orNull(ask((options) => stripe.radar.earlyFraudWarnings.list(params, options))),
  ])
  const charge = intent?.latest_charge ?? null
  const refundList = refunds?.data ?? []
  const warningList = warnings?.data ?? []
  const charges = [
    charge,
    ...[...disputes.data, ...refundList, ...warningList].map((each) => each.charge),
  ]
  return {
    chargeIds: [...new Set(charges.flatMap((each) => idOf(each) ?? []))],
    refundIds: refundList.map((refund) => refund.id),
    disputes: disputes.data.map(disputeReportOf),
    fraudWarnings: warningList.map(warningOf),
    card: typeof charge === 'object' ? paidCardOf(charge) : null,
  }
}

/**
 * Returns the result of a call, or null if its id is unknown or this key may not make it. A failed call
 * then does not hide the results of others.
 */
async function orNull<Result>(call: Promise<Result>): Promise<Result | null> {
  try {
    return await call
  } catch (error) {
    if (isFinal(error)) return null
    throw error
  }
}

/** Returns true if a retry would fail as well. Busy calls and keys in use may succeed later. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false
  return [400, 403, 404].includes(error.statusCode ?? 0)
}

const outcomes: ReadonlyMap<string, DisputeReport['outcome']> = new Map([
  ['warning_closed', 'closed'],
  ['won', 'won'],
  ['prevented', 'won'],
  // The dispute ended with a refund, which is in the list of refunds.
  ['charge_refunded', 'won'],
  ['lost', 'lost'],
])

function disputeReportOf(dispute: Stripe.Dispute): DisputeReport {
  const { id, status, reason, amount, currency, created, evidence_details } = dispute
  const dueBy = evidence_details?.due_by ?? 0
  return {
    id,
    status,
    outcome: outcomes.get(status) ?? 'open',
    reason: reason || null,
    amountMinor: amount,
    currency: currency.toUpperCase(),
    openedAt: dateOf(created),
    dueAt: status.endsWith('needs_response') && dueBy > 0 ? dateOf(dueBy) : null,
  }
}

function warningOf({ id, fraud_type, created }: Stripe.Radar.EarlyFraudWarning): FraudWarning {
  return { id, kind: fraud_type, warnedAt: dateOf(created) }
}

const dateOf = (seconds: number) => new Date(seconds * 1_000)

type Reference = string | { readonly id: string } | null | undefined

function idOf(reference: Reference): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}

export async function findNamed(
  stripe: Stripe,
  ask: Ask,
  id: string,
): Promise<NamedPayment | null> {
  // Returns null for an id that Stripe does not know, or that this key may not read.
  const paymentId = await orNull(paymentOf(stripe, ask, id))
  const intent = paymentId === null ? null : await orNull(readIntent(stripe, ask, paymentId))
  return intent && { paymentId: intent.id, stepKey: intent.metadata?.step_key ?? null }
}

/** Finds the payment of an id, whose prefix names the kind of its object. */
async function paymentOf(stripe: Stripe, ask: Ask, id: string): Promise<string | null> {
  const [prefix] = id.split('_', 1)
  switch (prefix) {
    case 'pi':
      return id
    case 'ch':
    case 'py':
      return idOf((await ask((options) => stripe.charges.retrieve(id, {}, options))).payment_intent)
    case 're':
    case 'pyr':
      return paymentOfChild(
        stripe,
        ask,
        await ask((options) => stripe.refunds.retrieve(id, {}, options)),
      )
    case 'dp':
    case 'du':
      return paymentOfChild(
        stripe,
        ask,
        await ask((options) => stripe.disputes.retrieve(id, {}, options)),
      )
    case 'issfr': {
      const { earlyFraudWarnings } = stripe.radar
      return paymentOfChild(
        stripe,
        ask,
        await ask((options) => earlyFraudWarnings.retrieve(id, {}, options)),
      )
    }
    default:
      return null
  }
}

type PaymentChild = { readonly payment_intent?: Reference; readonly charge: Reference }

/** Returns the payment that an object names, or the payment of its charge. */
async function paymentOfChild(
  stripe: Stripe,
  ask: Ask,
  child: PaymentChild,
): Promise<string | null> {
  const paymentId = idOf(child.payment_intent)
  const chargeId = idOf(child.charge)
  if (paymentId !== null || chargeId === null) return paymentId
  return paymentOf(stripe, ask, chargeId)
}
