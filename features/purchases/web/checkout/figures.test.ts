// Compares the checkout's figures with the server's rules.
import { describe, expect, it } from 'vitest'
import type { PreviewReply } from '#features/wallet/wallet-calls.ts'
import { readWholeNumber } from '#web/ui/forms/whole-number.ts'
import {
  batchTotal,
  figuresOf,
  isPurchasable,
  isUnclearKg,
  kgFor,
  presetsFor,
  priceOf,
} from './figures.ts'

const preview: PreviewReply = {
  card_needed: 2.1,
  wallet_used: 1,
  wallet_total: 1,
  wallet_held: 0,
  wallet_tx_id: 'quote',
  currency: 'GBP',
  rate: 1,
  expires_at: '2026-11-21T10:00:00.000Z',
  card_minimum: 0.3,
}
const question = {
  pricePerKg: 0.031,
  kg: 100,
  rate: 1,
  preview,
  isQuoted: true,
  useWallet: true,
} as const

describe('kilograms as typed', () => {
  it.each([
    ['100', 100],
    [' 1,000 ', 1000],
    ['1,000,000', 1_000_000],
    ['1 000', 1000],
    ["1'000", 1000],
    ['١٠٠', 100],
    ['١٬٠٠٠', 1000],
    ['１００', 100],
    ['１，０００', 1000],
    ['१२', 12],
    ['١٫٥', null],
    ['10²', null],
    ['½', null],
    ['10.000', null],
    ['1.500', null],
    ['1,5000', null],
    ['1,500.000', null],
    ['1.5', null],
    ['1,50', null],
    ['-5', null],
    ['1e3', null],
    ['', null],
  ])('%j is %s', (text, kg) => expect(readWholeNumber(text)).toBe(kg))

  it('are grouped as the language writes them, and refused where the grouping is of another language', () => {
    expect([
      readWholeNumber('1.500', '.'),
      readWholeNumber('1,500', '.'),
      readWholeNumber('1\u202f500', '\u202f'),
    ]).toEqual([1500, null, 1500])
    expect([isUnclearKg('1.500', ','), isUnclearKg('1,500', '.')]).toEqual([true, true])
    expect(['1.500', '1,500'].map((text) => isUnclearKg(text, '\u202f'))).toEqual([true, true])
    expect(['1,500', '1.5', '1500', ''].map((text) => isUnclearKg(text, ','))).toEqual(
      Array(4).fill(false),
    )
  })

  it('are 1 to the limit of a purchase', () => {
    expect([0, 1, 10_000, 10_001].map(isPurchasable)).toEqual([false, true, true, false])
  })
})

describe('the figures', () => {
  it('are those of the quote where it is for this total', () => {
    const split = { total: 3.1, wallet: 1, card: 2.1, method: 'wallet+card' }
    expect(figuresOf(question)).toMatchObject(split)
  })

  it('are card alone when the wallet is switched off or does not answer', () => {
    const all = { total: 3.1, wallet: 0, card: 3.1, method: 'card' }
    expect(figuresOf({ ...question, useWallet: false })).toMatchObject(all)
    expect(figuresOf({ ...question, preview: undefined, isQuoted: false })).toMatchObject(all)
  })

  it('follow the server’s rule until the quote arrives', () => {
    const typed = { ...question, isQuoted: false }
    expect(figuresOf({ ...typed, kg: 10 })).toMatchObject({
      wallet: 0.31,
      card: 0,
      method: 'wallet',
    })
    // The wallet part falls until the card part reaches its minimum.
    expect(figuresOf({ ...typed, kg: 35 })).toMatchObject({ total: 1.08, wallet: 0.78, card: 0.3 })
  })

  it('show how many kilograms are missing to the card’s minimum', () => {
    const alone = { ...question, useWallet: false, isQuoted: false }
    expect(figuresOf({ ...alone, kg: 5 })).toMatchObject({
      kgToCardMinimum: 5,
      walletCouldPay: true,
    })
    expect(figuresOf({ ...alone, kg: 10 })).toMatchObject({ kgToCardMinimum: 0 })
    const reached = { ...alone, pricePerKg: 0.02 }
    expect(figuresOf({ ...reached, kg: 50 })).toMatchObject({ total: 1, walletCouldPay: true })
    expect(figuresOf({ ...reached, kg: 51 })).toMatchObject({ total: 1.02, walletCouldPay: false })
  })

  it('are in the buyer’s currency, rounded once from the exact price', () => {
    const foreign = { ...question, preview: undefined, isQuoted: false, rate: 44.71738776 }
    const figures = figuresOf({ ...foreign, pricePerKg: 0.04185, kg: 10_000 })
    expect(figures).toMatchObject({ total: 18_714.23, card: 18_714.23 })
  })

  it('at a rate, add kilograms to the card’s minimum and compare the wallet in the buyer’s currency', () => {
    const alone = { ...question, useWallet: false, isQuoted: false, pricePerKg: 0.02, rate: 0.5 }
    expect(figuresOf({ ...alone, kg: 5 })).toEqual({
      ...{ total: 0.05, wallet: 0, card: 0.05, method: 'card' },
      ...{ kgToCardMinimum: 25, walletCouldPay: true },
    })
    expect(figuresOf({ ...alone, kg: 100 })).toMatchObject({ total: 1, walletCouldPay: true })
    expect(figuresOf({ ...alone, kg: 101 })).toMatchObject({ total: 1.01, walletCouldPay: false })
    const quoted = { ...alone, kg: 155, useWallet: true, isQuoted: true }
    expect(figuresOf({ ...quoted, preview: { ...preview, card_needed: 0.55 } })).toEqual({
      ...{ total: 1.55, wallet: 1, card: 0.55, method: 'wallet+card' },
      ...{ kgToCardMinimum: 0, walletCouldPay: false },
    })
  })

  it('are unknown without a rate', () => {
    const unknown = { ...question, preview: undefined, isQuoted: false, rate: undefined }
    expect(figuresOf(unknown)).toMatchObject({ total: null, card: null, method: 'card' })
  })

  it('sum up prices of six decimals exactly', () => expect(batchTotal(0.000007, 3)).toBe(0.000021))
})

describe('the preset amounts', () => {
  const price = { pricePerKg: 0.02, rate: 1, useWallet: true }
  const wallet = (wallet_total: number) => ({ ...preview, wallet_total })

  it('leave out amounts that are too little for a card and too much for the wallet', () => {
    expect(presetsFor({ ...price, preview: wallet(0) })).toEqual([15, 50, 100, 1000])
    expect(presetsFor({ ...price, preview: wallet(0.2) })).toEqual([10, 50, 100, 1000])
    expect(presetsFor({ ...price, preview: wallet(0.2), useWallet: false })).toEqual([
      15, 50, 100, 1000,
    ])
    expect(presetsFor({ ...price, pricePerKg: 0.001, preview: wallet(0) })).toEqual([295, 1000])
  })

  it('are those that can be paid at the rate', () => {
    const foreign = { ...price, rate: 0.5 }
    expect(presetsFor({ ...foreign, preview: wallet(0) })).toEqual([30, 50, 100, 1000])
    expect(presetsFor({ ...foreign, preview: wallet(0.1) })).toEqual([10, 50, 100, 1000])
    expect(presetsFor({ ...foreign, rate: 0.1, preview: wallet(0.09) })).toEqual([10, 148, 1000])
  })

  it('are the usual ones while the rate is unknown', () => {
    const unknown = { ...price, rate: undefined, preview: wallet(0) }
    expect(presetsFor(unknown)).toEqual([10, 50, 100, 1000])
    expect(priceOf(0.02, 10, undefined)).toBeUndefined()
  })

  it('cost as much as the order will', () => expect(priceOf(0.0393, 100, 1)).toBe(3.93))
})

describe('the kilograms for an amount of money', () => {
  it.each([
    [500, 0.039, 1, { kg: 128, isLimited: false }],
    [500, 0.039, 0.8, { kg: 160, isLimited: false }],
    [3, 0.039, 1, { kg: 0, isLimited: false }],
    [39_000, 0.039, 1, { kg: 10_000, isLimited: false }],
    [39_003, 0.039, 1, { kg: 10_000, isLimited: false }],
    [39_004, 0.039, 1, { kg: 10_000, isLimited: true }],
    [100_000_000, 0.039, 1, { kg: 10_000, isLimited: true }],
    [500, 0.039, undefined, null],
  ])('%j minor units at %j and a rate of %j buy %j', (minor, price, rate, bought) => {
    expect(kgFor(minor, price, rate)).toEqual(bought)
  })

  it('never buys kilograms that cost more', () => {
    for (const minor of [4, 39, 100, 999, 12_345]) {
      const kg = kgFor(minor, 0.0273, 1.1741)?.kg ?? 0
      expect(priceOf(0.0273, kg, 1.1741)).toBeLessThanOrEqual(minor / 100)
      expect(priceOf(0.0273, kg + 1, 1.1741)).toBeGreaterThan(minor / 100)
    }
  })
})
