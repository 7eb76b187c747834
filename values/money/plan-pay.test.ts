// Tests the text of who pays for a plan.
import { expect, it } from 'vitest'
import { planPayText, readPlanPay } from './plan-pay.ts'

const card = '0198f3a2-1111-7000-8000-0123456789ab'

it.each([
  ['wallet', { usesWallet: true, cardId: null }],
  [`saved:${card}`, { usesWallet: false, cardId: card }],
  [`wallet+saved:${card}`, { usesWallet: true, cardId: card }],
])('%s is who pays, and is written so', (text, pay) => {
  expect(readPlanPay(text)).toEqual(pay)
  expect(planPayText(pay)).toBe(text)
})

it('the id of a card may have capitals', () => {
  expect(readPlanPay(`saved:${card.toUpperCase()}`)).toEqual({ usesWallet: false, cardId: card })
})

it.each(['', 'card', 'saved:', 'saved:1', 'wallet+', `wallet saved:${card}`, `saved:${card} `])(
  '"%s" names no payer',
  (text) => {
    expect(readPlanPay(text)).toBeNull()
  },
)
