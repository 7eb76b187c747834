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
  ['with longer words between groups', '4242 then 4242 then 4242 then 4242'],
  ['with sentences between groups', 'First 4242. Behind that is 4242! Then 4242, at last 4242.'],
  ['of fifteen digits with words', '3782 followed by 822463 and by 10005'],
  ['with many signs between groups', '4242.....4242.....4242.....4242'],
  ['with one sign and word repeated', '42 next 42 next 42 next 42 next 42 next 42 next 42 next 42'],
  ['with one word for a digit', '42four2424242424242'],
  ['in words', 'four two four two four two four two four two four two four two four two'],
  ['in words together', 'fourtwofourtwo 4242 4242 fourtwofourtwo'],
  ['in German words', 'vier zwei vier zwei 4242 vier zwei vier zwei 4242'],
  ['in French words', 'quatre-deux-quatre-deux 4242 4242 4242'],
  ['in Turkish words', 'dört iki dört iki 4242 4242 4242'],
  ['with O and l for digits', '4OOO OOOO OOOO OOO2'],
  ['in full-width digits', '４２４２４２４２４２４２４２４２'],
  ['in Arabic-Indic digits', '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢'],
  ['in Eastern Arabic digits', '۴۲۴۲۴۲۴۲۴۲۴۲۴۲۴۲'],
  ['in Devanagari digits', '४२४२ ४२४२ ४२४२ ४२४२'],
  ['in Chinese digits', '四二四二四二四二四二四二四二四二'],
  ['in bold digits of mathematics', '𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐'],
  ['in circled digits', '④②④②④②④②④②④②④②④②'],
  ['in digits of several scripts', '42٤٢-4242-४२४२-4242'],
  ['behind a date with its time', '2026-11-28 12:34:56 4242-4242-4242-4242'],
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
  ['short numbers with words between', '42 kilos and 424 more of 242 for 42 and 42 and 42 and 4'],
  ['sums of money', 'From £4,000.00 over £4,500.50 to £5,250.75, in all £13,751.25'],
  ['dates', 'Born 04.12.1987, married 24.05.2014, moved 30.11.2020'],
  ['a date with its time', 'Paid at 2026-11-28 12:34:56 and 2026-11-28T12:34:56Z'],
  ['years', 'In 2019, then 2020, in 2021 and again 2024'],
  ['a phone number and a time', 'Call +44 7400 900123 between ten and eleven, or +44 20 7946 0958'],
  ['words for small numbers', 'One for you, two for me, three for the four of us'],
  ['an id', '018f3c1e-7b2a-7d4f-9a6b-3c2d1e0f5a4b'],
  ['years and kilograms', '100 kg for 2026, as in 2025'],
])('%s is no card number', (_case, text) => {
  expect(holdsCardNumber(text)).toBe(false)
})

it('takes little time for the longest body, whatever is between its digits', () => {
  const texts = ['1.', '1,', '£1', '0x', '1a'].map((text) => text.repeat(8_000))
  const start = process.cpuUsage().user
  for (const text of [...texts, ...texts, ...texts, ...texts]) holdsCardNumber(text)
  expect(process.cpuUsage().user - start).toBeLessThan(700_000)
})
