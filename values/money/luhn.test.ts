// Tests the check digit of card numbers.
import { expect, it } from 'vitest'
import { passesLuhn } from './luhn.ts'

it.each(['4242424242424242', '378282246310005', '79927398713', '0', '18'])(
  '%s passes',
  (digits) => {
    expect(passesLuhn(digits)).toBe(true)
  },
)

it.each(['4242424242424241', '2424242424242424', '79927398710', '81', '5'])(
  '%s fails',
  (digits) => {
    expect(passesLuhn(digits)).toBe(false)
  },
)
