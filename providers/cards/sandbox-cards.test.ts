// Tests which card details the sandbox accepts, and the outcome of each test card.
import { describe, expect, it } from 'vitest'
import { behaviourOf, type CardDetails } from '#providers/cards/sandbox-cards.ts'

const today = new Date('2026-11-30T23:59:59Z')
const card = { number: '4242 4242-4242 4242', expMonth: 12, expYear: 2030, cvc: '123' }
/** The outcome, or the refused field. */
function does(change: Partial<CardDetails> = {}) {
  const outcome = behaviourOf({ ...card, ...change }, today)
  return typeof outcome === 'string' ? outcome : outcome.field
}

describe('a card of the sandbox', () => {
  it.each([
    ['4242424242424242', 'pays'],
    ['5555555555554444', 'pays'],
    ['4000000000000002', 'declined'],
    ['4000000000009995', 'lacks_funds'],
    ['4000000000000119', 'errs'],
    ['4000002500003155', 'asks'],
    ['4242424242424241', 'number'],
    ['424242424242', 'number'],
    ['4242 4242 4242 424x', 'number'],
    ['', 'number'],
  ])('with the number "%s" has this outcome: %s', (number, behaviour) => {
    expect(does({ number })).toBe(behaviour)
  })

  it.each([
    [11, 2026, 'pays'],
    [10, 2026, 'exp_month'],
    [12, 2025, 'exp_year'],
    [11, 26, 'pays'],
    [10, 26, 'exp_month'],
    [1, 2076, 'pays'],
    [1, 2077, 'exp_year'],
    [0, 2030, 'exp_month'],
    [13, 2030, 'exp_month'],
  ])('is valid to the end of its month: %i of %i %s', (expMonth, expYear, behaviour) => {
    expect(does({ expMonth, expYear })).toBe(behaviour)
  })

  it.each([
    ['123', 'pays'],
    ['1234', 'pays'],
    ['12', 'cvc'],
    ['12345', 'cvc'],
    ['12a', 'cvc'],
  ])('has a code of three or four digits: "%s" %s', (cvc, behaviour) => {
    expect(does({ cvc })).toBe(behaviour)
  })
})
