// Tests one purchase paid by wallets of several programmes and currencies, and a card: to the last
// minor unit, on the wire and in the ledger (docs/product.md#payment-split). The figures are worked
// out by hand.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { newPartner } from '#tests/support/people/partner.ts'
import { Person } from '#tests/support/people/person.ts'
import { quoteFor, splitOrder } from '#tests/support/people/split-order.ts'
import { failCards } from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ WELCOME_CREDIT: '0' })
})
afterAll(() => closeWithBooks(test))

const postingsOf = statement(
  'test-postings-of-purchase',
  { currency: 'bpchar', source: 'text', destination: 'text', amount_minor: 'int8' },
  `select m.currency, m.source, m.destination, m.amount_minor from money_postings m
   join purchases p on p.id = m.purchase_id where p.tx_id = $1 order by m.id`,
)

const paymentsOf = statement(
  'test-payments-of-buyer',
  { amount_minor: 'int8', currency: 'text' },
  `select c.amount_minor, c.currency from sandbox_cards.payments c
   join purchases p on c.step_key = p.id || ':authorise' where p.buyer_id = $1`,
)
/** Times when a purchase's money was taken and returned; it was reserved a minute before. */
const momentsOf = statement(
  'test-moments-of-money',
  { completed_at: 'timestamptz', returned_at: 'timestamptz' },
  `with p as (update purchases set created_at = created_at - interval '1 minute' where tx_id = $1
     returning id, completed_at)
   select p.completed_at, r.wallet_returned_at as returned_at
   from p join purchase_reversals r on r.purchase_id = p.id`,
)

/** Returns the money postings of a purchase, with the names of accounts without their ids. */
async function moneyOf(txId: string): Promise<string[]> {
  const rows = await test.services.db.run(postingsOf, [txId])
  const plain = (account: string) => account.replace(/:.*/, '')
  return rows.map(
    ({ source, destination, amount_minor, currency }) =>
      `${plain(source)} to ${plain(destination)} ${amount_minor} ${currency}`,
  )
}

/**
 * Returns a buyer with 0.40 GBP of one programme and 0.80 EUR of an older one; a euro is 0.87058
 * GBP.
 */
async function buyerWithTwoWallets() {
  const buyer = await new Person(test.url).signIn()
  const european = await newPartner(test.services, test.url)
  const british = await newPartner(test.services, test.url)
  await european.credit(buyer.phone, 0.8, 'EUR')
  await british.credit(buyer.phone, 0.4, 'GBP')
  return { buyer, european, british }
}

const totalsOf = async (buyer: Person) => {
  const { body } = await buyer.get('/api/wallet/me')
  return body.wallets.flatMap(({ totals }: { totals: object[] }) => totals)
}

describe('two programmes in two currencies', () => {
  it('give their whole balance, and the card pays the exact rest', async () => {
    const { buyer } = await buyerWithTwoWallets()
    const batch = await issueTestBatch(test.services.db, {
      kg: 1_000,
      priceMicros: 35_000,
      currency: 'USD',
    })
    // 3.50 USD at 0.7451044163 are 2.6079 GBP: 2.61. 0.80 EUR are 0.6965 GBP: at most 0.69.
    const preview = await quoteFor(buyer, batch, 100)
    expect(preview).toMatchObject({
      wallet_total: 1.09,
      wallet_used: 1.09,
      card_needed: 1.52,
      currency: 'GBP',
      rate: 0.7451044163,
      card_minimum: 0.3,
    })
    const reserved = await buyer.reserve(await splitOrder(buyer, batch, 100))
    expect(reserved.body).toMatchObject({ total: 2.61, wallet_used: 1.09, card_used: 1.52 })
    expect(await totalsOf(buyer)).toEqual([
      { currency: 'EUR', total: 0, held: 0.8 },
      { currency: 'GBP', total: 0, held: 0.4 },
    ])
    await buyer.complete(reserved.body.txId)
    // The card is charged in the buyer's currency, whatever the batch's.
    expect(await test.services.db.run(paymentsOf, [buyer.id])).toEqual([
      { amount_minor: 152, currency: 'GBP' },
    ])
    // 0.69 GBP are 0.7926 EUR: debited 0.80, of which 0.79 is exchanged and 0.01 is rounding.
    expect((await moneyOf(reserved.body.txId)).sort()).toEqual([
      'card_clearing to sales 152 GBP',
      'fx to sales 69 GBP',
      'held to fx 79 EUR',
      'held to rounding 1 EUR',
      'held to sales 40 GBP',
      'wallet to held 40 GBP',
      'wallet to held 80 EUR',
    ])
    expect(await totalsOf(buyer)).toEqual([
      { currency: 'EUR', total: 0, held: 0 },
      { currency: 'GBP', total: 0, held: 0 },
    ])
    const lines = (await buyer.get('/api/wallet/transactions')).body
    expect(
      lines.map((line: { type: string; amount: number; currency: string }) => [
        line.type,
        line.amount,
        line.currency,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['debit', 0.8, 'EUR'],
        ['debit', 0.4, 'GBP'],
        ['credit', 0.8, 'EUR'],
        ['credit', 0.4, 'GBP'],
      ]),
    )
  })

  it('leave the card the same rest where its answer was lost and it is asked again', async () => {
    const { buyer } = await buyerWithTwoWallets()
    const batch = await issueTestBatch(test.services.db, { kg: 1_000, currency: 'USD' })
    const [order, key] = [await splitOrder(buyer, batch, 100), randomUUID()]
    await failCards(test.services.db, 'authorise', 'error')
    expect((await buyer.reserve(order, { key })).status).toBe(503)
    const { status, body } = await buyer.reserve(order, { key })
    expect([status, body.currency]).toEqual([200, 'GBP'])
    const amount_minor = Math.round(body.card_used * 100)
    expect(await test.services.db.run(paymentsOf, [buyer.id])).toEqual([
      { amount_minor, currency: 'GBP' },
    ])
    await buyer.cancel(body.txId)
  })

  it('pay all of it without a card: the own currency first, though its programme is younger', async () => {
    const { buyer } = await buyerWithTwoWallets()
    const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
    // 0.70 GBP: 0.40 of pounds and 0.30 of euros, which are 0.3446 EUR: debited 0.35.
    const reserved = await buyer.reserve(await splitOrder(buyer, batch, 35))
    expect(reserved.body).toMatchObject({ total: 0.7, wallet_used: 0.7, card_used: 0 })
    await buyer.complete(reserved.body.txId)
    expect((await moneyOf(reserved.body.txId)).sort()).toEqual([
      'fx to sales 30 GBP',
      'held to fx 34 EUR',
      'held to rounding 1 EUR',
      'held to sales 40 GBP',
      'wallet to held 35 EUR',
      'wallet to held 40 GBP',
    ])
    // 0.45 EUR are left: 0.39 GBP.
    const { body } = await buyer.get('/api/wallet/me')
    expect(body).toMatchObject({ totalInUserCurrency: 0.39, as_of: '2026-04-13' })
  })

  it('get their shares back with a refund, and show them in their own currency', async () => {
    const [{ buyer, european }, { buyer: other }] = [
      await buyerWithTwoWallets(),
      await buyerWithTwoWallets(),
    ]
    const taken = await european.credit(buyer.phone, 0.1, 'EUR')
    const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
    const cancelled = await buyer.reserve(await splitOrder(buyer, batch, 20))
    await buyer.cancel(cancelled.body.txId)
    const { body } = await buyer.reserve(await splitOrder(buyer, batch, 35))
    await buyer.complete(body.txId)
    const order = { txId: body.txId, keepsKilograms: false, record: async () => undefined }
    expect(await refundPurchase(test.services, order)).toEqual({ stage: 'refunded' })
    const [moments] = await test.services.db.run(momentsOf, [body.txId])
    const all = (await buyer.get('/api/wallet/transactions')).body
    const [one, next, third, fourth] = all
    // Named by the purchase, with the times when the money was taken and returned.
    const went = { type: 'debit', created_at: moments?.completed_at.toISOString() }
    const came = { type: 'credit', created_at: moments?.returned_at.toISOString() }
    for (const [line, told] of [
      [one, came],
      [next, came],
      [third, went],
      [fourth, went],
    ]) {
      expect(line).toMatchObject({ source: 'Test wind farm', ...told })
    }
    const pounds = { type: 'credit', amount: 0.4, currency: 'GBP' }
    const euros = { type: 'credit', amount: 0.35, currency: 'EUR' }
    expect([one, next]).toEqual(
      expect.arrayContaining([expect.objectContaining(pounds), expect.objectContaining(euros)]),
    )
    expect((await european.debit(taken.body.id)).status).toBe(201)
    const lines = (await buyer.get('/api/wallet/transactions')).body
    // Three credits, one of them reversed, and two parts of a purchase, taken and returned.
    expect(lines).toHaveLength(8)
    expect(lines[0]).toMatchObject({ type: 'debit', amount: 0.1, currency: 'EUR' })
    expect((await other.get('/api/wallet/transactions')).body).toHaveLength(2)
  })

  it('owe nothing to rounding where the exact part is nearer to the debited one', async () => {
    const { buyer } = await buyerWithTwoWallets()
    const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
    // 0.80 GBP: 0.40 of pounds and 0.40 of euros, which are 0.4595 EUR: debited and exchanged 0.46.
    const reserved = await buyer.reserve(await splitOrder(buyer, batch, 40))
    expect(reserved.body).toMatchObject({ total: 0.8, wallet_used: 0.8, card_used: 0 })
    await buyer.complete(reserved.body.txId)
    expect((await moneyOf(reserved.body.txId)).sort()).toEqual([
      'fx to sales 40 GBP',
      'held to fx 46 EUR',
      'held to sales 40 GBP',
      'wallet to held 40 GBP',
      'wallet to held 46 EUR',
    ])
  })

  it('leave the card its minimum', async () => {
    const { buyer } = await buyerWithTwoWallets()
    const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
    // 1.10 GBP, of which 1.09 could be wallet: the card needs at least 0.30.
    const reserved = await buyer.reserve(await splitOrder(buyer, batch, 55))
    expect(reserved.body).toMatchObject({ total: 1.1, wallet_used: 0.8, card_used: 0.3 })
    await buyer.cancel(reserved.body.txId)
    expect(await totalsOf(buyer)).toEqual([
      { currency: 'EUR', total: 0.8, held: 0 },
      { currency: 'GBP', total: 0.4, held: 0 },
    ])
    expect((await moneyOf(reserved.body.txId)).sort()).toEqual([
      'held to wallet 40 GBP',
      'held to wallet 46 EUR',
      'wallet to held 40 GBP',
      'wallet to held 46 EUR',
    ])
  })

  it('pay alone where one is named', async () => {
    const { buyer, european } = await buyerWithTwoWallets()
    const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
    const { programmeId } = european.terminal
    expect(await quoteFor(buyer, batch, 30, programmeId)).toMatchObject({
      wallet_total: 0.69,
      wallet_used: 0.6,
      card_needed: 0,
    })
    const reserved = await buyer.reserve(await splitOrder(buyer, batch, 30, programmeId))
    await buyer.complete(reserved.body.txId)
    expect(await totalsOf(buyer)).toEqual([
      { currency: 'EUR', total: 0.11, held: 0 },
      { currency: 'GBP', total: 0.4, held: 0 },
    ])
  })

  it('show their held part in the buyer’s currency until it is released', async () => {
    const { buyer, european } = await buyerWithTwoWallets()
    const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
    const { programmeId } = european.terminal
    expect(await quoteFor(buyer, batch, 30)).toMatchObject({ wallet_total: 1.09, wallet_held: 0 })
    const reserved = await buyer.reserve(await splitOrder(buyer, batch, 30))
    // 0.40 GBP, and for 0.20 GBP of the euros 0.23 EUR, which are 0.20 GBP.
    expect(await quoteFor(buyer, batch, 30)).toMatchObject({ wallet_held: 0.6 })
    expect(await quoteFor(buyer, batch, 30, programmeId)).toMatchObject({ wallet_held: 0.2 })
    await buyer.cancel(reserved.body.txId)
    expect(await quoteFor(buyer, batch, 30)).toMatchObject({ wallet_total: 1.09, wallet_held: 0 })
  })

  it('pay nothing when the buyer pays by card, though they could pay', async () => {
    const { buyer } = await buyerWithTwoWallets()
    const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
    await buyer.buyByCard(batch, 40)
    expect((await buyer.get('/api/wallet/me')).body.totalInUserCurrency).toBe(1.1)
  })
})

describe('a quote', () => {
  it('of another buyer is not accepted', async () => {
    const [{ buyer }, { buyer: other }] = [await buyerWithTwoWallets(), await buyerWithTwoWallets()]
    const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
    const order = await splitOrder(other, batch, 100)
    const card_token = await buyer.cardToken()
    const answer = await buyer.reserve({ ...order, card_token })
    expect(answer).toMatchObject({ status: 409, body: { code: 'quote_changed' } })
    const forged = `${order.wallet_tx_id.slice(0, -2)}AA`
    const made = await other.reserve({ ...order, wallet_tx_id: forged })
    expect(made).toMatchObject({ status: 409, body: { code: 'quote_changed' } })
  })

  it('that is forged or another buyer’s is not accepted where the wallet pays all, either', async () => {
    const [{ buyer }, { buyer: other }] = [await buyerWithTwoWallets(), await buyerWithTwoWallets()]
    const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
    const { wallet_tx_id: othersQuote } = await splitOrder(other, batch, 10)
    const order = { ...(await splitOrder(buyer, batch, 10)), payment_method: 'wallet' }
    for (const wallet_tx_id of [othersQuote, `${order.wallet_tx_id.slice(0, -2)}AA`, 'x']) {
      const answer = await buyer.reserve({ ...order, wallet_tx_id })
      expect(answer).toMatchObject({ status: 409, body: { code: 'quote_changed' } })
    }
    expect((await buyer.reserve({ ...order, wallet_tx_id: null })).status).toBe(200)
  })

  it('does not hold for another total, also without figures', async () => {
    const { buyer } = await buyerWithTwoWallets()
    const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
    const { wallet_used, card_used, ...quoted } = await splitOrder(buyer, batch, 54)
    expect([wallet_used, card_used]).toEqual([1.08, 0])
    const card_token = await buyer.cardToken()
    const order = { ...quoted, payment_method: 'wallet+card', card_token }
    const other = await buyer.reserve({ ...order, count: 50 })
    expect(other).toMatchObject({ status: 409, body: { code: 'quote_changed' } })
    expect(other.body.quote).toMatchObject({ total: 1, wallet_used: 1, card_needed: 0 })
    const same = await buyer.reserve(order)
    expect(same).toMatchObject({ status: 200, body: { wallet_used: 1.08, card_used: 0 } })
  })

  it('does not hold when its money is gone; the answer has the present figures', async () => {
    const { buyer } = await buyerWithTwoWallets()
    const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
    const order = await splitOrder(buyer, batch, 54)
    expect(order).toMatchObject({ wallet_used: 1.08, card_used: 0 })
    await buyer.complete((await buyer.reserve(await splitOrder(buyer, batch, 35))).body.txId)
    const answer = await buyer.reserve(order)
    expect(answer.status).toBe(409)
    expect(answer.body.quote).toEqual({
      price_per_kg: 0.02,
      currency: 'GBP',
      rate: 1,
      total: 1.08,
      wallet_used: 0.39,
      card_needed: 0.69,
    })
  })
})
