// What Stripe says of a payment, in the port's words. Pure; where Stripe does not know, it throws
// rather than guess.
import Stripe from 'stripe'
import type { Authorisation, Dispute, PaymentStatus } from '#providers/cards/card-provider.ts'
import { isRefusal } from '#providers/cards/stripe-calls.ts'
import { declineSentence, processingError } from '#providers/cards/stripe-declines.ts'
import { OutcomeUnknown } from '#providers/with-timeout.ts'

/** Throws where Stripe itself does not know yet. */
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

/** Null for a mere inquiry: a bank asks, and no money is at stake yet. */
const disputeOutcomes: ReadonlyMap<string, Dispute['outcome'] | null> = new Map([
  ['warning_needs_response', null],
  ['warning_under_review', null],
  ['warning_closed', null],
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['appeal_needs_response', 'open'],
  ['appeal_under_review', 'open'],
  ['won', 'won'],
  ['prevented', 'won'],
  // It ended with a refund, which is told as one.
  ['charge_refunded', 'won'],
  ['lost', 'lost'],
])

/** Throws for a word of Stripe's that nobody knows. */
export function disputeOf({ id, amount, status }: Stripe.Dispute): Dispute | null {
  const outcome = disputeOutcomes.get(status)
  if (outcome === undefined) throw new OutcomeUnknown(`a dispute is ${status}`)
  return outcome === null ? null : { id, amountMinor: amount, outcome }
}

/** The charge of a payment, where it has one by now. */
export function chargeIdOf({ latest_charge: charge }: Stripe.PaymentIntent) {
  const chargeId = typeof charge === 'object' ? charge?.id : charge
  return chargeId === undefined ? {} : { chargeId }
}

export function authorisationOf(intent: Stripe.PaymentIntent): Authorisation {
  const { id: paymentId, client_secret, last_payment_error } = intent
  const status = statusOf(intent)
  switch (status) {
    case 'authorised':
    case 'captured':
      return { status: 'authorised', paymentId, ...chargeIdOf(intent) }
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

/** What a final no means for the person, or null where the outcome is not known. */
export function refusalOf(error: unknown): Authorisation | null {
  const { StripeCardError, StripeAuthenticationError, StripePermissionError } = Stripe.errors
  if (error instanceof StripeCardError) {
    return { status: 'declined', sentence: declineSentence(error) }
  }
  if (isRefusal(error)) {
    if (error.param === 'payment_method') return { status: 'bad_token' }
    return { status: 'declined', sentence: processingError }
  }
  const isOurs =
    error instanceof StripeAuthenticationError || error instanceof StripePermissionError
  return isOurs ? { status: 'declined', sentence: processingError } : null
}
