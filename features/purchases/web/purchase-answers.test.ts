// Tests the meaning of the server's answers for a purchase: only final ones end the retries.
import { describe, expect, it } from 'vitest'
import { ApiError, BadAnswerError } from '#web/api/api.ts'
import {
  completeProblem,
  isInProgressError,
  readReserved,
  releaseOf,
  reserveProblem,
  secondsToRetry,
} from './purchase-requests.ts'

function refusal(status: number, body: Record<string, unknown>, retryAfter?: string): ApiError {
  const headers = retryAfter ? { 'retry-after': retryAfter } : {}
  return new ApiError(new Response(null, { status, headers }), body)
}

describe('an unknown outcome', () => {
  it.each([
    ['nothing was reached', new TypeError('Failed to fetch'), [0.5, 1, 2, 4, 8, 8]],
    ['a gateway gave up', refusal(504, {}), [0.5, 1, 2, 4, 8]],
    ['a gateway had no answer', refusal(502, {}), [0.5, 1, 2, 4, 8]],
    ['the payment is unknown', refusal(503, { code: 'payment_unknown' }, '2'), [2, 2, 2, 2, 2, 2]],
    ['the first call still runs', refusal(409, { code: 'in_progress' }, '1'), [1, 1, 1]],
  ])('is asked again: %s', (_name, error, waits) => {
    expect(waits.map((_, turn) => secondsToRetry(error, turn))).toEqual(waits)
  })

  it.each([
    ['an error of the server itself', refusal(500, {})],
    ['an answer that is no JSON', new BadAnswerError(false)],
  ])('of %s is asked about a few times, then shown', (_name, error) => {
    const waits = [0, 1, 2, 3].map((turn) => secondsToRetry(error, turn))
    expect(waits).toEqual([0.5, 1, 2, undefined])
  })

  it.each([
    ['a declined card', refusal(402, { code: 'card_declined' })],
    ['a changed price', refusal(409, { code: 'quote_changed' })],
    ['too many requests', refusal(429, { code: 'rate_limited' }, '60')],
    ['an answer without an id', new BadAnswerError(true)],
  ])('is not %s', (_name, error) => expect(secondsToRetry(error, 0)).toBeUndefined())

  it('is under way where the server says so, and is asked about as long as it takes', () => {
    const codes = ['payment_unknown', 'in_progress', 'unavailable']
    expect(codes.map((code) => isInProgressError(refusal(503, { code })))).toEqual([
      true,
      true,
      false,
    ])
    expect(isInProgressError(new TypeError('Failed to fetch'))).toBe(false)
  })
})

it('only a completed purchase cannot be cancelled', () => {
  const completed = refusal(409, { code: 'purchase_completed', status: 'COMPLETED' })
  expect(releaseOf(completed)).toBe('completed')
  expect(releaseOf(refusal(409, { code: 'purchase_failed', status: 'FAILED' }))).toBe('kept')
  expect(releaseOf(new TypeError('Failed to fetch'))).toBe('kept')
})

describe('a refusal to reserve', () => {
  it.each([
    ['invalid_selection', 'quantity'],
    ['insufficient_stock', 'quantity'],
    ['not_offered', 'quantity'],
    ['card_minimum', 'quantity'],
    ['card_declined', 'card'],
    ['card_details_required', 'card'],
    ['card_refused', 'card'],
    ['invalid_recipient', 'recipient'],
    ['note_too_long', 'note'],
    ['invalid_from_name', 'giver'],
    ['invalid_delivery_day', 'day'],
    ['quote_changed', 'form'],
    ['too_many_reservations', 'form'],
  ])('%s is shown at %s', (code, at) => {
    const problem = reserveProblem(refusal(409, { code, error: 'A sentence.' }))
    expect(problem).toMatchObject({ at, code, text: 'A sentence.' })
  })

  it('contains the new figures and the kilograms left', () => {
    const quote = {
      price_per_kg: 0.02,
      currency: 'GBP',
      rate: 1,
      total: 1,
      wallet_used: 0,
      card_needed: 1,
    }
    expect(reserveProblem(refusal(409, { code: 'quote_changed', quote })).quote).toEqual(quote)
    const stock = refusal(409, { code: 'insufficient_stock', kg_available: 40 })
    expect(reserveProblem(stock).leftKg).toBe(40)
  })

  it('an answer without an id has a text of its own', () => {
    expect(reserveProblem(new BadAnswerError(true))).toMatchObject({ at: 'form', code: 'no_id' })
  })

  it.each([
    ['nothing was reached', new TypeError('Failed to fetch'), 'failed', 'no_answer'],
    ['a gateway answered', refusal(502, {}), 'unknown', 'no_answer'],
    ['the server itself failed', refusal(500, {}), 'unknown', 'no_answer'],
    ['the answer was cut off', new BadAnswerError(false), 'failed', 'no_answer'],
    ['the card was declined', refusal(402, { code: 'card_declined' }), 'card_declined', undefined],
  ])('shows whether the order may have been reserved: %s', (_name, error, code, hint) => {
    expect(reserveProblem(error)).toMatchObject({ code, hint })
  })
})

describe('an accepted reservation', () => {
  const answer = {
    txId: 'CP-1',
    expires_at: '2026-11-21T10:00:00.000Z',
    total: 2,
    currency: 'GBP',
    wallet_used: 1.25,
    card_used: 0.75,
  }

  it('is an object or the first element of an array', () => {
    expect(readReserved(answer)).toEqual({
      ...{ txId: 'CP-1', expiresAt: answer.expires_at, total: 2, currency: 'GBP' },
      ...{ walletUsed: 1.25, cardUsed: 0.75, clientSecret: null },
    })
    expect(readReserved([answer])).toEqual(readReserved(answer))
  })

  it('contains the bank’s handle where the bank asks', () => {
    const card_action = { type: '3ds', client_secret: 'secret' }
    expect(readReserved({ ...answer, card_action }).clientSecret).toBe('secret')
  })
})

describe('a refusal to complete', () => {
  it.each([
    [410, { code: 'purchase_expired', status: 'EXPIRED' }, true, 'form'],
    [402, { code: 'card_declined', status: 'FAILED' }, true, 'form'],
    [402, { code: 'card_declined' }, true, 'form'],
    [409, { code: 'purchase_failed', status: 'FAILED' }, true, 'form'],
    [409, { code: 'card_action_required' }, false, 'bank'],
    [404, { code: 'purchase_not_found' }, false, 'form'],
  ])('%i %j ends it: %s, shown at %s', (status, body, hasEnded, at) => {
    expect(completeProblem(refusal(status, { ...body, error: 'A sentence.' }))).toMatchObject({
      hasEnded,
      problem: { at },
    })
  })

  it('is shown as a failed verification with its reason', () => {
    expect(completeProblem(refusal(404, {})).problem).toEqual({
      at: 'form',
      code: 'verification_failed',
    })
    const declined = refusal(402, { code: 'card_declined', error: 'Declined.', status: 'FAILED' })
    expect(completeProblem(declined).problem).toMatchObject({
      code: 'verification_failed',
      field: 'card',
      reason: { code: 'card_declined', text: 'Declined.' },
    })
  })
})
