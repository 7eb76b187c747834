// Tests the wallet in the profile: its sum and the day of the rates, held money, each programme and
// the entries; and how many kilograms it pays alone.

import type { ReactNode } from 'react'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Batch, exampleBatch } from '#features/catalogue/catalogue-calls.ts'
import { useCoveredKg } from '#features/purchases/web/checkout/checkout-action.tsx'
import { type Known, markupOf, wordsIn } from '#web/test-markup.tsx'
import { texts } from '#web/texts.ts'
import { formatDateTime } from '#web/ui/number-format.ts'
import {
  getExchangeRate,
  getWallet,
  listWalletTransactions,
  type Wallet,
  type WalletTransaction,
} from '../wallet-calls.ts'
import { programmeName } from './programme-mark.tsx'
import { WalletActivity } from './wallet-activity.tsx'
import { WalletTotals } from './wallet-totals.tsx'

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T12:00:00Z') })
  vi.stubGlobal('location', new URL('https://passport.example/app/settings'))
  const dataset = { imageHosts: 'pictures.example' }
  vi.stubGlobal('document', { documentElement: { dataset } })
})
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Answers = { wallet?: Wallet; entries?: WalletTransaction[]; rates?: Record<string, number> }

function drawn(part: ReactNode, { wallet, entries, rates = {} }: Answers): string {
  const known: Known = Object.entries(rates).map(([from, rate]) => {
    const answer = { from, to: 'GBP', rate, as_of: '2026-11-22', source: 'ecb' }
    return [[getExchangeRate.id, from, 'GBP'], answer]
  })
  return markupOf(part, [
    ...known,
    [[getWallet.id], wallet],
    [[listWalletTransactions.id], entries],
  ])
}
const programme = (program_name: string, totals: Wallet['wallets'][number]['totals']) => ({
  ...{ program_id: program_name, program_name, logo_url: null, totals },
})
const money = (currency: string, total: number, held = 0) => ({ currency, total, held })
const wallet = (...wallets: Wallet['wallets']): Wallet => ({
  ...{ wallets, totalInUserCurrency: 9.5, userCurrency: 'GBP', as_of: null },
})
const totals = (of: Wallet) => wordsIn(drawn(<WalletTotals />, { wallet: of }))

describe('the wallet', () => {
  it('of one programme and one currency shows its money once, with held money next to it', () => {
    expect(totals(wallet(programme('Green Bank', [money('GBP', 9.5, 0.5)])))).toEqual([
      ...['Wallet', 'Total in GBP', '£9.50', 'GB', 'Green Bank'],
      ...['GBP', '£9.50', '£0.50 held for open purchases'],
    ])
  })

  it('of several shows its money by currency and by programme, without held money where there is none', () => {
    const two = wallet(
      programme('Green Bank', [money('EUR', 2), money('GBP', 1)]),
      programme('Zéro', [money('EUR', 3)]),
    )
    expect(totals(two).slice(3)).toEqual([
      ...['By currency', 'GBP', '£1.00', 'EUR', '€5.00'],
      ...['By programme', 'GB', 'Green Bank', 'EUR', '€2.00', 'GBP', '£1.00'],
      ...['Z', 'Zéro', 'EUR', '€3.00'],
    ])
  })

  it('of one programme in two currencies, or of two in one, has the sum of each currency', () => {
    const one = wallet(programme('Green Bank', [money('EUR', 2), money('GBP', 1)]))
    expect(totals(one).slice(3, 8)).toEqual(['By currency', 'GBP', '£1.00', 'EUR', '€2.00'])
    const two = wallet(programme('A', [money('EUR', 2, 1)]), programme('B', [money('EUR', 3, 2)]))
    expect(totals(two).slice(3, 8)).toEqual([
      ...['By currency', 'EUR', '€5.00', '€3.00 held for open purchases', 'By programme'],
    ])
  })

  it.each([
    ['2026-11-20', 'At the exchange rates of Nov 20, 2026'],
    ['2026-11-16', 'At the exchange rates of Nov 16, 2026'],
    ['2026-11-15', 'At the exchange rates of Nov 15, 2026, 8 days old'],
    ['2026-11-10', 'At the exchange rates of Nov 10, 2026, 13 days old'],
    ['2026-04-13', 'At example exchange rates of Apr 13, 2026, 224 days old', true],
  ])('shows the day of its rates: %s', (as_of, words, has_example_rates = false) => {
    const own = { ...wallet(programme('W', [money('EUR', 1)])), as_of, has_example_rates }
    expect(totals(own)).toContain(words)
  })

  it('names the programmes of the product, and gives partners their own names', () => {
    const names = ['Welcome', 'Refunds', 'Green Bank'].map((name) => programmeName(name))
    expect(names).toEqual(['Welcome', 'Refunds', 'Green Bank'])
  })

  it('has the product’s own programmes in the language of the page, in each place', () => {
    vi.spyOn(texts, 'wallet_welcome').mockReturnValue('Willkommen')
    vi.spyOn(texts, 'wallet_refunds').mockReturnValue('Erstattungen')
    const names = ['Welcome', 'Refunds', 'Green Bank']
    expect(names.map((name) => programmeName(name))).toEqual([
      ...['Willkommen', 'Erstattungen', 'Green Bank'],
    ])
    const own = wallet(...names.map((name) => programme(name, [money('GBP', 1)])))
    const marks = totals(own).filter((words) => !/GBP|£/.test(words))
    expect(marks).toEqual([
      ...['Wallet', 'By currency', 'By programme', 'W', 'Willkommen', 'E', 'Erstattungen'],
      ...['GB', 'Green Bank'],
    ])
    vi.restoreAllMocks()
  })

  it('that is empty has a text for that', () => {
    expect(totals(wallet()).at(-1)).toBe('No programme has put money into your wallet yet.')
  })
})

describe('the entries', () => {
  const entry = (id: string, own: Partial<WalletTransaction> = {}): WalletTransaction => ({
    ...{ id, type: 'credit', amount: 1, currency: 'GBP', source: `From ${id}`, logo_url: null },
    created_at: '2026-11-20T10:00:00Z',
    is_refund: false,
    ...own,
  })
  const activity = (...entries: WalletTransaction[]) => drawn(<WalletActivity />, { entries })

  it('have their sign, whichever the answer has, and the product’s own programme its name', () => {
    const words = wordsIn(
      activity(
        entry('in', { source: 'Welcome' }),
        entry('out', { type: 'debit', amount: -2.5, currency: 'EUR' }),
      ),
    )
    expect(words.filter((each) => /\d\.\d\d/.test(each))).toEqual(['+£1.00', '−€2.50'])
    expect(words).toContain('Welcome')
  })

  it('each have their programme, kind, moment and amount, and money that came in has a colour', () => {
    const html = activity(
      entry('Green Bank', { source: 'Green Bank', amount: 1234.5 }),
      entry('2', { type: 'debit', amount: 2, currency: 'EUR', created_at: '2026-11-21T11:30:00Z' }),
      entry('3', { is_refund: true, source: 'Refunds' }),
    )
    const moments = ['2026-11-20T10:00:00Z', '2026-11-21T11:30:00Z'].map((moment) =>
      formatDateTime(moment).replaceAll('\u202f', '\u00a0').replaceAll('\u00a0', ' '),
    )
    expect(wordsIn(html).map((each) => each.replaceAll('\u202f', ' '))).toEqual([
      'Wallet activity',
      ...['GB', 'Green Bank', 'In', moments[0], '+£1,234.50'],
      ...['F2', 'From 2', 'Out', moments[1], '−€2.00'],
      ...['R', 'Refunds', 'Refund', moments[0], '+£1.00'],
    ])
    const rows = html.split('<li').slice(1)
    expect(rows.map((each) => each.includes('text-link'))).toEqual([true, false, true])
    expect(rows.map((each) => /dateTime="([^"]*)"/i.exec(each)?.[1])).toEqual([
      ...['2026-11-20T10:00:00Z', '2026-11-21T11:30:00Z', '2026-11-20T10:00:00Z'],
    ])
  })

  it('show a refund as a refund', () => {
    const refund = entry('Biogas', { is_refund: true })
    expect(wordsIn(activity(refund))).toContain('Refund')
    expect(wordsIn(activity(entry('Biogas')))).not.toContain('Refund')
  })

  it('are five initially, with a link to all of them where there are more', () => {
    const entries = Array.from({ length: 6 }, (_, place) => entry(String(place)))
    const [five, six] = [activity(...entries.slice(1)), activity(...entries)]
    expect([five, six].map((html) => html.match(/<li/g)?.length)).toEqual([5, 5])
    expect([five, six].map((html) => html.includes('Show all'))).toEqual([false, true])
    expect(six).toContain('From 0')
    expect(wordsIn(activity())).toContain('No wallet transactions yet.')
  })

  it('have the programme’s logo where its host is listed, and else the initials', () => {
    const logo = (logo_url: string) => activity(entry('x', { source: 'Green Bank of', logo_url }))
    const [listed, other] = ['https://pictures.example/a.png', 'https://evil.example/a.png'].map(
      logo,
    )
    expect(listed).toContain('src="https://pictures.example/a.png"')
    expect(other).not.toContain('<img')
    expect(wordsIn(other ?? '')).toContain('GB')
  })
})

function Covered({ of }: { of: Batch | undefined }) {
  return String(useCoveredKg(of))
}
describe('the kilograms that the wallet pays alone', () => {
  const batch = { ...exampleBatch, price_per_kg: 0.02, kg_available: 60_000 }
  const pounds = (totalInUserCurrency: number) => ({ ...wallet(), totalInUserCurrency })
  const dollars = { ...batch, currency: 'USD' }
  it.each([
    ['as many kilograms as it has money for', batch, { wallet: pounds(1) }, '50'],
    ['at most the kilograms left', { ...batch, kg_available: 30 }, { wallet: pounds(1) }, '30'],
    ['at most the limit of a purchase', batch, { wallet: pounds(900) }, '10000'],
    ['at the rate of the day', dollars, { wallet: pounds(1), rates: { USD: 0.5 } }, '100'],
    ['zero where it is empty, rate or not', dollars, { wallet: pounds(0) }, '0'],
    ['unknown without a rate', dollars, { wallet: pounds(1) }, 'undefined'],
    ['unknown without the wallet', batch, {}, 'undefined'],
    ['unknown without a batch', undefined, { wallet: pounds(1) }, 'undefined'],
  ])('are %s', (_, of, known, kg) => expect(drawn(<Covered of={of} />, known)).toBe(kg))
})
