// Prices as they are read: a kilogram's and a tonne's always tell the same.
import { expect, it } from 'vitest'
import { formatRate, formatTonnePrice, formatUnitPrice } from './number-format.ts'

it.each([
  [0.0264, '£0.0264', '£26.40'],
  [0.02795, '£0.02795', '£27.95'],
  [0.013999, '£0.013999', '£13.999'],
  [0.02, '£0.0200', '£20.00'],
  [0.1, '£0.10', undefined],
  [0.25, '£0.25', undefined],
])('%d a kilogram reads %s, and %s a tonne', (price, kilogram, tonne) => {
  expect(formatUnitPrice(price, 'GBP')).toBe(kilogram)
  expect(formatTonnePrice(price, 'GBP')).toBe(tonne)
})

it('a rate has four decimals, whatever the bank gives', () => {
  expect(formatRate(1.16254321)).toBe('1.1625')
  expect(formatRate(0.9)).toBe('0.9000')
})
