// Tests the only module that rounds, against tables and against exact arithmetic.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  convertMinor,
  crossRate,
  divideHalfEven,
  microsToUnits,
  minorText,
  nearestMicros,
  nearestMinor,
  rateText,
  ratioOf,
  totalMinorOf,
  unitsToMicros,
  unitsToMinor,
  walletDebitMinor,
  walletReachMinor,
} from './money.ts'

describe('rounding', () => {
  it.each([
    [5n, 10n, 0n],
    [15n, 10n, 2n],
    [25n, 10n, 2n],
    [26n, 10n, 3n],
    [24n, 10n, 2n],
  ])('%d / %d is %d, halves to even', (numerator, denominator, expected) => {
    expect(divideHalfEven(numerator, denominator)).toBe(expected)
  })

  it('prices 100 kg at 0.0114 as 1.14', () => {
    expect(totalMinorOf(11_400, 100, '1')).toBe(114)
  })

  it('never sells at a price of zero', () => {
    expect(totalMinorOf(1, 1, '1')).toBe(1)
  })

  it('gives the European Central Bank cross rates of 13 April 2026 with 10 digits', () => {
    expect(crossRate('0.87058', '1')).toBe('1.148659514')
    expect(crossRate('1.1684', '0.87058')).toBe('0.7451044163')
    expect(crossRate('0.87058', '52.2478')).toBe('60.01493257')
    expect(crossRate('52.2478', '0.87058')).toBe('0.01666251976')
  })
})

describe('a foreign wallet', () => {
  it('is never debited more than its balance for the part that it can pay', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 1, max: 10_000_000_000 }),
        (balanceMinor, rateDigits) => {
          const rate = (rateDigits / 1e8).toFixed(8)
          if (/^0\.0+$/.test(rate)) return
          const reach = walletReachMinor(balanceMinor, rate)
          expect(walletDebitMinor(reach, rate)).toBeLessThanOrEqual(balanceMinor)
        },
      ),
    )
  })
})

describe('a wallet’s debit', () => {
  it.each([
    // Part, rate; the exact debit rounded up, the balance that reaches the part and no more.
    [30, '0.87058', 35],
    [40, '0.87058', 46],
    [3, '2', 2],
    [4, '2', 2],
    [0, '2', 0],
  ])('of %i at %s is %i, enough for the part', (part, rate, debit) => {
    expect(walletDebitMinor(part, rate)).toBe(debit)
    expect(walletReachMinor(debit, rate)).toBeGreaterThanOrEqual(part)
  })
})

describe('invalid amounts and rates', () => {
  it('is refused: a rate of zero, a rate that is no number, more than a number holds', () => {
    for (const rate of ['0', '0.000', '', '-1', '1e3', '1.', 'one']) {
      expect(() => ratioOf(rate)).toThrow(RangeError)
    }
    expect(() => totalMinorOf(Number.MAX_SAFE_INTEGER, 10_000_000, '1')).toThrow(RangeError)
    expect(() => convertMinor(Number.MAX_SAFE_INTEGER, '2')).toThrow('90 trillion')
    expect(convertMinor(Number.MAX_SAFE_INTEGER, '1')).toBe(Number.MAX_SAFE_INTEGER)
  })
})

describe('the API', () => {
  it('returns unit prices of at most six decimals exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), (micros) => {
        expect(unitsToMicros(microsToUnits(micros))).toBe(micros)
      }),
    )
  })

  it('reads a price exactly that floats round down', () => {
    expect([0.000249, 0.000251, 0.000489].map(unitsToMicros)).toEqual([249, 251, 489])
    expect([0.0039 * 50, 0.0207 * 50].map(nearestMicros)).toEqual([195_000, 1_035_000])
  })

  it.each([0.1 + 0.2, 1e308, Number.NaN, 0.001])('refuses %d as an amount', (amount) => {
    expect(unitsToMinor(amount)).toBeNull()
  })

  it('keeps an amount in its own currency, and rounds a half in another to the even one', () => {
    expect(convertMinor(12_345, '1')).toBe(12_345)
    expect([1, 3, 5].map((minor) => convertMinor(minor, '0.5'))).toEqual([0, 2, 2])
  })

  it('reads a float as the nearest amount', () => {
    expect([0.29, 1.15, -0.29].map(nearestMinor)).toEqual([29, 115, -29])
  })

  it.each([
    [0.87058, '0.87058'],
    [52, '52'],
    [1e-7, '0.0000001000000000'],
    [0, undefined],
    [-1, undefined],
    [Number.NaN, undefined],
    [undefined, undefined],
  ])('has %s as the rate %s', (rate, text) => expect(rateText(rate)).toBe(text))

  it.each([
    [1_234, 2, '12.34'],
    [-1_234, 2, '-12.34'],
    [-5, 2, '-0.05'],
    [1_234, 0, '1234'],
    [5, 3, '0.005'],
  ])('%i minor units of %i decimals are written %s', (minor, decimals, text) =>
    expect(minorText(minor, decimals)).toBe(text),
  )
})
