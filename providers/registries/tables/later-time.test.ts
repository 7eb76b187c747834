// Tests which texts of a registry name a time after today.
import { expect, it } from 'vitest'
import { isAfter, yearsIn } from './later-time.ts'

const today = '2026-11-28'

it.each([
  '2026-12',
  'Dec 2026',
  'December 2026',
  'dec. 2026',
  'DEC-2026',
  '12/2026',
  '2026/12',
  '2026.12',
  '12-2026',
  '12.2026',
  'Dez 2026',
  'Dezember 2026',
  'décembre 2026',
  'diciembre de 2026',
  'dicembre 2026',
  'december 2026',
  'Aralık 2026',
  'ARALIK 2026',
  '202612',
  '20261201',
  'from December 2026',
  'starting 2026-12-01',
  'since 2026-12-01',
  '20270101-20271231',
  '2026-01-01 to 2026-12-31',
  '01/01/2026 - 31/12/2026',
  '30.11.2026',
  '29. November 2026',
  '29 nov 2026',
  'Dec 1, 2026',
  'November 29th, 2026',
  '1er décembre 2026',
  '2026 Dec',
  '2026-Dec-01',
  '12/3/2026',
  '2027',
  '2026-2027',
])('%s is after today', (text) => {
  expect(isAfter(text, today)).toBe(true)
})

it.each([
  '2026',
  '2026-11',
  '2026-11-28',
  '28.11.2026',
  'Nov 2026',
  'November 28, 2026',
  '28 novembre 2026',
  'Kasım 2026',
  '11/2026',
  '202611',
  '20261128',
  '20250101-20251231',
  '2025-12',
  'Dec 2025',
  '31.12.2025',
  '12/31/2025',
  '31/12/2025',
  '2022-2025',
  // Registries write the month first.
  '3/12/2026',
  'Vintage 12, 2026',
  '2026 (12 months)',
  'batch 12 of 2026',
  '',
])('%j is not', (text) => {
  expect(isAfter(text, today)).toBe(false)
})

it('without today, nothing is after it', () => {
  expect(isAfter('2099', null)).toBe(false)
})

it('years are found in days without separators', () => {
  expect(yearsIn('20270101-20271231')).toEqual(['2027', '2027'])
  expect(yearsIn('from 202612 on')).toEqual(['2026'])
  expect(yearsIn('GS12026123')).toEqual([])
})
