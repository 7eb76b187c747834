// Tests the money of refunds in part with generated purchases: parts add up to the payment, to the unit.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { WalletPart } from '#features/wallet/wallet-split.ts'
import { leftOfWallets, type Payment, paidByWallets, partAmountsOf } from './part-amounts.ts'

const wallet = fc.record({
  walletMinor: fc.integer({ min: 1, max: 5_000_000 }),
  paidMinor: fc.integer({ min: 0, max: 5_000_000 }),
  roundingMinor: fc.constantFrom(0, 1),
})
const payment = fc
  .record({
    kg: fc.integer({ min: 2, max: 400 }),
    cardMinor: fc.integer({ min: 0, max: 9_000_000 }),
    wallets: fc.array(wallet, { maxLength: 3 }),
    // An amount in a currency without decimals is a multiple of 100 units.
    unit: fc.constantFrom(1, 100, 1_000),
  })
  .map(({ kg, cardMinor, wallets, unit }): Payment => {
    const walletParts = wallets.map(
      (each, index): WalletPart => ({
        ...each,
        // One programme may have wallets in several currencies.
        programmeId: `programme-${index >> 1}`,
        walletCurrency: index % 2 === 0 ? 'EUR' : 'USD',
        paidMinor: each.paidMinor * unit,
      }),
    )
    return { kg, cardMinor: cardMinor * unit, walletParts }
  })
const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 60 })

/** The oracle: total x kg / all kilograms by rational numbers, rounded half-even. */
function oracleOf(totalMinor: number, kg: number, allKg: number): number {
  const [whole, rest] = [
    (BigInt(totalMinor) * BigInt(kg)) / BigInt(allKg),
    (BigInt(totalMinor) * BigInt(kg)) % BigInt(allKg),
  ]
  const doubled = 2n * rest - BigInt(allKg)
  return Number(doubled > 0n || (doubled === 0n && whole % 2n === 1n) ? whole + 1n : whole)
}

const totalOf = ({ cardMinor, walletParts }: Payment) => cardMinor + paidByWallets(walletParts)

it('adds up to the payment by card and by each wallet, in each currency', () => {
  fc.assert(
    fc.property(payment, sizes, (paid, wished) => {
      let rest = paid
      const returned: WalletPart[] = []
      while (rest.kg > 0) {
        const kg = Math.min(wished.shift() ?? rest.kg, rest.kg)
        const part = partAmountsOf(paid, rest, kg)
        const isLast = kg === rest.kg
        const expected = isLast
          ? totalOf(rest)
          : Math.min(oracleOf(totalOf(paid), kg, paid.kg), totalOf(rest))
        expect(totalOf(part)).toBe(expected)
        returned.push(...part.walletParts)
        const walletParts = leftOfWallets(paid.walletParts, returned)
        rest = { kg: rest.kg - kg, cardMinor: rest.cardMinor - part.cardMinor, walletParts }
        const figures = [part, rest].flatMap((each) => [
          each.cardMinor,
          ...each.walletParts.flatMap((one) => [one.walletMinor, one.paidMinor, one.roundingMinor]),
        ])
        expect(Math.min(...figures)).toBeGreaterThanOrEqual(0)
      }
      expect(totalOf(rest)).toBe(0)
      expect(rest.walletParts.every(({ walletMinor }) => walletMinor === 0)).toBe(true)
    }),
  )
})

it.each([
  // 0.5 and 1.5 of a unit go to the even one.
  [{ kg: 10, cardMinor: 5, walletParts: [] }, 1, 0],
  [{ kg: 10, cardMinor: 15, walletParts: [] }, 1, 2],
  [{ kg: 3, cardMinor: 100, walletParts: [] }, 1, 33],
  [{ kg: 3, cardMinor: 100, walletParts: [] }, 2, 67],
])('rounds half-even: %j, %i kg', (paid, kg, cardMinor) => {
  expect(partAmountsOf(paid, paid, kg)).toEqual({ kg, cardMinor, walletParts: [] })
})

it('splits in proportion, and gives the card the rest', () => {
  const wallet = { programmeId: 'one', walletCurrency: 'GBP', roundingMinor: 0 }
  const paid = {
    kg: 3,
    cardMinor: 51,
    walletParts: [{ ...wallet, walletMinor: 50, paidMinor: 50 }],
  }
  // A third of 1.01 is 0.34, of which 50/101 is 0.17.
  expect(partAmountsOf(paid, paid, 1)).toEqual({
    kg: 1,
    cardMinor: 17,
    walletParts: [{ ...wallet, walletMinor: 17, paidMinor: 17 }],
  })
})

it('takes from the wallets what the card has too little left for', () => {
  const oneMinor = { walletCurrency: 'GBP', walletMinor: 1, paidMinor: 1, roundingMinor: 0 }
  const walletParts = [
    { ...oneMinor, programmeId: 'one' },
    { ...oneMinor, programmeId: 'two' },
  ]
  const paid = { kg: 3, cardMinor: 1, walletParts }
  // A third of each wallet's 0.01 is 0, so the card pays the first kilogram and has nothing left for the second.
  const rest = { kg: 2, cardMinor: 0, walletParts }
  expect(partAmountsOf(paid, paid, 1).cardMinor).toBe(1)
  const { cardMinor, walletParts: returned } = partAmountsOf(paid, rest, 1)
  expect(cardMinor).toBe(0)
  expect(returned.map(({ paidMinor }) => paidMinor)).toEqual([1, 0])
})
