// Tests numbers as support receives them: international, national, in brackets, in other digits.
import { expect, it } from 'vitest'
import { onlyPhoneOf, phonesOf, sellerPhoneOf } from './phone-spellings.ts'

it.each([
  '+447700900101',
  '+44 7700 900101',
  '0044 7700 900101',
  '(0044) 7700 900101',
  '+44 (0) 7700-900.101',
  'tel:+44-7700-900101',
  '＋４４ ７７００ ９００１０１',
  '+٤٤ ٧٧٠٠ ٩٠٠١٠١',
  '+44 7700 900101 ext 5',
])('%s is one number', (text) => {
  expect(phonesOf(text)).toEqual(['+447700900101'])
})

it.each([
  ['07700 900101', '+447700900101'],
  ['(07700) 900101', '+447700900101'],
  ['０７７００ ９００１０１', '+447700900101'],
  ['447700900101', '+447700900101'],
  ['06 12 34 56 78', '+33612345678'],
  ['0612345678', '+31612345678'],
  ['0532 123 45 67', '+905321234567'],
  ['(415) 555-2671', '+14155552671'],
  ['612 345 678', '+34612345678'],
  ['0151 23456789', '+4915123456789'],
  ['320 123 4567', '+393201234567'],
])('%s may mean %s', (text, phone) => {
  expect(phonesOf(text)).toContain(phone)
})

it.each(['', 'Anna', 'Anna 1987', '12', '+', '0044', '\0', '+1', '٠٧', '9'.repeat(101)])(
  '%j is no number',
  (text) => {
    expect(phonesOf(text)).toEqual([])
  },
)

it('a spelling of one number only is that number, and any other stays as it is', () => {
  expect(onlyPhoneOf('0044 7700 900101')).toBe('+447700900101')
  expect(onlyPhoneOf('06 12 34 56 78')).toBe('06 12 34 56 78')
  expect(onlyPhoneOf('Anna')).toBe('Anna')
})

it.each([
  ['06 12 34 56 78', 'FR', '+33612345678'],
  ['06 12 34 56 78', 'NL', '+31612345678'],
  ['0532 123 45 67', 'TR', '+905321234567'],
  ['085 123 4567', 'IE', '+353851234567'],
] as const)('%s in the seller’s country %s is %s', (text, country, phone) => {
  expect(phonesOf(text, country)[0]).toBe(phone)
  expect(sellerPhoneOf(text, country)).toBe(phone)
  expect(onlyPhoneOf(text, country)).toBe(phone)
})

it('a number outside of the numbering plan is looked for in the seller’s country, and never taken for sure', () => {
  expect(sellerPhoneOf('07700 900101', 'GB')).toBe('+447700900101')
  expect(onlyPhoneOf('07700 900101', 'GB')).toBe('07700 900101')
  expect(sellerPhoneOf('0151 23456789', 'GB')).toBeNull()
  expect(phonesOf('0151 23456789', 'GB')).toContain('+4915123456789')
})

it('an international spelling is the same in every seller’s country', () => {
  expect(phonesOf('+447700900101', 'FR')).toEqual(['+447700900101'])
  expect(sellerPhoneOf('+447700900101', 'GB')).toBeNull()
  expect(onlyPhoneOf('0044 7700 900101', 'FR')).toBe('+447700900101')
})
