// Tests that the bank's rates arrive over HTTP and into use, or that the last good ones stay in
// use.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Db } from '#platform/database/database.ts'
import { readDailyFile } from '#providers/exchange-rates/ecb-file.ts'
import { loadBundledRates } from '#providers/exchange-rates/store-rates.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { newPartner } from '#tests/support/people/partner.ts'
import { Person } from '#tests/support/people/person.ts'
import { openTestDatabase } from '#tests/support/postgres.ts'
import {
  dailyFile,
  type RatesServer,
  startRatesServer,
} from '#tests/support/servers/rates-server.ts'
import { raceFor, times } from '#tests/support/servers/waiting-locks.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { currentRates, forgetRates } from './rates.ts'
import { refreshDueRates, refreshRates } from './refresh-rates.ts'

const makeDue = statement('test-rates-due', {}, 'update exchange_rate_checks set next_at = now()')
const removeRates = statement('test-remove-rates', {}, 'delete from exchange_rates')
const nextCheck = statement(
  'test-next-rates-check',
  { minutes: 'int4' },
  `select ceil(extract(epoch from next_at - now()) / 60)::int4 as minutes
   from exchange_rate_checks`,
)
const readHistory = statement(
  'test-rates-history',
  { as_of: 'date', units_per_eur: 'numeric' },
  `select as_of, units_per_eur from exchange_rates where currency = 'USD' order by as_of`,
)
const readKrona = statement(
  'test-krona-history',
  { as_of: 'date', units_per_eur: 'numeric' },
  `select as_of, units_per_eur from exchange_rates where currency = 'ISK' order by as_of`,
)
const moved = { USD: '1.1700', GBP: '0.87100', TRY: '52.3000' }

let bank: RatesServer
let test: TestApp
let someone: Person
beforeAll(async () => {
  bank = await startRatesServer()
  test = await startTestApp({ RATES_PROVIDER: 'ecb', RATES_URL: bank.url })
  someone = await new Person(test.url).signIn()
})
afterAll(async () => {
  await test.close()
  bank.close()
})
beforeEach(async () => {
  const { db } = test.services
  await db.run(removeRates)
  await loadBundledRates(db)
  await db.run(makeDue)
  forgetRates(db)
})

async function dollar(): Promise<{ as_of: string; rate: number }> {
  const { body } = await someone.get('/api/tokens/transaction/fx/latest?from=EUR&to=USD')
  return { as_of: body.as_of, rate: body.rate }
}
async function minutesToNext() {
  const [check] = await test.services.db.run(nextCheck)
  return check?.minutes
}
const linesOf = (event: string) => test.logged.filter((line) => line.includes(`"${event}"`))

describe('rates of a new day', () => {
  it('are in use at once, and those of earlier days are kept', async () => {
    expect(await dollar()).toEqual({ as_of: '2026-04-13', rate: 1.1684 })
    bank.say({ body: dailyFile('2026-04-14', moved) })
    await refreshDueRates(test.services)
    expect(await dollar()).toEqual({ as_of: '2026-04-14', rate: 1.17 })
    bank.say({ body: dailyFile('2026-04-15', { ...moved, USD: '1.1800' }) })
    await refreshRates(test.services, false)
    expect(await test.services.db.run(readHistory)).toEqual([
      { as_of: '2026-04-13', units_per_eur: '1.1684' },
      { as_of: '2026-04-14', units_per_eur: '1.1700' },
      { as_of: '2026-04-15', units_per_eur: '1.1800' },
    ])
  })

  it('imported by another process are in use here a second later', async () => {
    expect(await dollar()).toEqual({ as_of: '2026-04-13', rate: 1.1684 })
    const { db } = test.services
    const other = openTestDatabase(test.databaseUrl, 1)
    const rates = { latest: async () => readDailyFile(dailyFile('2026-04-14', moved)) }
    await refreshRates({ db: other, rates }, false)
    await other.close()
    const later = performance.now() + 1_000
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => later)
    expect((await currentRates(db)).asOf).toBe('2026-04-14')
    clock.mockRestore()
  })

  it('that could not be read are read again at once', async () => {
    const { db } = test.services
    let isAway = true
    const broken: Db = {
      run: (asked, values) => (isAway ? Promise.reject(new Error('away')) : db.run(asked, values)),
    }
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    await expect(currentRates(broken)).rejects.toThrow('away')
    isAway = false
    expect((await currentRates(broken)).asOf).toBe('2026-04-13')
    clock.mockRestore()
  })

  it('are requested once though 20 processes find them due', async () => {
    bank.say({ body: dailyFile('2026-04-14', moved) })
    await raceFor(
      test,
      { lockSql: 'select from exchange_rate_checks for update' },
      times(20, () => refreshDueRates(test.services)),
    )
    expect(bank.calls()).toBe(1)
    await refreshDueRates(test.services)
    expect(bank.calls()).toBe(1)
    expect(await minutesToNext()).toBe(60)
  })

  it('of two concurrent publications are judged one after the other', async () => {
    const published = [
      dailyFile('2026-04-14', { ...moved, TRY: '55.9000' }),
      dailyFile('2026-04-15', { ...moved, TRY: '48.8000' }),
    ]
    // Neither jumps compared with the rates before both; each does compared with the other.
    const answers = await raceFor(
      test,
      { lockSql: 'select from exchange_rate_checks for update', waiting: 2 },
      published.map((body) => () => {
        const rates = { latest: async () => readDailyFile(body) }
        return refreshRates({ db: test.services.db, rates }, false)
      }),
    )
    expect(answers.filter(({ changed }) => changed > 0)).toHaveLength(1)
  })

  it('of the same day replace that day’s where the bank corrected them', async () => {
    bank.say({ body: dailyFile('2026-04-13', { USD: '1.1699', GBP: '0.87058', TRY: '52.2478' }) })
    expect(await refreshRates(test.services, false)).toMatchObject({ changed: 4, refused: [] })
    expect(await dollar()).toEqual({ as_of: '2026-04-13', rate: 1.1699 })
    expect(await test.services.db.run(readHistory)).toEqual([
      { as_of: '2026-04-13', units_per_eur: '1.1699' },
    ])
  })

  it('of an earlier day than the last have no effect', async () => {
    bank.say({ body: dailyFile('2026-04-10', moved) })
    expect(await refreshRates(test.services, false)).toMatchObject({ changed: 0, refused: [] })
    expect(await dollar()).toEqual({ as_of: '2026-04-13', rate: 1.1684 })
  })
})

describe('a currency that no user has', () => {
  const isk = () => test.services.db.run(readKrona)
  const withIsk = (day: string, ISK: string) => dailyFile(day, { ...moved, ISK })

  it('stops no publication, is left out with a line, and stays out until it is accepted', async () => {
    bank.say({ body: withIsk('2026-04-14', '190.5000') })
    const lines = linesOf('exchange rates skipped').length
    await test.services.db.run(makeDue)
    await refreshDueRates(test.services)
    expect(await dollar()).toEqual({ as_of: '2026-04-14', rate: 1.17 })
    expect(linesOf('exchange rates skipped')).toHaveLength(lines + 1)
    bank.say({ body: withIsk('2026-04-15', '190.5000') })
    expect(await refreshRates(test.services, false)).toMatchObject({
      refused: [],
      skipped: ['ISK went from 143.20 to 190.5000 for a euro.'],
    })
    expect(await isk()).toEqual([{ as_of: '2026-04-13', units_per_eur: '143.20' }])
    expect(await refreshRates(test.services, true)).toMatchObject({ changed: 1, skipped: [] })
    expect(await isk()).toContainEqual({ as_of: '2026-04-15', units_per_eur: '190.5000' })
  })

  it('may have an entry in no known form', async () => {
    const odd = '<Cube currency="Gold" rate="1"/><Cube currency="CHF"/><Cube rate="2"/></Cube>'
    bank.say({ body: dailyFile('2026-04-14', moved).replace('</Cube>', odd) })
    expect(await refreshRates(test.services, false)).toMatchObject({ refused: [], skipped: [] })
    expect(await dollar()).toEqual({ as_of: '2026-04-14', rate: 1.17 })
  })
})

describe('the last good rates stay in use, with their day', () => {
  it.each([
    ['a rate of 0', { body: dailyFile('2026-04-14', { ...moved, TRY: '0' }) }],
    ['no number', { body: dailyFile('2026-04-14', { ...moved, TRY: 'NaN' }) }],
    ['less than nothing', { body: dailyFile('2026-04-14', { ...moved, GBP: '-0.87' }) }],
    ['a missing currency', { body: dailyFile('2026-04-14', { USD: '1.17', GBP: '0.87' }) }],
    ['a hundred times as much', { body: dailyFile('2026-04-14', { ...moved, USD: '116.84' }) }],
    ['a day to come', { body: dailyFile('2199-01-01', moved) }],
  ])('when the bank publishes %s, and the operator is notified', async (_, answer) => {
    bank.say(answer)
    const heard = linesOf('exchange rates refused').length
    await refreshDueRates(test.services)
    expect(await dollar()).toEqual({ as_of: '2026-04-13', rate: 1.1684 })
    expect(linesOf('exchange rates refused')).toHaveLength(heard + 1)
    expect(await minutesToNext()).toBe(5)
  })

  it.each([
    ['is down', { status: 500 }],
    ['sends a page', { body: '<html></html>' }],
  ])('when the bank %s', async (_, answer) => {
    bank.say(answer)
    const heard = linesOf('exchange rates not refreshed').length
    await refreshDueRates(test.services)
    expect(await dollar()).toEqual({ as_of: '2026-04-13', rate: 1.1684 })
    expect(linesOf('exchange rates not refreshed')).toHaveLength(heard + 1)
    expect(await minutesToNext()).toBe(5)
  })

  it('until the operator accepts a jump; impossible rates cannot be accepted', async () => {
    bank.say({ body: dailyFile('2026-04-14', { ...moved, TRY: '60.0000' }) })
    expect(await refreshRates(test.services, false)).toMatchObject({
      changed: 0,
      refused: ['TRY went from 52.2478 to 60.0000 for a euro.'],
      isAcceptable: true,
    })
    expect(await refreshRates(test.services, true)).toMatchObject({ changed: 4, refused: [] })
    expect(await dollar()).toEqual({ as_of: '2026-04-14', rate: 1.17 })
    bank.say({ body: dailyFile('2026-04-15', { ...moved, TRY: '0' }) })
    expect(await refreshRates(test.services, true)).toMatchObject({ isAcceptable: false })
    expect(await dollar()).toEqual({ as_of: '2026-04-14', rate: 1.17 })
  })

  it('and the operator is notified when they are older than a week', async () => {
    bank.say({ body: dailyFile('2026-04-14', moved) })
    const heard = linesOf('exchange rates are old').length
    const later = { ...test.services, clock: () => Date.parse('2026-04-21T23:00:00Z') }
    await refreshDueRates(later)
    expect(linesOf('exchange rates are old')).toHaveLength(heard)
    await test.services.db.run(makeDue)
    await refreshDueRates({ ...later, clock: () => Date.parse('2026-04-22T01:00:00Z') })
    expect(linesOf('exchange rates are old')).toHaveLength(heard + 1)
    // Once as often as the bank is asked, and for the bundled day in production alone.
    await refreshDueRates({ ...later, clock: () => Date.parse('2026-04-22T01:00:00Z') })
    expect(linesOf('exchange rates are old')).toHaveLength(heard + 1)
    for (const [production, count] of [
      [false, heard + 1],
      [true, heard + 2],
    ] as const) {
      await test.services.db.run(makeDue)
      const settings = {
        ...test.services.settings,
        production,
        rates: { kind: 'bundled' },
      } as const
      const clock = () => Date.parse('2026-04-22T01:00:00Z')
      await refreshDueRates({ ...test.services, settings, clock })
      expect(linesOf('exchange rates are old')).toHaveLength(count)
    }
  })
})

describe('without any rate', () => {
  it('a purchase in one currency works, wallet and card; a foreign one shows why it cannot', async () => {
    const { db } = test.services
    await db.run(removeRates)
    forgetRates(db)
    const buyer = await new Person(test.url).signIn()
    const partner = await newPartner(test.services, test.url)
    await partner.credit(buyer.phone, 5, 'USD')
    const batch = await issueTestBatch(db, { kg: 1_000 })
    const preview = await buyer.post('/api/wallet/prepay-preview', {
      phone: buyer.phone,
      total_price: 2,
      currency: 'GBP',
      user_currency: 'GBP',
    })
    expect(preview.body).toMatchObject({ wallet_used: 1, card_needed: 1, wallet_total: 1 })
    const reserved = await buyer.reserve({
      batchId: batch.id,
      count: 100,
      amount: batch.price_per_kg,
      currency: 'GBP',
      payment_method: 'wallet+card',
      wallet_tx_id: preview.body.wallet_tx_id,
      wallet_used: 1,
      card_used: 1,
      card_token: await buyer.cardToken(),
    })
    expect((await buyer.complete(reserved.body.txId)).body.status).toBe('COMPLETED')
    expect((await buyer.get('/api/wallet/me')).body.totalInUserCurrency).toBe(0)

    const foreign = await issueTestBatch(db, { kg: 1_000, currency: 'EUR' })
    const refused = await buyer.reserve({
      batchId: foreign.id,
      count: 100,
      amount: foreign.price_per_kg,
      currency: 'EUR',
      payment_method: 'card',
      card_token: await buyer.cardToken(),
    })
    expect(refused).toMatchObject({ status: 404, body: { code: 'rate_unknown' } })
  })
})
