// Tests which texts of a registry name a time after or before a day.
import { expect, it } from 'vitest'
import { isAfter, isBefore, yearsIn } from './named-times.ts'

const today = '2026-11-28'

it.each([
  '2026-12',
  'Dec 2026',
  ...['Sep 2027', 'Sept. 2027', '12 Set 2027', 'set-27', 'setiembre de 2027'],
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
  '2026-W51',
  'W49 2026',
  'KW 51/2026',
  ...['51. KW 2026', '51. hafta 2026', 'hafta 51, 2026', 'semana 51 de 2026', 'week 51 of 2026'],
  ...['CW51 2026', '2026 week 51', '2026, 51. KW', '2026M12', '2026-M12', '2026-350'],
  '2027',
  '2026-2027',
  '01/01/27 - 12/31/27',
  '01.01.27-31.12.27',
  '01.07.26-30.06.27',
  '1-7-25/30-6-27',
  '31-Dec-27',
  '31Dec27',
  '31 December 27',
  "Dec 31, '27",
  'Dec 31, 27',
  'Jan-27',
  "Jan '27",
  'janvier 27',
  '1 de enero de 27',
  'Jan-25 to Jan-27',
  "1 Jan 2026 - 31 Dec '27",
  '1 Jan 2026 - 31 Dec 27',
  '2026/27',
  '2026-27',
  'FY27',
  'FY 2026/27',
  'Q1 27',
  "Q1'27",
  '1Q27',
  'H1-27',
  '12/26',
  'Mrz 27',
  '31-Mrz-27',
  '01. Mrz 27 - 31. Mrz 27',
  'setiembre 27',
  '1. Quartal 27',
  'T1 27',
  '1er trimestre 27',
  '27Q1',
  '27-Q1',
  'KW02/27',
  'Halbjahr 1 27',
  '06/27',
  '30.11.26',
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
  '01/01/22 - 12/31/22',
  '01.01.25-31.12.25',
  '28/02/22 - 31/12/22',
  '31-Dec-25',
  'Jan-26',
  "Nov '26",
  'Jan 27 - Dec 31, 2025',
  'Jan 27, 2025 to Mar 30, 2026',
  '2025/26',
  '2021-22',
  'FY26',
  'Q4 25',
  '1 Jan 99 - 31 Dec 99',
  '2025 (30 months)',
  'MP 30',
  'Mrz 26',
  '1. Quartal 25',
  '25Q4',
  'T4 25',
  'Monitoring period 30',
  '3rd monitoring period',
  '2020-01-01 - 2025-12-31',
  '2022-01-01T00:00:00Z/2022-12-31T23:59:59Z',
  '',
])('%j is not', (text) => {
  expect(isAfter(text, today)).toBe(false)
})

it.each(['2026-11-27', '1 June 2026', '10.11.2026', '2025', 'Q1 2025', '2025-26', '11/27/26'])(
  '%j is before today',
  (text) => {
    expect(isBefore(text, today)).toBe(true)
  },
)

it.each([today, '2026', '2026-11', 'Nov 2026', '2026-27', '2027-04', 'soon'])(
  '%j is not before today',
  (text) => {
    expect(isBefore(text, today)).toBe(false)
  },
)

it('years are found in days without separators', () => {
  expect(yearsIn('20270101-20271231')).toEqual(['2027', '2027'])
  expect(yearsIn('from 202612 on')).toEqual(['2026'])
  expect(yearsIn('GS12026123')).toEqual([])
})
