// Tests the meaning of Stripe's words for payments, disputes and refusals.
import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { declineSentence } from './stripe-declines.ts'
import { disputeOf, refusalOf, statusOf } from './stripe-payment.ts'

/** As the API answers: words that its library does not know too. */
const answered = (fields: object) => JSON.parse(JSON.stringify(fields))

describe('a payment', () => {
  it.each([
    ['requires_payment_method', null, 'none'],
    ['requires_payment_method', { code: 'card_declined' }, 'declined'],
    ['requires_confirmation', null, 'none'],
    ['requires_action', null, 'action'],
    ['requires_capture', null, 'authorised'],
    ['succeeded', null, 'captured'],
    ['canceled', null, 'voided'],
  ])('that %s after %j is %s', (status, last_payment_error, known) => {
    expect(statusOf(answered({ status, last_payment_error, latest_charge: null }))).toBe(known)
  })

  it('with a refunded charge is refunded; one that Stripe works on is unknown', () => {
    const back = { status: 'succeeded', latest_charge: { refunded: true } }
    expect(statusOf(answered(back))).toBe('refunded')
    expect(() => statusOf(answered({ status: 'processing' }))).toThrow('a payment is processing')
  })
})

describe('a dispute', () => {
  it.each([
    ['needs_response', 'open'],
    ['under_review', 'open'],
    ['appeal_needs_response', 'open'],
    ['appeal_under_review', 'open'],
    ['won', 'won'],
    ['prevented', 'won'],
    ['charge_refunded', 'won'],
    ['warning_closed', 'won'],
    ['lost', 'lost'],
  ])('that is %s is %s', (status, outcome) => {
    const told = { id: 'dp_1', amountMinor: 60, outcome }
    expect(disputeOf(answered({ id: 'dp_1', amount: 60, status }))).toEqual(told)
  })

  it.each([
    [[-60], 60, 'lost'],
    [[-60, 60], 60, 'won'],
    [[-60, 15], 45, 'lost'],
    [[-60, 60, -60], 60, 'lost'],
    [[-60, 60, -61, 61], 60, 'won'],
    [[-60, 60, -62], 60, 'lost'],
    [[60], 60, 'lost'],
    [[], 60, 'lost'],
  ] as const)(
    'that is lost, with money moved by %j, costs %d: %s',
    (moves, amountMinor, outcome) => {
      const balance_transactions = moves.map((amount) => ({ amount }))
      const lost = answered({ id: 'dp_1', amount: 60, status: 'lost', balance_transactions })
      expect(disputeOf(lost)).toEqual({ id: 'dp_1', amountMinor, outcome })
    },
  )

  it('is none while a bank only inquires, and unknown for new words', () => {
    for (const status of ['warning_needs_response', 'warning_under_review']) {
      expect(disputeOf(answered({ id: 'dp_1', amount: 60, status }))).toBeNull()
    }
    expect(() => disputeOf(answered({ id: 'dp_1', amount: 60, status: 'odd' }))).toThrow('is odd')
  })
})

describe('a refusal', () => {
  const failure = 'An error occurred while processing your card. Please try again.'

  it('shows the bank’s reason, else Stripe’s, else a general one', () => {
    const reasons = [
      { code: 'card_declined', decline_code: 'insufficient_funds' },
      { code: 'expired_card', decline_code: 'insufficient_funds' },
      { code: 'expired_card', decline_code: 'do_not_honor' },
      { code: 'card_declined', decline_code: 'stolen_card' },
      {},
    ]
    expect(reasons.map(declineSentence)).toEqual([
      'Your card has insufficient funds.',
      'Your card has insufficient funds.',
      'Your card has expired.',
      'Your card was declined.',
      'Your card was declined.',
    ])
  })

  it.each([
    ['incorrect_number', /number/],
    ['invalid_number', /number/],
    ['incorrect_cvc', /CVV/],
    ['invalid_cvc', /CVV/],
    ['invalid_expiry_month', /expiry/],
    ['invalid_expiry_year', /expiry/],
    ['expired_card', /expired/],
    ['withdrawal_count_limit_exceeded', /limit/],
    ['card_velocity_exceeded', /limit/],
    ['currency_not_supported', /currency/],
    ['payment_intent_authentication_failure', /bank/],
    ['issuer_not_available', /try again/],
  ])('names for %s the field to check: %s', (code, words) => {
    expect(declineSentence({ code })).toMatch(words)
  })

  it('of our own key or account ends the attempt; a temporary one leaves it open', () => {
    const { StripeAuthenticationError, StripePermissionError, StripeAPIError } = Stripe.errors
    const raw = { type: 'invalid_request_error', message: 'no' } as const
    for (const error of [new StripeAuthenticationError(raw), new StripePermissionError(raw)]) {
      expect(refusalOf(error)).toEqual({ status: 'declined', sentence: failure })
    }
    expect(refusalOf(new StripeAPIError({ type: 'api_error' }))).toBeNull()
    expect(refusalOf(new TypeError('fetch failed'))).toBeNull()
  })
})
