// Tests numbers in each language. English is written as in Britain.
import { expect, it } from 'vitest'
import {
  ageIn,
  amountIn,
  countIn,
  dayIn,
  listIn,
  momentIn,
  rateIn,
  unitPriceIn,
} from '#texts/figures-in.ts'
import { localeOf } from '#values/lists/languages.ts'

it('writes days before months in every language, English too', () => {
  expect(dayIn('en', '2026-11-22')).toBe('22 November 2026')
  expect(dayIn('de', '2026-11-22')).toBe('22. November 2026')
  expect(dayIn('tr', '2026-11-22')).toBe('22 Kasım 2026')
  const moment = new Date('2026-11-22T14:05:00Z')
  expect(momentIn('en', moment)).toBe('22 November 2026 at 14:05')
  expect(momentIn('nl', moment)).toBe('22 november 2026 om 14:05')
})

it.each([
  [-5_000, '0 seconds ago', 'vor 0 Sekunden'],
  [59_999, '59 seconds ago', 'vor 59 Sekunden'],
  [60_000, '1 minute ago', 'vor 1 Minute'],
  [7_199_999, '1 hour ago', 'vor 1 Stunde'],
  [86_399_999, '23 hours ago', 'vor 23 Stunden'],
  [3 * 86_400_000, '3 days ago', 'vor 3 Tagen'],
])('gives an age of %i ms in its largest whole unit', (ms, english, german) => {
  const moment = new Date('2026-11-22T14:05:00Z')
  const now = new Date(moment.getTime() + ms)
  expect([ageIn('en', moment, now), ageIn('de', moment, now)]).toEqual([english, german])
})

it('joins texts to a list', () => {
  expect(listIn('en', ['one', 'two', 'three'])).toBe('one, two and three')
  expect(listIn('de', ['eins', 'zwei'])).toBe('eins und zwei')
})

it('groups counts, and gives amounts enough decimals', () => {
  expect([countIn('en', 10_300), countIn('de', 10_300)]).toEqual(['10,300', '10.300'])
  expect(amountIn('en', 3, 'GBP')).toBe('£3.00')
  const prices = [0.02, 0.031415, 0.09999, 0.1, 0.125, 12].map((each) =>
    unitPriceIn('en', each, 'GBP'),
  )
  expect(prices).toEqual(['£0.0200', '£0.031415', '£0.09999', '£0.10', '£0.125', '£12.00'])
  expect(amountIn('de', 1_234.5, 'EUR')).toBe('1.234,50\u00a0€')
  expect([rateIn('fr', 0.85341), rateIn('en', 36.5)]).toEqual(['0,8534', '36.5000'])
})

it.each([
  ['en', 'TRY', 'TRY 1,234.50'],
  ['nl', 'USD', 'US$ 1.234,50'],
  ['fr', 'GBP', '1 234,50 £GB'],
  ['es', 'TRY', '1234,50 TRY'],
  ['it', 'GBP', '1234,50 £'],
  ['de', 'GBP', '1.234,50 £'],
  ['tr', 'EUR', '€1.234,50'],
] as const)('in %s writes an amount of %s as %s', (language, currency, amount) => {
  const plain = amountIn(language, 1_234.5, currency).replaceAll(/[\u00a0\u202f]/g, ' ')
  expect(plain).toBe(amount)
})

it('uses the country of a reader where it is known', () => {
  expect([localeOf('en'), localeOf('en', 'US'), localeOf('en', 'NL')]).toEqual([
    'en-GB',
    'en-US',
    'en-GB',
  ])
  expect([localeOf('de'), localeOf('de', 'CH')]).toEqual(['de', 'de-CH'])
})
