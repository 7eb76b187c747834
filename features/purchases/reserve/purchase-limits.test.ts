// Tests over HTTP how often a buyer may buy and how often cards may be declined.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { claim, newAchiever, rewardOrder } from '#tests/support/people/rewards.ts'
import { raceFor, times } from '#tests/support/servers/waiting-locks.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const declinedCard = '4000000000000002'
const atProvider = statement(
  'test-declined-at-provider',
  { count: 'int8' },
  `select count(*) as count from sandbox_cards.log l join purchases p
     on l.step_key = p.id || ':authorise' where p.buyer_id = $1 and l.event = 'declined'`,
)
const forgetHour = statement(
  'test-forget-declines',
  {},
  `update purchases set failure_code = null where buyer_id = $1`,
)

const agePurchases = statement(
  'test-age-purchases',
  {},
  `update purchases set created_at = created_at - interval '40 minutes' where buyer_id = $1`,
)
/** Inserts 20 expired purchases of this age, as copies of the buyer's only one. */
const insertOld = statement(
  'test-insert-old-purchases',
  {},
  `insert into purchases
   select (jsonb_populate_record(p, jsonb_build_object('id', uuidv7(-age), 'tx_id', p.tx_id || copy,
     'created_at', now() - age, 'state', 'EXPIRED'))).*
   from purchases p, generate_series(1, 20) as copy, (values ($2::interval)) as given (age)
   where p.buyer_id = $1`,
)

let here: TestApp
/** An app that applies the limits of real callers. */
let elsewhere: TestApp
let batch: IssuedBatch
let otherBatch: IssuedBatch
beforeAll(async () => {
  here = await startTestApp({ OPEN_RESERVATIONS_MAX: '100' })
  elsewhere = await startTestApp({
    OPEN_RESERVATIONS_MAX: '100',
    LIMITS_ON_LOOPBACK: '1',
    TRUSTED_PROXIES: '1',
  })
  batch = await issueTestBatch(here.services.db, { kg: 10_000 })
  otherBatch = await issueTestBatch(elsewhere.services.db, { kg: 10_000 })
})
afterAll(async () => {
  await here.close()
  await elsewhere.close()
})

async function tryCard(buyer: Person, from: IssuedBatch, card = declinedCard, address?: string) {
  const order = cardOrder(from, 20, await buyer.cardToken(card))
  const headers = address === undefined ? {} : { 'x-forwarded-for': address }
  return buyer.reserve(order, { headers })
}

const wallet = (from: IssuedBatch) => ({
  ...cardOrder(from, 1, ''),
  payment_method: 'wallet',
  wallet_used: 0.02,
})

const stockOf = ({ id }: IssuedBatch) =>
  `select from batch_stock where batch_id = '${id}' for update`

async function declinedAt(test: TestApp, buyer: Person): Promise<number> {
  const [row] = await test.services.db.run(atProvider, [buyer.id])
  return row?.count ?? 0
}

describe('declined cards', () => {
  it('of one buyer reach the provider five times an hour, and later attempts get the same text', async () => {
    const buyer = await new Person(here.url).signIn()
    // A reservation without a card does not count as a card being authorised.
    for (let count = 0; count < 4; count += 1) {
      expect((await buyer.reserve(wallet(batch))).status).toBe(200)
    }
    for (let count = 0; count < 5; count += 1) {
      expect((await tryCard(buyer, batch)).status).toBe(402)
      if (count === 0) await here.services.db.run(agePurchases, [buyer.id])
    }
    const sixth = await tryCard(buyer, batch)
    expect(sixth).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', error: 'Your card was declined.' },
    })
    // The wait ends when the oldest of them is an hour old.
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(1_000)
    expect(Number(sixth.headers.get('retry-after'))).toBeLessThanOrEqual(1_200)
    expect((await tryCard(buyer, batch, '4242424242424242')).status).toBe(429)
    expect(await declinedAt(here, buyer)).toBe(5)
    const byWallet = { ...cardOrder(batch, 20, ''), payment_method: 'wallet', wallet_used: 0.4 }
    expect((await buyer.reserve(byWallet)).status).toBe(200)
    await here.services.db.run(forgetHour, [buyer.id])
    expect((await tryCard(buyer, batch, '4242424242424242')).status).toBe(200)
  })

  it('reach the provider as rarely when sent at once as one after another', async () => {
    const buyer = await new Person(here.url).signIn()
    await tryCard(buyer, batch)
    const orders = await Promise.all(
      Array.from({ length: 20 }, async () =>
        cardOrder(batch, 20, await buyer.cardToken(declinedCard)),
      ),
    )
    const answers = await raceFor(
      here,
      { lockSql: stockOf(batch) },
      orders.map((order) => () => buyer.reserve(order)),
    )
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(4)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(16)
    expect(await declinedAt(here, buyer)).toBe(5)
  })

  it('from one address are ten an hour for all its buyers', async () => {
    const people = await Promise.all(
      Array.from({ length: 4 }, () => new Person(elsewhere.url).signIn()),
    )
    const newest = await new Person(elsewhere.url).signIn()
    expect((await newest.reserve(wallet(otherBatch))).status).toBe(200)
    const statuses: number[] = []
    for (let count = 0; count < 12; count += 1) {
      const buyer = people[count % people.length]
      if (buyer === undefined) throw new Error('nobody')
      statuses.push((await tryCard(buyer, otherBatch, declinedCard, '203.0.113.9')).status)
    }
    expect(statuses).toEqual([...Array(10).fill(402), 429, 429])
    const text = 'Your card was declined.'
    const refused = await tryCard(newest, otherBatch, '4242424242424242', '203.0.113.9')
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', error: text } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3_600)
    // The limit of the buyer's purchases is named first, with its own wait.
    await elsewhere.services.db.run(insertOld, [newest.id, '50 minutes'])
    const ofBuyer = await tryCard(newest, otherBatch, '4242424242424242', '203.0.113.9')
    expect(ofBuyer).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(ofBuyer.body.error).not.toBe(text)
    expect(Number(ofBuyer.headers.get('retry-after'))).toBeGreaterThan(500)
    expect(Number(ofBuyer.headers.get('retry-after'))).toBeLessThanOrEqual(600)
    const [buyer] = people
    if (buyer === undefined) throw new Error('nobody')
    expect((await tryCard(buyer, otherBatch, '4242424242424242', '203.0.113.10')).status).toBe(200)
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    expect((await buyer.reserve(wallet(otherBatch), { headers })).status).toBe(200)

    // At once, they exceed the ten by fewer than the five that are tried concurrently.
    for (const { id } of people) await elsewhere.services.db.run(forgetHour, [id])
    const atOnce = await Promise.all(
      [...people, ...people, ...people, ...people].map((each) =>
        tryCard(each, otherBatch, declinedCard, '203.0.113.77'),
      ),
    )
    const declined = atOnce.filter(({ status }) => status === 402)
    expect(declined.length).toBeGreaterThanOrEqual(10)
    expect(declined.length).toBeLessThan(15)
    expect(atOnce.filter(({ status }) => status === 429)).toHaveLength(16 - declined.length)
  })
})

describe('purchases of one buyer', () => {
  it('are twenty an hour, of which the oldest expires first; repeats and rewards do not count', async () => {
    const { me: buyer, token } = await newAchiever(elsewhere.url, otherBatch)
    await claim(buyer, token)
    expect((await buyer.reserve(rewardOrder(otherBatch, token))).status).toBe(200)
    const key = randomUUID()
    const first = await buyer.reserve(wallet(otherBatch), { key })
    await elsewhere.services.db.run(agePurchases, [buyer.id])
    const answers = await raceFor(
      elsewhere,
      { lockSql: stockOf(otherBatch) },
      times(24, () => buyer.reserve(wallet(otherBatch))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(18)
    const again = await buyer.reserve(wallet(otherBatch), { key })
    expect(again).toMatchObject({ status: 200, body: first.body })
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(6)
    for (const { body, headers } of refused) {
      expect(body.code).toBe('rate_limited')
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(1_000)
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(1_200)
    }
  })

  it.each([
    ['59 minutes', 429],
    ['61 minutes', 200],
  ])('are counted for an hour: with twenty of %s ago the next is %i', async (age, status) => {
    const buyer = await new Person(elsewhere.url).signIn()
    expect((await buyer.reserve(wallet(otherBatch))).status).toBe(200)
    await elsewhere.services.db.run(insertOld, [buyer.id, age])
    expect((await buyer.reserve(wallet(otherBatch))).status).toBe(status)
  })

  it('are not counted on this machine with the sandbox', async () => {
    const buyer = await new Person(here.url).signIn()
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => buyer.reserve(wallet(batch))),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
  })
})
