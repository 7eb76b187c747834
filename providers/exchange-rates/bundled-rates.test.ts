// Tests that the bundled rates are all of that day's, and exact enough to compute with.
import { describe, expect, it } from 'vitest'
import { bundledRates } from '#providers/exchange-rates/bundled-rates.ts'
import { crossRate } from '#values/money/money.ts'

const { unitsPerEur } = bundledRates
const rate = (from: string, to: string) =>
  Number(crossRate(unitsPerEur[from] ?? '', unitsPerEur[to] ?? '')).toFixed(4)

describe('the bundled exchange rates', () => {
  it('are those of one published day, with the euro itself', () => {
    expect(bundledRates).toMatchObject({
      source: 'European Central Bank, example',
      asOf: '2026-04-13',
    })
    expect(Object.keys(unitsPerEur)).toHaveLength(30)
    expect(unitsPerEur).toMatchObject({ EUR: '1', USD: '1.1684', GBP: '0.87058', TRY: '52.2478' })
  })

  it.each([
    ['GBP', 'EUR', '1.1487'],
    ['USD', 'GBP', '0.7451'],
    ['EUR', 'EUR', '1.0000'],
  ])('convert one %s to %s at %s', (from, to, expected) => {
    expect(rate(from, to)).toBe(expected)
  })
})
