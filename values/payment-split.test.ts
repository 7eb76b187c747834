// The rules by which wallet and card share a total, at their edges.
import { expect, test } from 'vitest'
import { leastCardKg, walletShareOf } from './payment-split.ts'

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
