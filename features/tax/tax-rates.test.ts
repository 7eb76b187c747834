// Tests the file of tax rates: its strict form, and the rate of a country on a day.
import { describe, expect, it } from 'vitest'
import { noTax, readTaxRates, taxRateOf } from './tax-rates.ts'

const today = '2026-11-28'
const lines = (...rows: readonly string[]) => ['country,rate,from', ...rows].join('\n')
const read = (...rows: readonly string[]) => readTaxRates(lines(...rows), today)
const everywhere = '*,0,2026-01-01'

describe('a file of rates', () => {
  it.each([
    lines('*,20,2026-11-28'),
    `${lines(everywhere, 'DE,19.5,2027-01-01', 'DE,19,2026-01-01')}\n`,
    lines(everywhere, 'GB,20.0000,1990-01-01').replaceAll('\n', '\r\n'),
    lines(everywhere, 'XK,0.5,2026-02-28'),
    'country,rate,from,reason\n*,0,2026-01-01,outside_scope\nGB,20,2026-01-01,\nDE,19,2026-01-01',
  ])('is read: %j', (text) => {
    expect(readTaxRates(text, today)).toHaveProperty('rates')
  })

  const refused: readonly (readonly [text: string, fault: string])[] = [
    ['', 'line 1 must be'],
    ['Country,Rate,From\n*,0,2026-01-01', 'line 1 must be'],
    [`\uFEFF${lines(everywhere)}`, 'line 1 must be'],
    ['country;rate;from\n*;0;2026-01-01', 'line 1: the file is separated by semicolons, save it'],
    ['country\trate\tfrom\n*\t0\t2026-01-01', 'line 1: the file is separated by tabs, save it'],
    [lines(), 'it needs a row "*"'],
    [lines('DE,19,2026-01-01'), 'it needs a row "*"'],
    [lines('*,0,2026-11-29'), 'it needs a row "*" whose day is not after today'],
    [lines(everywhere, '', ''), 'line 3'],
    [lines(everywhere, 'de,19,2026-01-01'), 'line 3: the country'],
    [lines(everywhere, 'DEU,19,2026-01-01'), 'line 3: the country'],
    [lines(everywhere, 'ZZ,19,2026-01-01'), 'line 3: the country'],
    [lines(everywhere, ' DE,19,2026-01-01'), 'line 3: the country'],
    ...[
      '19%',
      '-1',
      '100',
      '019',
      '1e1',
      '19,5',
      '.5',
      '5.',
      '19.00001',
      ' 19',
      '',
      'NaN',
      '٥',
    ].map((rate) => [lines(everywhere, `DE,${rate},2026-01-01`), 'line 3'] as const),
    ...['2026-02-29', '2026-13-01', '2026-1-1', '01/01/2026', '2026-01-01T00:00Z', ''].map(
      (day) => [lines(everywhere, `DE,19,${day}`), 'line 3: the day must be a date'] as const,
    ),
    [lines(everywhere, 'DE,19,2026-01-01,x'), 'line 3: it needs three columns'],
    [lines(everywhere, '"DE",19,2026-01-01'), 'line 3: the country'],
    [
      'country,rate,from,reason\n*,0,2026-01-01,because',
      'line 2: the reason must be empty, or one',
    ],
    ['country,rate,from,reason\n*,1,2026-01-01,exempt', 'line 2: only a rate of 0 has a reason'],
    ['country,rate,from,reason\n*,0,2026-01-01,exempt,x', 'line 2: it needs four columns'],
    [lines(everywhere, 'DE,19,2026-01-01', 'DE,20,2026-01-01'), 'line 4: line 3 has a rate'],
    [lines(everywhere, '*,1,2026-01-01'), 'line 3: line 2 has a rate'],
  ]
  it.each(refused)('is refused: %j', (text, fault) => {
    const result = readTaxRates(text, today)
    expect(result).toHaveProperty('faults')
    expect('faults' in result ? result.faults.join(' ') : '').toContain(fault)
  })

  it('names every wrong line at once', () => {
    const result = read('DE,x,2026-01-01', everywhere, 'de,19,2026-01-01')
    expect('faults' in result ? result.faults : []).toHaveLength(2)
  })
})

describe('the rate of a country', () => {
  const tax = read(
    ...['GB,20,2026-01-01', '*,5,2026-03-01', 'DE,19.5,2027-07-01', 'DE,19,2026-06-01'],
    '*,0,2026-01-01',
  )
  if ('faults' in tax) throw new Error(tax.faults.join(' '))

  it.each([
    ['GB', '2025-12-31', '0'],
    ['GB', '2026-01-01', '20'],
    ['GB', '2030-01-01', '20'],
    ['DE', '2026-02-28', '0'],
    ['DE', '2026-03-01', '5'],
    ['DE', '2026-05-31', '5'],
    ['DE', '2026-06-01', '19'],
    ['DE', '2027-06-30', '19'],
    ['DE', '2027-07-01', '19.5'],
    ['FR', '2026-12-31', '5'],
    ['ZZ', '2026-12-31', '5'],
  ])('%s on %s is %s percent', (country, day, rate) => {
    expect(taxRateOf(tax, country, day).rate).toBe(rate)
  })

  it('is 0 without tax', () => {
    expect(taxRateOf(noTax, 'GB', today).rate).toBe('0')
  })

  it('of 0 has the reason of its own row', () => {
    const text =
      'country,rate,from,reason\n*,0,2026-01-01,outside_scope\nCH,0,2026-01-01,\nGB,20,2026-01-01'
    const withReasons = readTaxRates(text, today)
    if ('faults' in withReasons) throw new Error(withReasons.faults.join(' '))
    const reasonOf = (country: string) => taxRateOf(withReasons, country, today).reason ?? null
    expect(['US', 'CH', 'GB'].map(reasonOf)).toEqual(['outside_scope', null, null])
  })
})
