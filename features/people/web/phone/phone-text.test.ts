// Tests how typed phone numbers are read and formatted.
import { expect, it } from 'vitest'
import { countryOf, formatPhone, loadPhoneLibrary, readablePhone, readPhone } from './phone-text.ts'

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

it.each(spellings)('%s is a number, before and after the library has loaded', async (text) => {
  expect(readPhone(text, 'GB')).toBe('+447400123456')
  await loadPhoneLibrary()
  expect(readPhone(text, 'GB')).toBe('+447400123456')
})

it.each(['', 'ext 5', '+', '12', '+44 7400 123456 7400 123456'])('%j is none', async (text) => {
  await loadPhoneLibrary()
  expect(readPhone(text, 'GB')).toBeUndefined()
})

it.each([
  ['IT', '06 6982 1234', '+390669821234'],
  ['NL', '0612345678', '+31612345678'],
  ['US', '(415) 555-2671', '+14155552671'],
  ['GB', '+90 532 123 45 67', '+905321234567'],
])('in %s, %s is the number %s, also without the library', async (country, text, phone) => {
  // The same module again, because this one's library has loaded.
  const another = './phone-text.ts?without-library'
  const alone: { readonly readPhone: typeof readPhone } = await import(another)
  expect(alone.readPhone(text, country)).toBe(phone)
  await loadPhoneLibrary()
  expect(readPhone(text, country)).toBe(phone)
})

it('a number being typed is grouped as in its country, and a complete one stays on one line', async () => {
  await loadPhoneLibrary()
  expect(formatPhone('07400123456', 'GB')).toBe('07400 123456')
  expect(formatPhone('0612345678', 'NL')).toBe('06 12345678')
  expect(formatPhone('+31612345678', 'GB')).toBe('+31 6 12345678')
  expect(formatPhone('', 'GB')).toBe('')
  expect(readablePhone('+447400123456')).toBe('+44\u00a07400\u00a0123456')
})

it.each([
  ['07400', 'NL', 'NL'],
  ['+49 151', 'GB', 'DE'],
  ['0039 06', 'GB', 'IT'],
  ['+7 9', 'GB', undefined],
])('the flag for "%s", typed in %s, is that of %s', (text, chosen, country) => {
  expect(countryOf(text, chosen)).toBe(country)
})
