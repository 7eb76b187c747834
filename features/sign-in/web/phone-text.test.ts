// How people write their numbers, and what of it is one.
import { expect, it } from 'vitest'
import { loadPhoneLibrary, readPhone } from './phone-text.ts'

const spellings = [
  '+447400123456',
  '07400 123456',
  '7400123456',
  '0044 7400 123456',
  '(0044) 7400 123456',
  '+44 (0) 7400 123456',
  'tel:+44-7400-123456',
  'Tel. 07400 123 456',
  '07400.123.456',
  '07400/123456',
  '\u00a007400\u2009123456',
  '０７４００１２３４５６',
  '٠٧٤٠٠١٢٣٤٥٦',
  '+٤٤ ٧٤٠٠ ١٢٣٤٥٦',
  '۰۷۴۰۰۱۲۳۴۵۶',
  '०७४०० १२३४५६',
  '07400 123456 ext 5',
  '07400 123456 ext. 5',
  '07400 123456x5',
  '07400 123456 #5',
  '+447400123456;ext=5',
  '+44 7400 123456, 5',
]

it.each(spellings)('%s is one number, before the library has come and after', async (text) => {
  expect(readPhone(text, 'GB')).toBe('+447400123456')
  await loadPhoneLibrary()
  expect(readPhone(text, 'GB')).toBe('+447400123456')
})

it.each(['', 'ext 5', '+', '12', '+44 7400 123456 7400 123456'])('%j is none', async (text) => {
  await loadPhoneLibrary()
  expect(readPhone(text, 'GB')).toBeUndefined()
})
