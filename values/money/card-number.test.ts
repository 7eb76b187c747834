// Tests which texts contain a card number, in any way of writing it.
import { expect, it } from 'vitest'
import { holdsCardNumber } from './card-number.ts'

it.each([
  ['together', '4242424242424242'],
  ['in groups', 'use 4242 4242 4242 4242 12'],
  ['with slashes', '4242/4242/4242/4242'],
  ['with dashes between blanks', '4242 - 4242 - 4242 - 4242'],
  ['with a letter between groups', '4242 a 4242 b 4242 c 4242'],
  ['with letters that touch', '4242a4242b4242c4242'],
  ['with words between groups', '4242 and 4242 and 4242 and 4242'],
  ['digit by digit with letters', '4 x 2 x 4 x 2 x 4 x 2 x 4 x 2 x 4 x 2 x 4 x 2 x 4 x 2 x 4 x 2'],
  ['in full-width digits', '４２４２４２４２４２４２４２４２'],
  ['in Arabic-Indic digits', '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢'],
  ['in Eastern Arabic digits', '۴۲۴۲۴۲۴۲۴۲۴۲۴۲۴۲'],
  ['in Devanagari digits', '४२४२ ४२४२ ४२४२ ४२४२'],
  ['in Chinese digits', '四二四二四二四二四二四二四二四二'],
  ['in bold digits of mathematics', '𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐'],
  ['in circled digits', '④②④②④②④②④②④②④②④②'],
  ['in digits of several scripts', '42٤٢-4242-४२४२-4242'],
  ['of thirteen digits', 'visa 4222 222 222 222'],
  ['of fifteen digits', 'amex 3782 822463 10005'],
  ['of nineteen digits', 'unionpay 6205500000000000004'],
])('a card number %s', (_case, text) => {
  expect(holdsCardNumber(text)).toBe(true)
})

it.each([
  ['nothing', ''],
  ['a number whose check digit is wrong', '4242 4242 4242 4243'],
  ['fewer digits', '4242 4242 424'],
  ['more digits together', '62055000000000000009'],
  ['groups with words between', '4242 kilos and 4242 more of 4242 for 4242'],
  ['an id', '018f3c1e-7b2a-7d4f-9a6b-3c2d1e0f5a4b'],
  ['years and kilograms', '100 kg for 2026, as in 2025'],
])('%s is no card number', (_case, text) => {
  expect(holdsCardNumber(text)).toBe(false)
})
