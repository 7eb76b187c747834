// Tests the formats of prices, sums and kilograms; prices per kilogram and per tonne always agree.
import { afterEach, expect, it, vi } from 'vitest'
import {
  currencySymbol,
  formatAmount,
  formatCount,
  formatDate,
  formatDateTime,
  formatDay,
  formatKg,
  formatMonth,
  formatRate,
  formatStampDate,
  formatTime,
  formatTonnePrice,
  formatUnitPrice,
  formatWholeAmount,
  groupSeparator,
} from './number-format.ts'

afterEach(() => vi.unstubAllEnvs())

it.each([
  [0.0264, '£0.0264', '£26.40'],
  [0.02795, '£0.02795', '£27.95'],
  [0.013999, '£0.013999', '£13.999'],
  [0.02, '£0.0200', '£20.00'],
  [0.1, '£0.10', undefined],
  [0.25, '£0.25', undefined],
])('a price of %d a kilogram is shown as %s, and as %s a tonne', (price, kilogram, tonne) => {
  expect(formatUnitPrice(price, 'GBP')).toBe(kilogram)
  expect(formatTonnePrice(price, 'GBP')).toBe(tonne)
})

it('a rate has four decimals, whatever the bank publishes', () => {
  expect(formatRate(1.16254321)).toBe('1.1625')
  expect(formatRate(0.9)).toBe('0.9000')
})

it('an amount has two decimals, a round sum none, and a currency its sign or its code', () => {
  expect([formatAmount(1.5, 'GBP'), formatAmount(1_234, 'EUR')]).toEqual(['£1.50', '€1,234.00'])
  expect(formatWholeAmount(10, 'GBP')).toBe('£10')
  expect(['GBP', 'EUR', 'XYZ'].map(currencySymbol)).toEqual(['£', '€', 'XYZ'])
  expect(formatAmount(1, 'no code')).toBe('1.00 no code')
})

it('whole numbers have groups, and kilograms have their unit on the same line', () => {
  expect([formatCount(1_248), formatKg(12_480)]).toEqual(['1,248', '12,480\u00a0kg'])
  expect(groupSeparator()).toBe(',')
})

it.each(['America/Los_Angeles', 'Pacific/Auckland'])('a day is the same day in %s', (zone) => {
  vi.stubEnv('TZ', zone)
  expect([formatDate('2026-03-09'), formatDay('2026-03-09')]).toEqual(['Mar 9, 2026', 'Mar 9'])
})

it('a moment is shown with its year, without it, with its time, or as on a stamp', () => {
  const moment = '2026-03-09T08:46:00'
  expect([formatDate(moment), formatDay(moment), formatMonth(moment)]).toEqual([
    ...['Mar 9, 2026', 'Mar 9', 'March 2026'],
  ])
  expect(formatDateTime(moment).replaceAll('\u202f', ' ')).toBe('Mar 9, 2026, 8:46 AM')
  expect(formatTime(moment).replaceAll('\u202f', ' ')).toBe('8:46 AM')
  expect(formatStampDate(moment)).toBe('MAR 09, 26')
})
