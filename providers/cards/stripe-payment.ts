// Converts Stripe's payments, disputes and errors to the types of the port. It throws if Stripe does
// not know the outcome. Pure.
import Stripe from 'stripe'
import type {
  Authorisation,
  Dispute,
  PaidCard,
  PaymentStatus,
  RefundReport,
} from '#providers/cards/card-provider.ts'
import { isRefusal } from '#providers/cards/stripe-calls.ts'
import { declineSentence, processingError } from '#providers/cards/stripe-declines.ts'
import { OutcomeUnknown } from '#providers/with-timeout.ts'

/** Converts the status of an intent. Throws if Stripe does not know the outcome yet. */
export function statusOf(intent: Stripe.PaymentIntent): PaymentStatus {
  switch (intent.status) {
    case 'requires_payment_method':
      return intent.last_payment_error === null ? 'none' : 'declined'
    case 'requires_confirmation':
      return 'none'
    case 'requires_action':
      return 'action'
    case 'requires_capture':
      return 'authorised'
    case 'succeeded': {
      const charge = intent.latest_charge
      const isRefunded = typeof charge === 'object' && charge !== null && charge.refunded
      return isRefunded ? 'refunded' : 'captured'
    }
    case 'canceled':
      return 'voided'
    default:
      throw new OutcomeUnknown(`a payment is ${intent.status}`)
  }
}

/** Outcomes of disputes by Stripe's status. Null for an inquiry, in which no money is at stake yet. */
const disputeOutcomes: ReadonlyMap<string, Dispute['outcome'] | null> = new Map([
  ['warning_needs_response', null],
  ['warning_under_review', null],
  // No money is at stake after an inquiry has ended, or a dispute has become one again.
  ['warning_closed', 'won'],
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['appeal_needs_response', 'open'],
  ['appeal_under_review', 'open'],
  ['won', 'won'],
  ['prevented', 'won'],
  // The dispute ended with a refund, which is in the list of refunds.
  ['charge_refunded', 'won'],
  ['lost', 'lost'],
])

/** Converts a dispute. Returns null for an inquiry. Throws for an unknown status of Stripe. */
export function disputeOf(dispute: Stripe.Dispute): Dispute | null {
  const { id, amount, status } = dispute
  const outcome = disputeOutcomes.get(status)
  if (outcome === undefined) throw new OutcomeUnknown(`a dispute is ${status}`)
  if (outcome === null) return null
  if (outcome !== 'lost') return { id, amountMinor: amount, outcome }
  const lostMinor = lostAmountOf(dispute)
  const moved = movedAtOf(dispute)
  return lostMinor === 0
    ? { id, amountMinor: amount, outcome: 'won', ...moved }
    : { id, amountMinor: lostMinor, outcome, ...moved }
}

/** Returns the time of a dispute's last movement of money. Without a movement, the time of its opening. */
function movedAtOf({ created, balance_transactions: transactions = [] }: Stripe.Dispute) {
  const seconds = transactions.map((transaction) => transaction.created)
  const last = seconds.reduce((one, other) => Math.max(one, other ?? 0), 0) || created
  return last === undefined ? {} : { movedAt: new Date(last * 1_000) }
}

/** Returns the amount of a lost dispute, less the part that its bank reinstated. */
function lostAmountOf({ amount, balance_transactions: transactions = [] }: Stripe.Dispute): number {
  const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, each) => sum + each, 0)
  const amounts = transactions.map((transaction) => transaction.amount)
  const withdrawn = amounts.filter((each) => each < 0).map((each) => -each)
  const reinstated = sumOf(amounts.filter((each) => each > 0))
  if (withdrawn.length === 0 || reinstated <= 0) return amount
  // The movements are in the account's currency, which may differ from the payment's, so only their ratio
  // is used. A bank may withdraw the whole amount again after it has reinstated it.
  const share = (sumOf(withdrawn) - reinstated) / Math.max(...withdrawn)
  return Math.round(amount * Math.min(1, Math.max(0, share)))
}

const refundStatuses: ReadonlyMap<string | null, RefundReport['status']> = new Map([
  ['pending', 'pending'],
  ['requires_action', 'pending'],
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
])

/** Converts a refund. Throws for an unknown status of Stripe. */
export function refundOf({ id, amount, status, metadata, created }: Stripe.Refund): RefundReport {
  const refundStatus = refundStatuses.get(status)
  if (refundStatus === undefined) throw new OutcomeUnknown(`a refund is ${status}`)
  const stepKey = metadata?.step_key ?? null
  return {
    id,
    stepKey,
    status: refundStatus,
    amountMinor: amount,
    createdAt: new Date(created * 1_000),
  }
}

/** Returns the id of a payment's charge, if it has one yet, and its card, if the charge was expanded. */
export function chargeOf({ latest_charge: charge }: Stripe.PaymentIntent) {
  const chargeId = typeof charge === 'object' ? charge?.id : charge
  const card = typeof charge === 'object' ? paidCardOf(charge) : null
  return {
    ...(chargeId === undefined ? {} : { chargeId }),
    ...(card === null ? {} : { card }),
  }
}

/** Returns the card of a charge. A wallet of a phone or browser contains a card too. */
export function paidCardOf(charge: Stripe.Charge | null): PaidCard | null {
  const { brand, last4, country } = charge?.payment_method_details?.card ?? {}
  return brand && last4 ? { brand, lastFour: last4, country: country || null } : null
}

export function authorisationOf(intent: Stripe.PaymentIntent): Authorisation {
  const { id: paymentId, client_secret, last_payment_error } = intent
  const status = statusOf(intent)
  switch (status) {
    case 'authorised':
    case 'captured':
      return { status: 'authorised', paymentId, ...chargeOf(intent) }
    case 'action': {
      const action = { type: 'three_d_secure', client_secret: client_secret ?? '' }
      return { status, paymentId, action }
    }
    case 'none':
      throw new OutcomeUnknown('a card was not tried')
    default:
      return { status: 'declined', sentence: declineSentence(last_payment_error ?? {}) }
  }
}

/** Converts a final error to a refusal; returns null if the outcome is unknown. */
export function refusalOf(error: unknown): Authorisation | null {
  const { StripeCardError, StripeAuthenticationError, StripePermissionError } = Stripe.errors
  if (error instanceof StripeCardError) {
    const sentence = declineSentence(error)
    return error.code === 'authentication_required'
      ? { status: 'declined', sentence, isCardholderNeeded: true }
      : { status: 'declined', sentence }
  }
  if (isRefusal(error)) {
    if (error.param === 'payment_method') return { status: 'bad_token' }
    return { status: 'declined', sentence: processingError }
  }
  const isAccountFault =
    error instanceof StripeAuthenticationError || error instanceof StripePermissionError
  return isAccountFault ? { status: 'declined', sentence: processingError } : null
}
