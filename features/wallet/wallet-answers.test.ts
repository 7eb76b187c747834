// Tests every field of what a user reads of their wallets: balances, the preview of a payment and the history, with two
// programmes, two currencies and figures that differ from each other.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { newPartner, type Partner } from '#tests/support/people/partner.ts'
import { Person } from '#tests/support/people/person.ts'
import { quoteFor, splitOrder } from '#tests/support/people/split-order.ts'
import { runSql } from '#tests/support/postgres.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let test: TestApp
let batch: IssuedBatch
let green: Partner
let blue: Partner
beforeAll(async () => {
  test = await startTestApp({ WELCOME_CREDIT: '0' }, undefined, { background: false })
  batch = await issueTestBatch(test.services.db, { kg: 10_000 })
  green = await newPartner(test.services, test.url, 'green-bank')
  blue = await newPartner(test.services, test.url, 'blue-bank')
  await runSql(
    test.databaseUrl,
    `update programmes set logo_url = 'https://logos.example/' || id || '.png',
       name = case id when 'green-bank' then 'Green' else 'Blue' end
     where id in ('green-bank', 'blue-bank');
     update projects set shown_name = 'Shown wind farm'`,
  )
})
afterAll(() => test.close())

/** Returns a person whose wallets have 3.00 GBP and 5.00 EUR of Green, and 2.00 GBP of Blue. */
async function wealthy(): Promise<Person> {
  const person = await new Person(test.url).signIn()
  await green.credit(person.phone, 3, 'GBP')
  await green.credit(person.phone, 5, 'EUR')
  await blue.credit(person.phone, 2, 'GBP')
  return person
}

describe('the wallets', () => {
  it('have each programme, in the order of their first credit, with free and held money', async () => {
    const person = await wealthy()
    // 6.00 GBP: 5.00 of pounds, and 1.00 of euros, which are 1.1487 EUR.
    const order = await splitOrder(person, batch, 300)
    expect((await person.reserve(order)).status).toBe(200)
    const { body } = await person.get('/api/wallet/me')
    expect(body).toEqual({
      wallets: [
        {
          ...{ program_id: 'green-bank', program_name: 'Green' },
          logo_url: 'https://logos.example/green-bank.png',
          totals: [
            { currency: 'GBP', total: 0, held: 3 },
            { currency: 'EUR', total: 3.85, held: 1.15 },
          ],
        },
        {
          ...{ program_id: 'blue-bank', program_name: 'Blue' },
          logo_url: 'https://logos.example/blue-bank.png',
          totals: [{ currency: 'GBP', total: 0, held: 2 }],
        },
      ],
      ...{ totalInUserCurrency: 3.35, userCurrency: 'GBP', as_of: '2026-04-13' },
      has_example_rates: true,
    })
    const preview = await quoteFor(person, batch, 200)
    expect(preview).toEqual({
      ...{ card_needed: 0.65, wallet_used: 3.35, wallet_total: 3.35, wallet_held: 6 },
      ...{ wallet_tx_id: expect.any(String), currency: 'GBP', rate: 1 },
      ...{ expires_at: expect.any(String), card_minimum: 0.3 },
    })
    expect(await quoteFor(person, batch, 200, 'blue-bank')).toMatchObject({
      ...{ card_needed: 4, wallet_used: 0, wallet_total: 0, wallet_held: 2 },
    })
    const foreign = { ...batch, currency: 'EUR' }
    const { rate } = await quoteFor(person, foreign, 100)
    expect(rate).toBeCloseTo(0.87058, 5)
  })

  it('of one currency have no day of rates, and none has no money', async () => {
    const person = await new Person(test.url).signIn()
    const none = { wallets: [], totalInUserCurrency: 0, userCurrency: 'GBP', as_of: null }
    expect((await person.get('/api/wallet/me')).body).toEqual(none)
    await blue.credit(person.phone, 2, 'GBP')
    const { body } = await person.get('/api/wallet/me')
    expect(body).toEqual({ ...none, totalInUserCurrency: 2, wallets: [expect.anything()] })
  })
})

it('the rate of a day has its source, and says that it is an example', async () => {
  const person = await new Person(test.url).signIn()
  const { body } = await person.get('/api/tokens/transaction/fx/latest?from=EUR&to=USD')
  expect(body).toEqual({
    ...{ from: 'EUR', to: 'USD', rate: 1.1684, as_of: '2026-04-13' },
    ...{ source: expect.any(String), is_example: true },
  })
})

it('the history has each credit, reversal, purchase and refund, newest first, on its pages', async () => {
  const person = await wealthy()
  const { body: taken } = await blue.credit(person.phone, 0.5, 'GBP')
  const { body: debit } = await blue.debit(taken.id)
  // 5.50 GBP: 3.00 of Green, 2.00 of Blue, and 0.50 of euros.
  const { body } = await person.reserve(await splitOrder(person, batch, 275))
  expect((await person.complete(body.txId)).status).toBe(200)
  const record = async () => undefined
  const refund = { txId: body.txId, keepsKilograms: false, record }
  await refundPurchase(test.services, { ...refund, kg: 55 })
  await refundPurchase(test.services, refund)
  const all = (await person.get('/api/wallet/transactions')).body
  const logoOf = (id: string) => `https://logos.example/${id}-bank.png`
  const credit = { type: 'credit', logo_url: null, source: 'Green Bank', is_refund: false }
  const part = (type: string, amount: number, currency: string, id: string) => ({
    ...{ type, amount, currency, source: 'Shown wind farm', logo_url: logoOf(id) },
    is_refund: type === 'credit',
  })
  const shown = all.map(({ id: _, created_at: __, ...rest }: Record<string, unknown>) => rest)
  const same = (from: number, to: number, rows: readonly object[]) => {
    expect(shown.slice(from, to)).toEqual(expect.arrayContaining([...rows]))
  }
  same(0, 3, [
    ...[part('credit', 2.4, 'GBP', 'green'), part('credit', 1.6, 'GBP', 'blue')],
    part('credit', 0.47, 'EUR', 'green'),
  ])
  same(3, 6, [
    ...[part('credit', 0.6, 'GBP', 'green'), part('credit', 0.4, 'GBP', 'blue')],
    part('credit', 0.11, 'EUR', 'green'),
  ])
  same(6, 9, [
    ...[part('debit', 3, 'GBP', 'green'), part('debit', 2, 'GBP', 'blue')],
    part('debit', 0.58, 'EUR', 'green'),
  ])
  expect(shown.slice(9)).toEqual([
    { ...credit, type: 'debit', amount: 0.5, currency: 'GBP' },
    { ...credit, amount: 0.5, currency: 'GBP' },
    { ...credit, amount: 2, currency: 'GBP' },
    { ...credit, amount: 5, currency: 'EUR' },
    { ...credit, amount: 3, currency: 'GBP' },
  ])
  expect([all[9].id, all[10].id]).toEqual([debit.id, taken.id])
  expect(new Set(all.map(({ id }: { id: string }) => id)).size).toBe(14)
  // A page that is full and the last has no next one.
  const pageOf = async (query: string) => {
    const { headers, body } = await person.get(`/api/wallet/transactions?${query}`)
    return [body, headers.get('link')]
  }
  expect(await pageOf('limit=14')).toEqual([all, null])
  expect(await pageOf('limit=13')).toEqual([
    all.slice(0, 13),
    '</api/wallet/transactions?limit=13&cursor=13>; rel="next"',
  ])
  expect(await pageOf('limit=5&cursor=6')).toEqual([
    all.slice(6, 11),
    '</api/wallet/transactions?limit=5&cursor=11>; rel="next"',
  ])
  expect(await pageOf('cursor=12')).toEqual([all.slice(12), null])
})
