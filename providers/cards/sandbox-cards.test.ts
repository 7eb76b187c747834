// Tests which card details the sandbox accepts, and the outcome of each test card.
import { describe, expect, it } from 'vitest'
import { behaviourOf, type CardDetails } from '#providers/cards/sandbox-cards.ts'

const today = new Date('2026-11-30T23:59:59Z')
const card = { number: '4242 4242-4242 4242', expMonth: 12, expYear: 2030, cvc: '123' }
const does = (change: Partial<CardDetails> = {}) => behaviourOf({ ...card, ...change }, today)

describe('a card of the sandbox', () => {
  it.each([
    ['4242424242424242', 'pays'],
    ['5555555555554444', 'pays'],
    ['4000000000000002', 'declined'],
    ['4000000000009995', 'lacks_funds'],
    ['4000000000000119', 'errs'],
    ['4000002500003155', 'asks'],
    ['4242424242424241', null],
    ['424242424242', null],
    ['4242 4242 4242 424x', null],
    ['', null],
  ])('with the number "%s" has this outcome: %s', (number, behaviour) => {
    expect(does({ number })).toBe(behaviour)
  })

  it.each([
    [11, 2026, 'pays'],
    [10, 2026, null],
    [12, 2025, null],
    [11, 26, 'pays'],
    [10, 26, null],
    [1, 2076, 'pays'],
    [1, 2077, null],
    [0, 2030, null],
    [13, 2030, null],
  ])('is valid to the end of its month: %i of %i %s', (expMonth, expYear, behaviour) => {
    expect(does({ expMonth, expYear })).toBe(behaviour)
  })

  it.each([
    ['123', 'pays'],
    ['1234', 'pays'],
    ['12', null],
    ['12345', null],
    ['12a', null],
  ])('has a code of three or four digits: "%s" %s', (cvc, behaviour) => {
    expect(does({ cvc })).toBe(behaviour)
  })
})
