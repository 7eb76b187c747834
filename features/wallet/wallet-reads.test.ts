// Tests what a wallet page and a preview say, and the lines of the product's own programmes, from rows: with
// currencies that lack a rate, rates of several days, and pages of users of other currencies.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Viewer } from '#features/people/find-session.ts'
import { bundledRates } from '#providers/exchange-rates/bundled-rates.ts'
import { insertSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import { isProblem } from '#values/problem.ts'
import { previewPayment } from './preview-payment.ts'
import { openRefundsProgramme } from './programmes/open-refunds-programme.ts'
import { openWelcomeProgramme } from './programmes/open-welcome-programme.ts'
import { openQuote } from './quote.ts'
import { currentRates, forgetRates, rateBetween } from './rates/rates.ts'
import { readSpendable } from './read-spendable.ts'
import { readWallet } from './read-wallet.ts'
import type { Services } from './wallet-services.ts'

const [ada, ben] = [idOf(1), idOf(2)]
const phone = '+905320000001'
const nowMs = Date.parse('2026-11-29T10:00:00Z')

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
beforeEach(async () => {
  const tables = ['wallets', 'programme_balances', 'programmes', 'exchange_rates']
  await rows.run(tables.map((table) => `delete from ${table};`).join(''))
  forgetRates(rows.db)
})

const key = Buffer.alloc(32, 7)
const services = (): Services =>
  ({
    ...{ db: rows.db, keys: { quote: key }, clock: () => nowMs },
    settings: { cardMinimumMinor: { EUR: 50, GBP: 30, TRY: 2_000, USD: 60 } },
  }) as unknown as Services
const viewer = (currency: string, of: Partial<Viewer> = {}): Viewer =>
  ({ passportId: ada, phone, currency, ...of }) as Viewer
const programme = (id: string, row: Row = {}) =>
  insertSql('programmes', { id, name: `Name of ${id}`, ...row })
const wallet = (programme_id: string, currency: string, row: Row) =>
  insertSql('wallets', { passport_id: ada, programme_id, currency, ...row })
const rate = (currency: string, units_per_eur: string, row: Row = {}) =>
  insertSql('exchange_rates', {
    ...{ as_of: '2026-11-27', currency, units_per_eur, source: 'ECB', ...row },
  })
/** 1 EUR = 50 TRY = 2 USD, of the newest day; an older day has other rates. */
const rates = () =>
  rate('TRY', '50') +
  rate('USD', '2') +
  rate('TRY', '40', { as_of: '2026-11-26', source: 'old' }) +
  rate('GBP', '1', { as_of: '2026-11-26', source: 'old' })
const money = () =>
  programme('bank', { logo_url: 'https://a/logo' }) +
  programme('shop') +
  wallet('bank', 'EUR', { balance_minor: 100, held_minor: 10, created_at: '2026-01-01 10:00' }) +
  wallet('shop', 'TRY', { balance_minor: 7_000, held_minor: 30, created_at: '2026-01-02 10:00' }) +
  wallet('bank', 'USD', { balance_minor: 300, held_minor: 40, created_at: '2026-01-03 10:00' }) +
  wallet('bank', 'GBP', { balance_minor: 900, held_minor: 50, created_at: '2026-01-04 10:00' }) +
  wallet('bank', 'TRY', { passport_id: ben, balance_minor: 1 })

describe('the wallets', () => {
  it('add up in the user’s currency, without money that has no rate on the newest day', async () => {
    await rows.run(rates() + money())
    expect(await readWallet(services(), viewer('TRY'))).toEqual({
      wallets: [
        {
          ...{ program_id: 'bank', program_name: 'Name of bank', logo_url: 'https://a/logo' },
          totals: [
            { currency: 'EUR', total: 1, held: 0.1 },
            { currency: 'USD', total: 3, held: 0.4 },
            { currency: 'GBP', total: 9, held: 0.5 },
          ],
        },
        {
          ...{ program_id: 'shop', program_name: 'Name of shop', logo_url: null },
          totals: [{ currency: 'TRY', total: 70, held: 0.3 }],
        },
      ],
      // 1 EUR is 50, 70 are 70, and 3 USD are 75; pounds have no rate.
      ...{ totalInUserCurrency: 195, userCurrency: 'TRY', as_of: '2026-11-27' },
    })
    // The last wallet is of the own currency, and the others are not.
    expect(await readWallet(services(), viewer('GBP'))).toMatchObject({
      ...{ totalInUserCurrency: 9, userCurrency: 'GBP', as_of: '2026-11-27' },
    })
  })

  it('of the own currency alone need no rates, not even examples', async () => {
    const example = { source: bundledRates.source, as_of: bundledRates.asOf }
    const shop = programme('shop') + wallet('shop', 'TRY', { balance_minor: 7_000 })
    await rows.run(rate('TRY', '50', example) + shop)
    const own = { totalInUserCurrency: 70, userCurrency: 'TRY', as_of: null }
    const read = await readWallet(services(), viewer('TRY'))
    expect(read).toEqual({ ...own, wallets: [expect.anything()] })
    const converted = await readWallet(services(), viewer('EUR'))
    expect(converted).toEqual({
      ...{ totalInUserCurrency: 1.4, userCurrency: 'EUR', as_of: bundledRates.asOf },
      ...{ has_example_rates: true, wallets: [expect.anything()] },
    })
  })

  it('without any rates still show their own money', async () => {
    await rows.run(money())
    expect(await readWallet(services(), viewer('TRY'))).toMatchObject({
      ...{ totalInUserCurrency: 70, as_of: null },
    })
  })

  it('that can pay are all of a passport, the own currency first', async () => {
    await rows.run(rates() + money())
    const known = await currentRates(rows.db)
    const spendable = await readSpendable(rows.db, ada, 'USD', (currency) =>
      rateBetween(known, currency, 'USD'),
    )
    const at = (day: string) => new Date(`2026-01-${day}T10:00:00Z`)
    expect(spendable).toEqual([
      {
        ...{ programmeId: 'bank', currency: 'USD', balanceMinor: 300, rate: '1' },
        createdAt: at('03'),
      },
      {
        ...{ programmeId: 'bank', currency: 'EUR', balanceMinor: 100, rate: '2.000000000' },
        createdAt: at('01'),
      },
      {
        ...{ programmeId: 'shop', currency: 'TRY', balanceMinor: 7_000, rate: '0.04000000000' },
        createdAt: at('02'),
      },
    ])
  })
})

describe('a preview', () => {
  const body = { phone, total_price: 8, currency: 'EUR', user_currency: 'TRY' }
  const preview = (change: object = {}, who = viewer('TRY')) =>
    previewPayment(services(), who, { ...body, ...change })

  it('is in the user’s currency, with its rates, minimum and end, and money that is held', async () => {
    await rows.run(rates() + money())
    const read = await preview()
    if (isProblem(read)) throw new Error(read.problem)
    const { wallet_tx_id: sealed, ...rest } = read
    expect(rest).toEqual({
      // 8 EUR are 400 TRY, of which the wallets have 195. Held are 5 + 0.30 + 10 TRY; pounds have no rate.
      ...{ card_needed: 205, wallet_used: 195, wallet_total: 195, wallet_held: 15.3 },
      ...{ currency: 'TRY', rate: 50, expires_at: '2026-11-29T10:10:00.000Z', card_minimum: 20 },
    })
    expect(openQuote(sealed, key, { passportId: ada, phone }, nowMs)).toEqual({
      ...{ passportId: ada, programmeId: null, batchCurrency: 'EUR', currency: 'TRY' },
      ...{ rate: '50.00000000', totalMinor: 40_000 },
      walletRates: { TRY: '1', EUR: '50.00000000', USD: '25.00000000' },
      ...{ walletMinor: 19_500, cardMinor: 20_500, expiresAtMs: nowMs + 600_000 },
    })
  })

  it('of one programme has its money alone, held too', async () => {
    await rows.run(rates() + money())
    const read = await preview({ program_id: 'bank' })
    expect(read).toMatchObject({
      ...{ card_needed: 275, wallet_used: 125, wallet_total: 125, wallet_held: 15 },
    })
    if (isProblem(read)) throw new Error(read.problem)
    const quote = openQuote(read.wallet_tx_id, key, { passportId: ada, phone }, nowMs)
    expect(quote?.programmeId).toBe('bank')
    expect(await preview({ program_id: 'none' })).toMatchObject({
      ...{ card_needed: 400, wallet_used: 0, wallet_total: 0, wallet_held: 0 },
    })
  })

  it('leaves the card nothing or its minimum', async () => {
    await rows.run(rates() + money())
    // 200 TRY: 195 of the wallets would leave the card 5.
    expect(await preview({ total_price: 4 })).toMatchObject({ card_needed: 20, wallet_used: 180 })
    expect(await preview({ total_price: 3.9 })).toMatchObject({ card_needed: 0, wallet_used: 195 })
  })

  it('is for the own number, in any spelling, and the own currency, at a known rate', async () => {
    await rows.run(rates() + money())
    expect(await preview({ phone: '+9005320000001' })).toMatchObject({ rate: 50 })
    expect(await preview({ phone: '+905320000002' })).toEqual({ problem: 'not_your_phone' })
    expect(await preview({ user_currency: 'EUR' })).toEqual({ problem: 'not_your_currency' })
    expect(await preview({ currency: 'GBP' })).toEqual({ problem: 'rate_unknown' })
    expect(await preview({ currency: 'TRY', total_price: 80 })).toMatchObject({
      ...{ rate: 1, card_needed: 0, wallet_used: 80 },
    })
  })
})

describe('a programme of the product', () => {
  const stored = () =>
    rows.ask(`select g.id, g.name, g.currency, g.person_limit_minor::int, g.day_limit_minor::int,
        b.currency, b.balance_minor::int, b.floor_minor::int, b.full_minor::int
      from programmes g join programme_balances b on b.programme_id = g.id order by 1, 6`)
  const all = (id: string, name: string, floor: number) =>
    ['EUR', 'GBP', 'TRY', 'USD'].map((currency) => [
      ...[id, name, 'GBP', null, null, currency, 0, floor, -floor],
    ])
  const open = (isCredited: boolean, lineMinor: number) =>
    openWelcomeProgramme(rows.db, { isCredited, lineMinor })

  it('gives the welcome credit up to its line in each currency, and nothing once it ended', async () => {
    await open(false, 900)
    expect(await stored()).toEqual([])
    await open(true, 900)
    expect(await stored()).toEqual(all('welcome', 'Welcome', -900))
    await open(true, 1_000)
    expect(await stored()).toEqual(all('welcome', 'Welcome', -1_000))
    await open(false, 1_000)
    expect((await stored()).map((row) => row[7])).toEqual([0, 0, 0, 0])
    // The programme keeps what it has given.
    await rows.run(`update programme_balances set balance_minor = -50, floor_minor = -60
      where currency = 'TRY'`)
    await open(false, 1_000)
    expect((await stored()).map((row) => row[7])).toEqual([0, 0, -50, 0])
  })

  it('pays refunds without limits and without a line', async () => {
    await rows.db.transaction(openRefundsProgramme)
    await rows.db.transaction(openRefundsProgramme)
    const [first] = await stored()
    expect(first?.slice(2)).toEqual(['GBP', null, null, 'EUR', 0, 0, expect.anything()])
    expect((await stored()).map((row) => row[5])).toEqual(['EUR', 'GBP', 'TRY', 'USD'])
  })
})
