// Tests which card details the sandbox accepts, and the outcome of each test card.
import { describe, expect, it } from 'vitest'
import { behaviourOf, type CardDetails, printOf } from '#providers/cards/sandbox-cards.ts'

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
    ['4000000000007726', 'refund_waits'],
    ['4000000000005126', 'refund_fails'],
    ['4000000000000341', 'declined_kept'],
    ['4000000000000259', 'disputed'],
    ['4000000000005423', 'warned'],
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

  it.each([
    ['4242424242424242', 'visa', '4242', 'GB'],
    ['5555 5555 5555 4444', 'mastercard', '4444', 'GB'],
    ['2223003122003222', 'mastercard', '3222', 'GB'],
    ['378282246310005', 'amex', '0005', 'GB'],
    ['6011111111111117', 'unknown', '1117', 'GB'],
    ['4000002500000003', 'visa', '0003', 'FR'],
    ['4000002760000016', 'visa', '0016', 'DE'],
    ['4000003800000008', 'visa', '0008', 'IT'],
    ['4000005280000002', 'visa', '0002', 'NL'],
    ['4000007240000007', 'visa', '0007', 'ES'],
    ['4000007920000001', 'visa', '0001', 'TR'],
    ['4000008400000001', 'visa', '0001', 'US'],
  ])('with the number %s is a %s that ends in %s, of %s', (number, brand, lastFour, country) => {
    const print = printOf({ ...card, number, expYear: 30 })
    expect(print).toMatchObject({ brand, lastFour, country, expMonth: 12, expYear: 2030 })
  })
})
