// Tests how wallets share their part, to the last minor unit. The figures are worked out by hand.
import { describe, expect, it } from 'vitest'
import {
  cardMinimumOf,
  reachOf,
  type SpendableWallet,
  spendableWallets,
  takeFromWallets,
} from '#features/wallet/wallet-split.ts'

const wallet = (over: Partial<SpendableWallet> = {}): SpendableWallet => ({
  programmeId: 'bank',
  currency: 'EUR',
  balanceMinor: 1_000,
  createdAt: new Date('2026-01-01'),
  rate: '1',
  ...over,
})

describe('a foreign part', () => {
  it.each([
    // Paid, rate, the exact part in the wallet's currency; debited, and its rounding.
    [30, '0.87058', '34.46', 35, 1],
    [40, '0.87058', '45.95', 46, 0],
    [1, '2', '0.5: a half goes to the even 0', 1, 1],
    [3, '2', '1.5: a half goes to the even 2', 2, 0],
    [4, '2', '2', 2, 0],
    [7, '1', '7', 7, 0],
  ])(
    'of %i at %s, exactly %s, debits %i, of which %i is rounding',
    (paid, rate, _, debit, rest) => {
      expect(takeFromWallets([wallet({ rate })], paid)).toEqual([
        {
          programmeId: 'bank',
          walletCurrency: 'EUR',
          walletMinor: debit,
          paidMinor: paid,
          roundingMinor: rest,
        },
      ])
    },
  )
})

describe('several wallets', () => {
  const [first, second] = [wallet({ balanceMinor: 40 }), wallet({ programmeId: 'next' })]

  it('pay one after another, none more than is missing', () => {
    const paid = takeFromWallets([first, second], 100)
    expect(paid?.map(({ paidMinor }) => paidMinor)).toEqual([40, 60])
    expect(takeFromWallets([first, second], 40)).toHaveLength(1)
    expect(takeFromWallets([wallet({ balanceMinor: 0 }), second], 5)).toHaveLength(1)
  })

  it('of three currencies each pay by their own rate', () => {
    const wallets = [
      wallet({ programmeId: 'own', currency: 'GBP', balanceMinor: 25 }),
      wallet({ programmeId: 'half', currency: 'TRY', balanceMinor: 41, rate: '0.5' }),
      wallet({ programmeId: 'empty', currency: 'USD', balanceMinor: 0, rate: '0.9' }),
      wallet({ programmeId: 'last', currency: 'USD', balanceMinor: 500, rate: '2' }),
    ]
    const none = { roundingMinor: 0 }
    expect(takeFromWallets(wallets, 58)).toEqual([
      { ...none, programmeId: 'own', walletCurrency: 'GBP', walletMinor: 25, paidMinor: 25 },
      { ...none, programmeId: 'half', walletCurrency: 'TRY', walletMinor: 40, paidMinor: 20 },
      {
        ...{ programmeId: 'last', walletCurrency: 'USD', walletMinor: 7, paidMinor: 13 },
        roundingMinor: 1,
      },
    ])
  })

  it('pay nothing where their sum is too small', () => {
    expect(takeFromWallets([first, second], 1_040)).toHaveLength(2)
    expect(takeFromWallets([first, second], 1_041)).toBeNull()
    expect(takeFromWallets([], 0)).toEqual([])
  })

  it('reach the sum of their parts, each rounded down', () => {
    const half = wallet({ balanceMinor: 3, rate: '0.5' })
    expect(reachOf([half, half, first])).toBe(42)
  })
})

describe('the order of spending', () => {
  const row = (programme_id: string, currency: string, day: string) => ({
    programme_id,
    currency,
    balance_minor: 100,
    created_at: new Date(day),
  })
  const rows = [
    row('young', 'EUR', '2026-03-01'),
    row('b-same-day', 'EUR', '2026-02-01'),
    row('a-same-day', 'EUR', '2026-02-01'),
    row('youngest', 'GBP', '2026-04-01'),
    row('unknown', 'XXX', '2026-01-01'),
  ]
  const rateOf = (currency: string) => (currency === 'XXX' ? null : '1')
  const names = (programme: string | null) =>
    spendableWallets(rows, 'GBP', programme, rateOf).map(({ programmeId }) => programmeId)

  it('is the own currency, then the oldest, then the name; a wallet without a rate is left out', () => {
    expect(names(null)).toEqual(['youngest', 'a-same-day', 'b-same-day', 'young'])
  })

  it('is one programme alone where it is named', () => {
    expect(names('young')).toEqual(['young'])
    expect(names('unknown')).toEqual([])
  })
})

it('the card’s minimum is known for each of our currencies, and 1 for another', () => {
  const minimums = { GBP: 30, EUR: 50, USD: 50, TRY: 2_000 } as const
  expect(cardMinimumOf(minimums, 'GBP')).toBe(30)
  expect(cardMinimumOf(minimums, 'XXX')).toBe(1)
})
