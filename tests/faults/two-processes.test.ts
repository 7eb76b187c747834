// Tests two serving processes on one database: stock is sold once, a key has one effect, and an
// interrupted purchase is finished once. Effects are judged by the providers' own logs.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconcilePurchases } from '#features/purchases/card/reconcile-purchases.ts'
import { expirePurchases } from '#features/purchases/end/end-purchases.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { openServices } from '#server/open-services.ts'
import type { Services } from '#server/services.ts'
import { readSettings } from '#server/settings/settings.ts'
import { numbersKey } from '#tests/support/number-keys.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import {
  type Answer,
  cardOrder,
  Person,
  sameAt,
  type TestBatch,
} from '#tests/support/people/person.ts'
import { createTestDatabase, type TestDatabase, timeoutFactor } from '#tests/support/postgres.ts'
import { openProduct, type Product } from '#tests/support/servers/product.ts'
import { holdLock, raceFor, times } from '#tests/support/servers/waiting-locks.ts'
import { failCards } from '#tests/support/stand-ins/sandbox-faults.ts'
import { statement } from '#tests/support/test-statement.ts'

const stockOf = statement(
  'two-stock',
  { available_kg: 'int8', held_kg: 'int8', sold_kg: 'int8' },
  `select available_kg, issued_kg - available_kg - sold_kg as held_kg, sold_kg
   from batch_stock join batch_places using (batch_id) where batch_id = $1`,
)
const placesOf = statement(
  'two-places',
  { first_place: 'int8', quantity_kg: 'int4' },
  `select first_place, quantity_kg from purchases
   where batch_id = $1 and state = 'COMPLETED' order by first_place`,
)
const makeOverdue = statement(
  'two-overdue',
  {},
  `update purchases set card_checked_at = now() - interval '1 minute',
     expires_at = case when state = 'READY' then now() - interval '1 second' else expires_at end
   where batch_id = $1`,
)
const outcomesOf = statement(
  'two-outcomes',
  { state: 'text', card_state: 'text', events: 'text' },
  `select q.state, q.card_state, string_agg(l.event, ' ' order by l.id) as events
   from purchases q left join sandbox_cards.payments p on p.step_key = q.id || ':authorise'
   left join sandbox_cards.log l on l.payment_id = p.id
   where q.batch_id = $1 group by q.id`,
)

let database: TestDatabase
let products: readonly [Product, Product]
let services: Services
/** The other process's. */
let others: Services
let close: () => Promise<unknown>
beforeAll(async () => {
  database = await createTestDatabase()
  const env = {
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    SECRET_KEY: '5f'.repeat(32),
    NUMBERS_KEY: numbersKey,
    DEMO_CATALOGUE: '0',
    OPEN_RESERVATIONS_MAX: '1000',
    TIMEOUT_FACTOR: String(timeoutFactor),
    LOG_LEVEL: 'silent',
  }
  products = await Promise.all([openProduct(env), openProduct(env)])
  await Promise.all(products.map((product) => product.start()))
  const [own, second] = await Promise.all([openOwn(env), openOwn(env)])
  services = own.services
  others = second.services
  close = () => Promise.all([own.close(), second.close()])
})
afterAll(async () => {
  const { faults } = await checkLedger(services.db)
  await Promise.all(products.map((product) => product.remove()))
  await close()
  await database.drop()
  expect(faults).toEqual([])
})

const openOwn = (env: NodeJS.ProcessEnv) =>
  openServices(readSettings(env), database.url, () => undefined)
const [first, second] = [0, 1] as const

async function everywhere(): Promise<readonly [Person, Person]> {
  const person = await new Person(products[first].url).signIn()
  return [person, sameAt(person, products[second].url)]
}

const walletOrder = (batch: TestBatch, count: number) => ({
  ...cardOrder(batch, count, ''),
  payment_method: 'wallet',
  wallet_used: undefined,
})

async function stock(batch: TestBatch) {
  const [row] = await services.db.run(stockOf, [batch.id])
  return row
}

describe('a batch that sells out', () => {
  it('to 200 buyers at two processes is sold exactly, without gaps and without errors', async () => {
    const batch = await issueTestBatch(services.db, { kg: 1_300 })
    const buyers: Person[] = []
    for (let count = 0; count < 200; count += 20) {
      const more = Array.from({ length: 20 }, (_, index) =>
        new Person(products[index % 2 === 0 ? first : second].url).signIn(),
      )
      buyers.push(...(await Promise.all(more)))
    }
    const orders = await Promise.all(
      buyers.map(async (buyer, index) =>
        index % 3 === 0 ? cardOrder(batch, 20, await buyer.cardToken()) : walletOrder(batch, 7),
      ),
    )
    const answers = await raceFor(
      { databaseUrl: database.url },
      {
        // Both processes have begun to sell, and neither has sold a kilogram.
        lockSql: `select from batch_stock where batch_id = '${batch.id}' for update`,
        waiting: 2,
      },
      buyers.map((buyer, index) => async (): Promise<Answer> => {
        const reserved = await buyer.reserve(orders[index] ?? {}, { key: randomUUID() })
        if (reserved.status !== 200) return reserved
        const completing = sameAt(buyer, products[index % 4 < 2 ? first : second].url)
        return completing.complete(reserved.body.txId)
      }),
    )
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const sold = answers
      .filter(({ body }) => body.status === 'COMPLETED')
      .reduce((sum, { body }) => sum + body.tokens_total, 0)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.every(({ body }) => body.code === 'insufficient_stock')).toBe(true)
    expect(await stock(batch)).toEqual({ available_kg: 1_300 - sold, held_kg: 0, sold_kg: sold })
    expect(1_300 - sold).toBeLessThan(20)
    let next = 1
    for (const { first_place, quantity_kg } of await services.db.run(placesOf, [batch.id])) {
      expect(first_place).toBe(next)
      next += quantity_kg
    }
    expect(next).toBe(sold + 1)
  }, 90_000)
})

describe('one idempotency key at two processes', () => {
  it.each(['wallet', 'card'])(
    'is one %s purchase of 50 calls, with one answer',
    async (method) => {
      const people = await everywhere()
      const batch = await issueTestBatch(services.db, { kg: 1_000 })
      const order =
        method === 'wallet'
          ? walletOrder(batch, 20)
          : cardOrder(batch, 50, await people[first].cardToken())
      const key = randomUUID()
      // Both processes have found the key free, and neither has answered.
      const answers = await raceFor(
        { databaseUrl: database.url },
        {
          lockSql: `select from passports where id = '${people[first].id}' for update`,
          waiting: 2,
        },
        times(50, (index) => people[index % 2 === 0 ? first : second].reserve(order, { key })),
      )
      for (const { status, body, headers } of answers) {
        // 503: a busy machine let a caller wait longer than a second; the call had no effect.
        if (status === 200 || status === 503) continue
        expect([status, body.code]).toEqual([409, 'in_progress'])
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      }
      const done = answers.filter(({ status }) => status === 200)
      expect(done.length).toBeGreaterThan(0)
      const again = await people[second].reserve(order, { key })
      for (const { body } of [...done, again]) expect(body).toEqual(done[0]?.body)
      expect((await stock(batch))?.held_kg).toBe(order.count)

      const other = await people[second].reserve({ ...order, count: order.count + 1 }, { key })
      expect(other).toMatchObject({ status: 422, body: { code: 'key_reused' } })
      const strangers = await everywhere()
      const theirs = await strangers[first].reserve(walletOrder(batch, 1), { key })
      expect(theirs.body.txId).not.toBe(again.body.txId)

      const completions = await raceFor(
        { databaseUrl: database.url },
        {
          lockSql: `select from purchases where tx_id = '${again.body.txId}' for update`,
          waiting: 2,
        },
        times(50, (index) =>
          people[index % 2 === 0 ? first : second].complete(again.body.txId, { key }),
        ),
      )
      for (const { status, body } of completions) {
        expect([200, 202]).toContain(status)
        expect(body.txId).toBe(again.body.txId)
      }
      const completed = await people[first].complete(again.body.txId, { key })
      expect(completed.body).toMatchObject({ status: 'COMPLETED', tokens_total: order.count })
      expect((await people[second].complete(theirs.body.txId, { key })).status).toBe(422)
      expect((await stock(batch))?.sold_kg).toBe(order.count)
    },
    60_000,
  )

  it('keeps the answer of the first body', async () => {
    const people = await everywhere()
    const [paid, free] = await Promise.all([
      issueTestBatch(services.db, { kg: 100 }),
      issueTestBatch(services.db, { kg: 100 }),
    ])
    const order = cardOrder(paid, 30, await people[first].cardToken())
    const byCard = (await people[first].reserve(order)).body.txId
    const byWallet = (await people[second].reserve(walletOrder(free, 10))).body.txId
    const key = randomUUID()
    // The call by wallet found the key free, and is unfinished when the call by card takes it.
    const held = await holdLock(
      { databaseUrl: database.url },
      `select from batch_places where batch_id = '${free.id}' for update`,
    )
    const later = people[second].complete(byWallet, { key })
    await held.untilWaiting('row')
    await failCards(services.db, 'capture', 'unknown', { calls: 1 })
    expect((await people[first].complete(byCard, { key })).status).toBe(202)
    await held.release()
    await later
    await expect
      .poll(async () => (await people[first].complete(byCard, { key })).body)
      .toMatchObject({ status: 'COMPLETED', txId: byCard })
  }, 60_000)

  it('outlives a kill: the first answer is repeated, a refusal is attempted again', async () => {
    const people = await everywhere()
    const batch = await issueTestBatch(services.db, { kg: 50 })
    const [kept, declined, tooMuch] = [randomUUID(), randomUUID(), randomUUID()]
    const bought = await people[first].reserve(walletOrder(batch, 10), { key: kept })
    const card = await people[first].cardToken('4000000000000002')
    const refused = await people[first].reserve(cardOrder(batch, 30, card), { key: declined })
    expect(refused.status).toBe(402)
    const large = walletOrder(batch, 41)
    expect((await people[first].reserve(large, { key: tooMuch })).status).toBe(409)
    await products[first].killApp()
    await products[first].start()
    const again = await people[first].reserve(walletOrder(batch, 10), { key: kept })
    expect(again.body).toEqual(bought.body)
    const pays = await people[first].cardToken()
    const same = await people[first].reserve(cardOrder(batch, 30, pays), { key: declined })
    expect({ ...same.body, request_id: '' }).toEqual({ ...refused.body, request_id: '' })
    await people[second].cancel(bought.body.txId)
    expect((await people[first].reserve(large, { key: tooMuch })).status).toBe(200)
  }, 60_000)
})

describe('sweepers and reconcilers of two processes', () => {
  it('end each purchase once', async () => {
    const [buyer] = await everywhere()
    const batch = await issueTestBatch(services.db, { kg: 10_000 })
    const reserved = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { body } = await buyer.reserve(cardOrder(batch, 20, await buyer.cardToken()))
        return String(body.txId)
      }),
    )
    await failCards(services.db, 'capture', 'unknown', { calls: 10 })
    const captured = await Promise.all(reserved.slice(0, 10).map((txId) => buyer.complete(txId)))
    expect(captured.map(({ status }) => status)).toEqual(Array(10).fill(202))
    await services.db.run(makeOverdue, [batch.id])
    // One reconciler reads ten at once: if more wait, two have found the same ones.
    await raceFor(
      { databaseUrl: database.url },
      { lockSql: `select from purchases where batch_id = '${batch.id}' for update`, waiting: 11 },
      [services, others].map((each) => () => reconcilePurchases(each, 0)),
    )
    await expect
      .poll(
        async () => {
          await Promise.all([
            expirePurchases(services),
            expirePurchases(others),
            reconcilePurchases(services, 0),
            reconcilePurchases(others, 0),
          ])
          const rows = await services.db.run(outcomesOf, [batch.id])
          return rows.map((row) => `${row.state} ${row.card_state} ${row.events}`).sort()
        },
        { timeout: 60_000 },
      )
      .toEqual([
        ...Array(10).fill('COMPLETED CAPTURED authorised captured'),
        ...Array(10).fill('EXPIRED VOIDED authorised voided'),
      ])
    expect(await stock(batch)).toEqual({ available_kg: 9_800, held_kg: 0, sold_kg: 200 })
  }, 60_000)
})
