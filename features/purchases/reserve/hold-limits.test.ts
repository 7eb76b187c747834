// Tests over HTTP how much one buyer may hold without paying: open reservations, unanswered bank
// steps, expired holds. Buyers who complete at once notice no limit.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authoriseCard, pendingOf } from '#features/purchases/card/authorise-card.ts'
import { settleAction } from '#features/purchases/card/settle-action.ts'
import { expirePurchases } from '#features/purchases/end/end-purchases.ts'
import { findPurchase } from '#features/purchases/purchase-queries.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { creditTestWallet } from '#tests/support/people/credit.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import { claim, newAchiever, rewardOrder } from '#tests/support/people/rewards.ts'
import { holdLock } from '#tests/support/servers/waiting-locks.ts'
import { failCards, withoutCircuits } from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const asks = '4000002500003155'
const availableOf = statement(
  'test-available-kg',
  { available_kg: 'int8' },
  'select available_kg from batch_stock where batch_id = $1',
)
const lapse = statement(
  'test-lapse-holds',
  {},
  `update purchases set expires_at = now() where buyer_id = $1 and state in ('HELD', 'READY')`,
)
const pass = statement(
  'test-pass-seconds',
  {},
  `update purchases set expires_at = expires_at - make_interval(secs => $2) where tx_id = $1`,
)
const ageHold = statement(
  'test-age-hold',
  {},
  `update purchases set created_at = created_at - interval '1 minute' where tx_id = $1`,
)
const forgetHour = statement(
  'test-forget-abandoned',
  {},
  `update purchases set abandoned_at = abandoned_at - interval '1 hour' where buyer_id = $1`,
)
const ageAbandoned = statement(
  'test-age-abandoned',
  {},
  'update purchases set abandoned_at = abandoned_at - make_interval(mins => $2) where tx_id = $1',
)
const passOfBuyer = statement(
  'test-pass-seconds-of-buyer',
  {},
  'update purchases set expires_at = expires_at - make_interval(secs => $2) where buyer_id = $1',
)
const lifeOf = statement(
  'test-life-of-hold',
  { of_action: 'int4', whole: 'int4', state: 'text', card_state: 'text' },
  `select extract(epoch from expires_at - card_checked_at)::int4 as of_action,
     extract(epoch from expires_at - created_at)::int4 as whole, state, card_state
   from purchases where tx_id = $1`,
)

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({}, withoutCircuits, { background: false })
})
afterAll(() => test.close())

const person = () => new Person(test.url).signIn()
const batchOf = (kg: number) => issueTestBatch(test.services.db, { kg })

async function hold(buyer: Person, batch: IssuedBatch, kg: number, card?: string) {
  return buyer.reserve(cardOrder(batch, kg, await buyer.cardToken(card)))
}

async function freeKg(batch: IssuedBatch): Promise<number> {
  const [row] = await test.services.db.run(availableOf, [batch.id])
  return row?.available_kg ?? Number.NaN
}

async function rowOf(txId: string) {
  const row = await findPurchase(test.services.db, await purchaseIdOf(test.services.db, txId))
  if (row === null) throw new Error('there is no such purchase')
  return row
}

async function letLapse(buyer: Person): Promise<void> {
  await test.services.db.run(lapse, [buyer.id])
  await expirePurchases(test.services)
}

const answerBank = (buyer: Person, client_secret: string) =>
  buyer.post('/dev/cards/actions', { client_secret, approved: true })

describe('a card whose bank question stays unanswered', () => {
  it('holds half of a scarce batch at most, however often it is used', async () => {
    const [buyer, batch] = [await person(), await batchOf(1_000)]
    const key = randomUUID()
    // A refusal keeps no key: the same order may be sent again.
    for (const _again of [1, 2]) {
      const whole = cardOrder(batch, 1_000, await buyer.cardToken(asks))
      expect(await buyer.reserve(whole, { key })).toMatchObject({
        status: 409,
        body: { code: 'insufficient_stock', kg_available: 500 },
      })
      expect(await freeKg(batch)).toBe(1_000)
    }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => hold(buyer, batch, 300, asks)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ body }) => body.code === 'too_many_reservations')
    expect(refused).toHaveLength(9)
    expect((await hold(buyer, batch, 200, asks)).status).toBe(200)
    expect(await freeKg(batch)).toBe(500)
    const other = await person()
    expect((await hold(other, batch, 500)).status).toBe(200)
  })

  it('is not held again and again: after five expired holds of an hour the next one waits', async () => {
    const [buyer, first, batch] = [await person(), await batchOf(1_000), await batchOf(1_000)]
    const statuses: number[] = []
    const held: string[] = []
    for (let round = 0; round < 6; round += 1) {
      const { status, body } = await hold(buyer, round === 0 ? first : batch, 500, asks)
      statuses.push(status)
      held.push(body.txId)
      expect(await freeKg(batch)).toBeGreaterThanOrEqual(500)
      await letLapse(buyer)
      expect(await freeKg(batch)).toBe(1_000)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    // The wait ends when the oldest hold of all batches is an hour old.
    await test.services.db.run(ageAbandoned, [held[0], 20])
    await test.services.db.run(ageAbandoned, [held[1], 30])
    const elsewhere = await hold(buyer, await batchOf(100), 20)
    expect(elsewhere).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(Number(elsewhere.headers.get('retry-after'))).toBeGreaterThan(1_500)
    expect(Number(elsewhere.headers.get('retry-after'))).toBeLessThanOrEqual(1_800)
    await test.services.db.run(forgetHour, [buyer.id])
    expect((await hold(buyer, batch, 1_000)).status).toBe(200)
  })

  it('is released after 180 seconds, and its stock is free again', async () => {
    const [buyer, batch] = [await person(), await batchOf(1_000)]
    const { body } = await hold(buyer, batch, 500, asks)
    const [life] = await test.services.db.run(lifeOf, [body.txId])
    expect(life).toMatchObject({ of_action: 180, state: 'READY', card_state: 'ACTION' })
    await answerBank(buyer, body.card_action.client_secret)
    await test.services.db.run(pass, [body.txId, 181])
    expect(await buyer.complete(body.txId)).toMatchObject({
      status: 410,
      body: { status: 'EXPIRED' },
    })
    await expirePurchases(test.services)
    expect(await freeKg(batch)).toBe(1_000)
  })

  it('never prolongs a reservation whose card was asked late', async () => {
    const [buyer, batch, key] = [await person(), await batchOf(1_000), randomUUID()]
    const order = cardOrder(batch, 500, await buyer.cardToken(asks))
    await failCards(test.services.db, 'authorise', 'error')
    expect((await buyer.reserve(order, { key })).status).toBe(503)
    await test.services.db.run(passOfBuyer, [buyer.id, 500])
    const { body } = await buyer.reserve(order, { key })
    expect(await test.services.db.run(lifeOf, [body.txId])).toMatchObject([{ whole: 100 }])
  })

  it('counts the buyer’s unpaid kilograms of the same batch, and no others', async () => {
    const [buyer, other, batch] = [await person(), await person(), await batchOf(1_000)]
    expect((await hold(buyer, batch, 200, asks)).status).toBe(200)
    await test.services.db.run(lapse, [buyer.id])
    expect((await hold(other, batch, 200, asks)).status).toBe(200)
    expect((await hold(buyer, await batchOf(1_000), 300, asks)).status).toBe(200)
    expect((await hold(buyer, batch, 100)).status).toBe(200)
    expect((await hold(buyer, batch, 200, asks)).status).toBe(200)
  })

  it('completes when it is answered in time, and shows when it expires', async () => {
    const [buyer, batch] = [await person(), await batchOf(1_000)]
    const { body } = await hold(buyer, batch, 500, asks)
    const [row] = (await buyer.get('/api/tokens/transaction/me')).body
    expect(row).toMatchObject({ tx_id: body.txId, expires_at: body.expires_at })
    await answerBank(buyer, body.card_action.client_secret)
    await test.services.db.run(pass, [body.txId, 100])
    // The bank's answer is found in time; a slow capture after that does not matter.
    await failCards(test.services.db, 'capture', 'error')
    expect((await buyer.complete(body.txId)).status).toBe(202)
    const [life] = await test.services.db.run(lifeOf, [body.txId])
    expect(life).toMatchObject({ whole: 600, state: 'COMPLETING' })
    expect((await buyer.complete(body.txId)).status).toBe(200)
  })
})

describe('a bank’s question', () => {
  it('is the same question where the card is authorised again', async () => {
    const [buyer, batch] = [await person(), await batchOf(1_000)]
    const { body } = await hold(buyer, batch, 500, asks)
    const row = await rowOf(body.txId)
    const again = await authoriseCard(test.services, pendingOf(row))
    expect(again).toEqual({ answered: 200, body })
  })

  it('that comes after the time is over holds nothing', async () => {
    const [buyer, batch] = [await person(), await batchOf(1_000)]
    const order = cardOrder(batch, 500, await buyer.cardToken(asks))
    await failCards(test.services.db, 'authorise', 'error')
    expect((await buyer.reserve(order, { key: randomUUID() })).status).toBe(503)
    await test.services.db.run(passOfBuyer, [buyer.id, 601])
    const [entry] = (await buyer.get('/api/tokens/transaction/me')).body
    const row = await rowOf(entry.tx_id)
    const late = await authoriseCard(
      test.services,
      pendingOf(row, { cardToken: order.card_token, savedCardId: null }),
    )
    expect(late).toMatchObject({ problem: 'purchase_expired' })
    await expirePurchases(test.services)
    expect(await rowOf(entry.tx_id)).toMatchObject({ state: 'EXPIRED', card_state: 'VOIDING' })
    expect(await freeKg(batch)).toBe(1_000)
  })

  it('that is found answered after its time is over restores nothing', async () => {
    const [buyer, batch] = [await person(), await batchOf(1_000)]
    const { body } = await hold(buyer, batch, 500, asks)
    await answerBank(buyer, body.card_action.client_secret)
    const { services } = test
    const find = async (step: Parameters<typeof services.cards.find>[0]) => {
      const found = await services.cards.find(step)
      await services.db.run(pass, [body.txId, 181])
      return found
    }
    const late = { ...services, cards: { ...services.cards, find } }
    await settleAction(late, await rowOf(body.txId))
    expect(await buyer.complete(body.txId)).toMatchObject({
      status: 410,
      body: { status: 'EXPIRED' },
    })
    await expirePurchases(services)
    expect(await freeKg(batch)).toBe(1_000)
  })
})

describe('an expired purchase', () => {
  it('is released while another expired purchase is being moved', async () => {
    const [buyer, other, batch] = [await person(), await person(), await batchOf(1_000)]
    const { body: moving } = await hold(buyer, batch, 400)
    await hold(other, batch, 300)
    for (const { id } of [buyer, other]) await test.services.db.run(lapse, [id])
    const sql = `select from purchases where tx_id = '${moving.txId}' for update`
    const held = await holdLock(test, sql)
    const ended = await expirePurchases(test.services).finally(() => held.release())
    expect([ended, await freeKg(batch)]).toEqual([1, 600])
    await expirePurchases(test.services)
    expect(await freeKg(batch)).toBe(1_000)
  })
})

describe('reservations that are open or expired', () => {
  it('and paid by a reward leave their buyer all the rest of a batch', async () => {
    const { me, token } = await newAchiever(test.url, await batchOf(1_000))
    const batch = await batchOf(1_000)
    expect((await claim(me, token)).status).toBe(200)
    expect((await me.reserve(rewardOrder(batch, token))).status).toBe(200)
    expect((await hold(me, batch, 999)).status).toBe(200)
  })

  it('hold 10,000 kg of one batch at most', async () => {
    const [buyer, batch] = [await person(), await batchOf(100_000)]
    const first = await hold(buyer, batch, 9_990)
    expect(first.status).toBe(200)
    expect(await hold(buyer, batch, 20)).toMatchObject({
      status: 409,
      body: { code: 'too_many_reservations' },
    })
    expect((await hold(buyer, await batchOf(100), 20)).status).toBe(200)
    // A purchase that is completing no longer counts as held.
    await failCards(test.services.db, 'capture', 'error')
    expect((await buyer.complete(first.body.txId)).status).toBe(202)
    expect((await hold(buyer, batch, 10_000)).status).toBe(200)
    expect((await buyer.complete(first.body.txId)).status).toBe(200)
  })

  it('of one buyer leave others their share of a scarce batch', async () => {
    const [buyer, batch] = [await person(), await batchOf(1_000)]
    expect((await hold(buyer, batch, 400)).status).toBe(200)
    expect(await hold(buyer, batch, 101)).toMatchObject({
      status: 409,
      body: { code: 'too_many_reservations' },
    })
    expect((await hold(buyer, batch, 100)).status).toBe(200)
    expect(await freeKg(batch)).toBe(500)
  })

  it('take all of a batch once, and half of it after that expired', async () => {
    const [buyer, batch] = [await person(), await batchOf(1_000)]
    expect((await hold(buyer, batch, 1_000)).status).toBe(200)
    await letLapse(buyer)
    expect(await hold(buyer, batch, 1_000)).toMatchObject({
      status: 409,
      body: {
        code: 'insufficient_stock',
        error: 'Only 500 kg left in this batch.',
        kg_available: 500,
      },
    })
    expect((await hold(buyer, batch, 500)).status).toBe(200)
  })

  it('count as expired when they are cancelled late, and not when at once', async () => {
    const [buyer, batch] = [await person(), await batchOf(1_000)]
    for (let count = 0; count < 6; count += 1) {
      const { body } = await hold(buyer, batch, 1_000)
      expect((await buyer.cancel(body.txId)).status).toBe(200)
    }
    const { body } = await hold(buyer, batch, 1_000)
    await test.services.db.run(ageHold, [body.txId])
    expect((await buyer.cancel(body.txId)).status).toBe(200)
    expect((await hold(buyer, batch, 1_000)).body.kg_available).toBe(500)
  })
})

describe('a hold whose bank question is refused late', () => {
  it('counts as expired, like an unanswered one', async () => {
    const [buyer, batch] = [await person(), await batchOf(1_000)]
    const { body } = await hold(buyer, batch, 500, asks)
    await test.services.db.run(ageHold, [body.txId])
    const { client_secret } = body.card_action
    await buyer.post('/dev/cards/actions', { client_secret, approved: false })
    expect((await buyer.complete(body.txId)).body).toMatchObject({ status: 'FAILED' })
    expect((await hold(buyer, batch, 1_000)).body.kg_available).toBe(500)
  })
})

describe('a buyer who completes at once', () => {
  it.each(['card', 'wallet'])('gets the whole of a small batch by %s', async (method) => {
    const [buyer, batch] = [await person(), await batchOf(1_000)]
    const credit = { passportId: buyer.id, currency: 'GBP', amountMinor: 2_000 }
    await creditTestWallet(test.services.db, { ...credit, programmeId: 'bank' })
    const order = cardOrder(batch, 1_000, await buyer.cardToken())
    const byWallet = { payment_method: 'wallet', wallet_used: 20, card_token: '' }
    const { body } = await buyer.reserve({ ...order, ...(method === 'wallet' ? byWallet : {}) })
    expect((await buyer.complete(body.txId)).status).toBe(200)
    expect(await freeKg(batch)).toBe(0)
  })

  it('gets the last hundred kilograms though the bank asks', async () => {
    const [buyer, batch] = [await person(), await batchOf(100)]
    const { body } = await hold(buyer, batch, 100, asks)
    await answerBank(buyer, body.card_action.client_secret)
    expect((await buyer.complete(body.txId)).status).toBe(200)
    expect(await freeKg(batch)).toBe(0)
  })

  it('buys all of it in ten purchases, one after another', async () => {
    const [buyer, batch] = [await person(), await batchOf(1_000)]
    for (let count = 0; count < 10; count += 1) {
      const { body } = await hold(buyer, batch, 100)
      expect((await buyer.complete(body.txId)).status).toBe(200)
    }
    expect(await freeKg(batch)).toBe(0)
  })
})
