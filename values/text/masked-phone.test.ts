// Tests which digits of a phone number are shown, and where its range ends.
import { expect, it } from 'vitest'
import { maskPhone, phonePattern, plainMask, prefixOf } from './phone-number.ts'

const phone = '+447400123456'

it('shows the first two and the last three digits', () => {
  expect(maskPhone(phone)).toBe('+44•••••456')
  expect(plainMask(phone)).toBe('+44...456')
})

it('a range is a number without its last four digits', () => {
  expect(prefixOf(phone)).toBe('+44740012')
})

it.each([
  [`+${'1'.repeat(9)}`, false],
  [`+${'1'.repeat(10)}`, true],
  [`+${'1'.repeat(15)}`, true],
  [`+${'1'.repeat(16)}`, false],
  ['1'.repeat(12), false],
  ['+44 7400123456', false],
])('%s is a number: %s', (text, isPhone) => {
  expect(phonePattern.test(text)).toBe(isPhone)
})
