// Tests which prices of a kilogram need a confirmation, and which are refused.
import { describe, expect, it } from 'vitest'
import { changeText, checkPrice, priceText, usualBand } from './price-judgement.ts'

const rates = {
  asOf: '2026-04-13',
  source: 'test',
  unitsPerEur: new Map([
    ['EUR', '1'],
    ['USD', '1.25'],
    ['GBP', '0.5'],
  ]),
}
const rules = { band: usualBand, rates }
const price = (priceMicros: number, currency = 'USD') => ({ priceMicros, currency })
const verdict = (...args: Parameters<typeof checkPrice>) => checkPrice(...args).kind

describe('a new price', () => {
  it.each([
    [price(500), 'usual'],
    [price(499), 'unusual'],
    [price(1_000_000), 'usual'],
    [price(1_000_001), 'unusual'],
    // A pound is 2.50 dollars here, a euro 1.25.
    [price(200, 'GBP'), 'usual'],
    [price(199, 'GBP'), 'unusual'],
    [price(400_000, 'GBP'), 'usual'],
    [price(400_001, 'GBP'), 'unusual'],
    [price(800_001, 'EUR'), 'unusual'],
    [price(24_300_000, 'GBP'), 'unusual'],
    [price(20_000, 'TRY'), 'unrated'],
  ])('of %j is %s by the band', (next, kind) => expect(verdict(next, [], rules)).toBe(kind))

  it('in dollars needs no rate', () => {
    const none = { ...rates, unitsPerEur: new Map([['EUR', '1']]) }
    expect(verdict(price(20_000), [], { ...rules, rates: none })).toBe('usual')
    expect(verdict(price(20_000, 'EUR'), [], { ...rules, rates: none })).toBe('unrated')
  })
})

describe('a changed price', () => {
  it.each([
    [12_000, 'usual'],
    [12_001, 'unusual'],
    [8_000, 'usual'],
    [7_999, 'unusual'],
  ])('of %i after 10,000 is %s', (micros, kind) => {
    expect(verdict(price(micros, 'GBP'), [price(10_000, 'GBP')], rules)).toBe(kind)
  })

  it('is compared with each earlier price, however small its last step is', () => {
    const earlier = [price(11_500), price(10_000)]
    expect(verdict(price(12_000), earlier, rules)).toBe('usual')
    expect(checkPrice(price(12_500), earlier, rules)).toEqual({
      kind: 'unusual',
      reason: 'it is more than 20 % away from 0.01 USD, a price of the last 7 days',
    })
  })

  it('of another currency is compared by its worth', () => {
    expect(verdict(price(20_000, 'EUR'), [price(10_000, 'GBP')], rules)).toBe('usual')
    expect(verdict(price(10_000, 'EUR'), [price(10_000, 'GBP')], rules)).toBe('unusual')
    expect(verdict(price(10_000, 'USD'), [price(10_000, 'TRY')], rules)).toBe('unusual')
  })
})

it('is written with its decimals, and its change in percent', () => {
  expect([1, 24_300, 1_000_000, 24_300_000].map((micros) => priceText(price(micros)))).toEqual([
    ...['0.000001 USD', '0.0243 USD', '1 USD', '24.3 USD'],
  ])
  const change = (old: number | null, next: number) =>
    changeText(
      { serialNumber: 'S', old: old === null ? null : price(old), next: price(next) },
      rates,
    )
  expect(change(24_300, 24_300_000)).toBe('+99900.0 %')
  expect(change(24_300, 24)).toBe('-99.9 %')
  expect(change(null, 24)).toBeNull()
  const across = (old: ReturnType<typeof price>, next: ReturnType<typeof price>) =>
    changeText({ serialNumber: 'S', old, next }, rates)
  expect(across(price(10_000, 'GBP'), price(30_000, 'EUR'))).toBe('+50.0 %')
  expect(across(price(10_000, 'GBP'), price(10_000, 'EUR'))).toBe('-50.0 %')
  expect(across(price(10_000, 'TRY'), price(15_000, 'TRY'))).toBe('+50.0 %')
  expect(across(price(10_000, 'TRY'), price(10_000, 'EUR'))).toBeNull()
  expect(across(price(10_000, 'EUR'), price(10_000, 'TRY'))).toBeNull()
})

it.each([
  [price(499), [], 'it is outside of PRICE_BAND, 0.0005 to 1 USD a kilogram'],
  [price(20_000, 'TRY'), [], 'there is no exchange rate from TRY to USD: rates refresh'],
  [
    price(20_000),
    [price(20_000, 'TRY')],
    'it cannot be compared with 0.02 TRY, which has no exchange rate',
  ],
  [
    price(20_000),
    [price(20_000), price(10_000, 'EUR')],
    'it is more than 20 % away from 0.01 EUR, a price of the last 7 days',
  ],
])('%j after %j is refused with its reason', (next, earlier, reason) => {
  expect(checkPrice(next, earlier, rules)).toMatchObject({ reason })
})
