// Tests the name of a saved card and the month in which it expires.
import { expect, it } from 'vitest'
import { cardName, expiryText, isExpired } from './saved-card-words.ts'

const card = { id: 'c1', brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2027 }

it.each([
  ['the first day of its month', new Date(2027, 11, 1), false],
  ['the last moment of its month', new Date(2027, 11, 31, 23, 59, 59), false],
  ['the first moment of the next year', new Date(2028, 0, 1), true],
])('a card on %s', (_, today, expired) => {
  expect(isExpired(card, today)).toBe(expired)
})

it('a card has its brand, its last digits and its month in two digits', () => {
  expect(cardName(card)).toBe('Visa ending in 4242')
  expect(cardName({ ...card, brand: 'no such brand', last4: '0005' })).toBe('Card ending in 0005')
  expect(expiryText({ ...card, exp_month: 3, exp_year: 2099 })).toBe('Expires 03 / 99')
  expect(expiryText({ ...card, exp_year: 2020 })).toBe('Expired')
})
