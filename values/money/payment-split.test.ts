// Tests the limits of how wallet and card share a total.
import { expect, test } from 'vitest'
import { totalMinorOf } from './money.ts'
import { leastCardKg, mostWalletKg, walletShareOf } from './payment-split.ts'

test.each([
  [310, 100, 30, 100],
  [100, 100, 30, 100],
  [108, 100, 30, 78],
  [20, 10, 30, 0],
  [310, 0, 30, 0],
])(
  'of %i with %i in the wallet and a card from %i, the wallet pays %i',
  (total, reach, card, pays) => expect(walletShareOf(total, reach, card)).toBe(pays),
)

test.each([
  [20_000, '1', 30, 10_000, 15],
  [31_000, '1', 30, 10_000, 10],
  [26_000, '44.71738776', 2000, 10_000, 18],
  [1_000_000, '1', 30, 10_000, 1],
  [7, '1', 30, 10_000, null],
])(
  'at %i millionths a kg and a rate of %s, a card of at least %i pays from %4$s kg',
  (price, rate, least, max, kg) => expect(leastCardKg(price, rate, least, max)).toBe(kg),
)

test.each([
  [39_300, '1', 100, 10_000, 25],
  [39_300, '1', 0, 10_000, 0],
  [20_000, '1', 100, 30, 30],
  [26_000, '44.71738776', 100, 10_000, 0],
  [20_000, '1', 100, 0, 0],
])(
  'at %i millionths a kg and a rate of %s, %i in the wallet pay for %4$s kg of at most %i',
  (price, rate, reach, max, kg) => {
    expect(mostWalletKg(price, rate, reach, max)).toBe(kg)
    if (kg > 0) expect(totalMinorOf(price, kg, rate)).toBeLessThanOrEqual(reach)
    if (kg < max) expect(totalMinorOf(price, kg + 1, rate)).toBeGreaterThan(reach)
  },
)
