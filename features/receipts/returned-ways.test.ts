// Tests how a credit note's amount is divided among the card and the wallets.
import { expect, it } from 'vitest'
import type { PaperDocument } from '#features/tax/read-documents.ts'
import type { WalletPart } from './receipt-queries.ts'
import { waysOf } from './returned-ways.ts'

const note = (gross: number, card: number | null, part: number | null = null): PaperDocument => ({
  ...{ series: 1, kind: 'credit_note', year: 2026, sequence: gross, day: '2026-11-28' },
  ...{ country: 'GB', rate: '20', zero_reason: null, currency: 'GBP', tax_minor: 0, kg: null },
  ...{ gross_minor: gross, card_minor: card, part },
})
const wallet = (id: string, paid: number): WalletPart => ({
  ...{ programme_id: id, programme: id, wallet_currency: 'GBP' },
  ...{ wallet_minor: paid, paid_minor: paid },
})
const minorOf = (parts: readonly WalletPart[] = []) => parts.map((part) => part.paid_minor)

it('gives a refund in part its wallets, and the rest to the note that exceeds its card money', () => {
  const wallets = [wallet('bank', 300), wallet('welcome', 100)]
  const returned = [
    { ...wallet('bank', 75), part: 1 },
    { ...wallet('welcome', 25), part: 1 },
  ]
  const [onPage, part, rest] = [note(50, 50), note(175, 100, 1), note(475, 250)]
  const returns = { notes: [onPage, part, rest], wallets, returned, isWalletReturned: true }
  const found = returns.notes.map((each) => waysOf(each, returns))
  expect(found.map((ways) => ways?.cardMinor)).toEqual([50, 100, 250])
  expect(found.map((ways) => minorOf(ways?.wallets))).toEqual([[], [75], [225]])
  expect(found.map((ways) => minorOf(ways?.discounts))).toEqual([[], [25], [75]])
  const before = { ...returns, notes: [onPage, part], isWalletReturned: false }
  expect(minorOf(waysOf(onPage, before)?.discounts)).toEqual([])
})

it('gives a rest of discounts alone to the last note', () => {
  const [first, last] = [note(50, 50), note(150, 150)]
  const wallets = [wallet('welcome', 100)]
  const returns = { notes: [first, last], wallets, returned: [], isWalletReturned: true }
  expect(minorOf(waysOf(first, returns)?.discounts)).toEqual([])
  expect(minorOf(waysOf(last, returns)?.discounts)).toEqual([100])
})

it('knows the ways of a note without card money only where the card alone paid', () => {
  const old = note(200, null)
  const returns = { notes: [old], returned: [], isWalletReturned: true }
  expect(waysOf(old, { ...returns, wallets: [] })?.cardMinor).toBe(200)
  expect(waysOf(old, { ...returns, wallets: [wallet('bank', 50)] })).toBeNull()
})

it('gives each wallet of a programme and currency the rest of its own, in both currencies', () => {
  const of = (currency: string, wallet_minor: number, paid_minor: number) => ({
    ...{ ...wallet('bank', paid_minor), wallet_currency: currency, wallet_minor },
  })
  const wallets = [
    of('EUR', 115, 100),
    of('GBP', 300, 300),
    { ...of('GBP', 9, 9), programme_id: 'shop' },
  ]
  const returned = [
    { ...of('EUR', 23, 20), part: 1 },
    { ...of('GBP', 60, 60), part: 1 },
    { ...of('EUR', 11, 10), part: 2 },
    { ...of('GBP', 240, 240), part: 2 },
  ]
  const [one, two, rest] = [note(80, 0, 1), note(250, 0, 2), note(79, 0)]
  const returns = { notes: [one, two, rest], wallets, returned, isWalletReturned: true }
  const { part: _, ...back } = returned[2] ?? { part: 0 }
  expect(waysOf(two, returns)).toEqual({
    ...{ cardMinor: 0, discounts: [], wallets: [{ ...back, part: 2 }, returned[3]] },
  })
  // The pounds of the bank are all back, so that the rest has none of them.
  expect(waysOf(rest, returns)).toEqual({
    ...{ cardMinor: 0, discounts: [] },
    wallets: [of('EUR', 81, 70), { ...of('GBP', 9, 9), programme_id: 'shop' }],
  })
  expect(waysOf(rest, { ...returns, isWalletReturned: false })?.wallets).toEqual([])
})
