// Tests the meaning of Stripe's words for payments, disputes and refusals.
import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { declineSentence } from './stripe-declines.ts'
import {
  authorisationOf,
  chargeOf,
  disputeOf,
  paidCardOf,
  refundOf,
  refusalOf,
  statusOf,
} from './stripe-payment.ts'

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

describe('the time of a lost dispute', () => {
  const lost = { id: 'dp_1', amount: 60, status: 'lost', created: 100 }
  const movedAt = (more: object) => disputeOf(answered({ ...lost, ...more }))

  it('is that of its last movement of money, else of its opening', () => {
    const moves = [110, 130, 120].map((created) => ({ amount: -60, created }))
    const outcome = { id: 'dp_1', amountMinor: 60, outcome: 'lost' }
    expect(movedAt({ balance_transactions: moves })).toEqual({
      ...{ ...outcome, movedAt: new Date(130_000) },
    })
    expect(movedAt({})).toEqual({ ...outcome, movedAt: new Date(100_000) })
    const back = [
      { amount: -60, created: 110 },
      { amount: 60, created: 140 },
    ]
    expect(movedAt({ balance_transactions: back })).toEqual({
      ...{ id: 'dp_1', amountMinor: 60, outcome: 'won', movedAt: new Date(140_000) },
    })
  })
})

describe('a refund', () => {
  const refund = { id: 're_1', amount: 60, created: 100, metadata: { step_key: 's' } }

  it.each([
    ['pending', 'pending'],
    ['requires_action', 'pending'],
    ['succeeded', 'succeeded'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ])('that is %s is %s', (status, known) => {
    expect(refundOf(answered({ ...refund, status }))).toEqual({
      ...{ id: 're_1', stepKey: 's', status: known, amountMinor: 60 },
      createdAt: new Date(100_000),
    })
  })

  it('from Stripe’s page has no step, and one of a new word is unknown', () => {
    const status = 'succeeded'
    for (const metadata of [null, {}]) {
      expect(refundOf(answered({ ...refund, status, metadata })).stepKey).toBeNull()
    }
    expect(() => refundOf(answered({ ...refund, status: 'odd' }))).toThrow('a refund is odd')
  })
})

describe('the charge of a payment', () => {
  const card = { brand: 'visa', last4: '4242', country: 'FR' }
  const charge = { id: 'ch_1', payment_method_details: { card } }
  const paid = { brand: 'visa', lastFour: '4242', country: 'FR' }

  it.each([
    [null, {}],
    ['ch_1', { chargeId: 'ch_1' }],
    [charge, { chargeId: 'ch_1', card: paid }],
    [{ id: 'ch_2' }, { chargeId: 'ch_2' }],
  ])('of %j is %j', (latest_charge, known) => {
    expect(chargeOf(answered({ latest_charge }))).toEqual(known)
  })

  it.each([
    [card, paid],
    [
      { ...card, country: '' },
      { ...paid, country: null },
    ],
    [
      { ...card, country: null },
      { ...paid, country: null },
    ],
    [{ ...card, brand: null }, null],
    [{ ...card, last4: null }, null],
  ])('with the card %j has %j', (of, known) => {
    expect(paidCardOf(answered({ payment_method_details: { card: of } }))).toEqual(known)
  })

  it('is in the answer of an authorised and of a captured payment', () => {
    for (const status of ['requires_capture', 'succeeded']) {
      const intent = { id: 'pi_1', status, latest_charge: { ...charge, refunded: false } }
      expect(authorisationOf(answered(intent))).toEqual({
        ...{ status: 'authorised', paymentId: 'pi_1', chargeId: 'ch_1', card: paid },
      })
    }
  })
})

it('a payment that asks for its owner has the secret of the question', () => {
  const asking = { id: 'pi_1', status: 'requires_action', client_secret: 'secret' }
  expect(authorisationOf(answered(asking))).toEqual({
    status: 'action',
    paymentId: 'pi_1',
    action: { type: 'three_d_secure', client_secret: 'secret' },
  })
})

it('a payment whose card was not tried has an unknown outcome, and a refused one its sentence', () => {
  const failed = { id: 'pi_1', status: 'requires_payment_method' }
  expect(() => authorisationOf(answered({ ...failed, last_payment_error: null }))).toThrow(
    'a card was not tried',
  )
  const last_payment_error = { code: 'expired_card' }
  expect(authorisationOf(answered({ ...failed, last_payment_error }))).toEqual({
    ...{ status: 'declined', sentence: 'Your card has expired.' },
  })
  expect(authorisationOf(answered({ id: 'pi_1', status: 'canceled' }))).toEqual({
    ...{ status: 'declined', sentence: 'Your card was declined.' },
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
    ['insufficient_funds', 'Your card has insufficient funds.'],
    ['withdrawal_count_limit_exceeded', 'Your card has reached its limit.'],
    ['card_velocity_exceeded', 'Your card has reached its limit.'],
    ['expired_card', 'Your card has expired.'],
    ['invalid_expiry_month', "Your card's expiry is incorrect."],
    ['invalid_expiry_year', "Your card's expiry is incorrect."],
    ['incorrect_cvc', "Your card's CVV is incorrect."],
    ['invalid_cvc', "Your card's CVV is incorrect."],
    ['incorrect_number', "Your card's number is incorrect."],
    ['invalid_number', "Your card's number is incorrect."],
    ['card_not_supported', 'Your card does not support this kind of purchase.'],
    ['currency_not_supported', 'Your card does not support this currency.'],
    ['payment_intent_authentication_failure', 'Your bank declined the payment.'],
    ['processing_error', failure],
    ['issuer_not_available', failure],
    ['reenter_transaction', failure],
    ['lost_card', 'Your card was declined.'],
  ])('for %s is: %s', (code, sentence) => {
    expect(declineSentence({ code })).toBe(sentence)
    expect(declineSentence({ code: 'card_declined', decline_code: code })).toBe(sentence)
  })

  it('by the bank that needs the owner says so; one of the card itself names a bad token', () => {
    const { StripeCardError, StripeInvalidRequestError } = Stripe.errors
    const needsOwner = { type: 'card_error', code: 'authentication_required' } as const
    expect(refusalOf(new StripeCardError(answered(needsOwner)))).toEqual({
      ...{ status: 'declined', sentence: declineSentence(needsOwner), isCardholderNeeded: true },
    })
    const expired = { type: 'card_error', code: 'expired_card' } as const
    expect(refusalOf(new StripeCardError(answered(expired)))).toEqual({
      ...{ status: 'declined', sentence: 'Your card has expired.' },
    })
    const invalid = (param: string) =>
      refusalOf(
        new StripeInvalidRequestError(
          answered({ type: 'invalid_request_error', param, statusCode: 400 }),
        ),
      )
    expect([invalid('payment_method'), invalid('amount')]).toEqual([
      { status: 'bad_token' },
      { status: 'declined', sentence: failure },
    ])
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
