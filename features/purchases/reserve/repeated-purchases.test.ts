// Tests repeated and concurrent calls: a purchase happens once, and stock and wallets are never
// overdrawn.
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import {
  claimEffect,
  claimKeys,
  releaseWrite,
  type ScopedKey,
  storeWrites,
} from '#platform/database/idempotency.ts'
import { platformTidyings, tidyDatabase } from '#platform/database/tidy.ts'
import { send } from '#platform/database/write.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { cardOrder, Person, type TestBatch } from '#tests/support/people/person.ts'
import { splitOrder } from '#tests/support/people/split-order.ts'
import { raceFor, times } from '#tests/support/servers/waiting-locks.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { type Answered, answered } from '#values/call.ts'

/** Stores a key as a version before keyed hashes did. */
const keepAsBefore = statement(
  'test-key-as-before',
  {},
  'update idempotency_keys set body_hash = $2 where key = $1',
)
const ageKey = statement(
  'test-age-key',
  {},
  'update idempotency_keys set created_at = now() - $2::interval where key = $1',
)

/** Keys of two effects: one that stopped half way, and one with an answer. */
const beginKeys = statement(
  'test-begin-keys',
  {},
  `insert into idempotency_keys (owner_id, route, key, body_hash, purchase_id, status, lease_ends_at)
   select uuidv7(), 'test', effect, '', effect::uuid, status, now()
   from (values ($1, null), ($2, 200)) as given (effect, status)`,
)
/** The key of an effect that `beginKeys` inserted, as a repeated call sends it. */
const findKey = statement(
  'test-find-key',
  { owner_id: 'uuid', route: 'text', key: 'text', body_hash: 'bytea' },
  'select owner_id, route, key, body_hash from idempotency_keys where purchase_id = $1',
)
const leaseOf = statement(
  'test-lease',
  { seconds: 'int4' },
  `select extract(epoch from lease_ends_at - now())::int4 as seconds
   from idempotency_keys where purchase_id = $1`,
)

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ OPEN_RESERVATIONS_MAX: '500' })
})
afterAll(() => closeWithBooks(test))

const person = () => new Person(test.url).signIn()
const batchOf = (kg: number) => issueTestBatch(test.services.db, { kg })
const stockOf = ({ id }: TestBatch) => `select from batch_stock where batch_id = '${id}' for update`
const walletOrder = (batch: TestBatch, count: number) => ({
  batchId: batch.id,
  count,
  amount: batch.price_per_kg,
  currency: 'GBP',
  payment_method: 'wallet',
})

/** Returns the key of an effect that `beginKeys` inserted. */
async function keyOf(effectId: string): Promise<ScopedKey> {
  const [row] = await test.services.db.run(findKey, [effectId])
  if (row === undefined) throw new Error('no key')
  const { owner_id: ownerId, route, key, body_hash: bodyHash } = row
  return { ownerId, route, key, bodyHash, plainHash: () => bodyHash }
}

describe('the same request twice', () => {
  it('is one purchase under one key, and 422 with another body', async () => {
    const buyer = await person()
    const batch = await batchOf(1_000)
    const key = randomUUID()
    const order = cardOrder(batch, 50, await buyer.cardToken())
    const first = await buyer.reserve(order, { key })
    const again = await buyer.reserve({ ...order, card_token: 'another' }, { key })
    expect(again).toMatchObject({ status: 200, body: first.body })
    // Byte for byte: the fields are in their original order.
    expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body))
    const other = await buyer.reserve({ ...order, count: 51 }, { key })
    expect(other).toMatchObject({ status: 422 })
    expect((await buyer.get(`/api/batches/${batch.id}`)).body.kg_available).toBe(950)
  })

  it('is the same too where its key was stored by an earlier version', async () => {
    const buyer = await person()
    const order = walletOrder(await batchOf(1_000), 20)
    const key = randomUUID()
    const first = await buyer.reserve(order, { key })
    const fields = Object.entries(order).sort(([a], [b]) => (a < b ? -1 : 1))
    const hash = createHash('sha256').update(JSON.stringify(fields)).digest()
    await test.services.db.run(keepAsBefore, [key, hash])
    const again = await buyer.reserve(order, { key })
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect((await buyer.reserve({ ...order, count: 21 }, { key })).status).toBe(422)
  })

  it.each([
    ['29 days', true],
    ['31 days', false],
  ])('is known by its key after %s: %s', async (age, isKnown) => {
    const { db } = test.services
    const buyer = await person()
    const order = walletOrder(await batchOf(1_000), 20)
    const key = randomUUID()
    const first = await buyer.reserve(order, { key })
    await db.run(ageKey, [key, age])
    await tidyDatabase(db, platformTidyings)
    const again = await buyer.reserve(order, { key })
    expect(again.status).toBe(200)
    expect(again.body.txId === first.body.txId).toBe(isKnown)
  })

  it('belongs for thirty seconds to the call that continues it, and stays once answered', async () => {
    const { db } = test.services
    const [begun, ended] = [randomUUID(), randomUUID()]
    await db.run(beginKeys, [begun, ended])
    expect([await claimEffect(db, begun), await claimEffect(db, begun)]).toEqual([true, false])
    expect(await claimEffect(db, ended)).toBe(false)
    const [lease] = await db.run(leaseOf, [begun])
    expect(lease?.seconds).toBeGreaterThan(25)
    expect(lease?.seconds).toBeLessThanOrEqual(30)
    await send(
      db,
      [begun, ended].map((id) => releaseWrite(id, 'new')),
    )
    expect(await db.run(leaseOf, [begun])).toEqual([])
    expect(await db.run(leaseOf, [ended])).toHaveLength(1)
  })

  it('waits while the first call runs, and continues it after the lease', async () => {
    const { db } = test.services
    const begun = randomUUID()
    await db.run(beginKeys, [begun, randomUUID()])
    const key = await keyOf(begun)
    const claim = async () => (await claimKeys(db, [key])).get(key)
    expect(await claim()).toEqual({ claim: 'resume', effectId: begun })
    expect(await claimEffect(db, begun)).toBe(true)
    expect(await claim()).toEqual({ claim: 'running' })
    await send(db, [releaseWrite(begun, 'resume')])
    expect(await claim()).toEqual({ claim: 'resume', effectId: begun })
  })

  it('keeps its first answer, though a call that was late stores another', async () => {
    const { db } = test.services
    const effectId = randomUUID()
    await db.run(beginKeys, [effectId, randomUUID()])
    const key = await keyOf(effectId)
    const store = (answer: Answered<number, unknown>) =>
      send(db, storeWrites([{ kind: 'effect_answer', effectId, answer }]))
    await store(answered(200, { txId: 'CP-2222-2222-2222' }))
    await store(answered(402, { error: 'Your card was declined.' }))
    expect((await claimKeys(db, [key])).get(key)).toEqual({
      claim: 'answered',
      answer: { ...answered(200, { txId: 'CP-2222-2222-2222' }), isRepeat: true },
    })
  })

  it('is answered as before, though the purchase was refunded since', async () => {
    const buyer = await person()
    const { body } = await buyer.reserve(
      cardOrder(await batchOf(1_000), 50, await buyer.cardToken()),
    )
    const { txId } = body
    const key = randomUUID()
    const first = await buyer.complete(txId, { key })
    expect(first).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    expect(await buyer.complete(txId, { key })).toMatchObject({ status: 200, body: first.body })
    const { services } = test
    await refundPurchase(services, { txId, keepsKilograms: false, record: async () => undefined })
    expect(await buyer.complete(txId, { key })).toMatchObject({ status: 200, body: first.body })
    expect((await buyer.complete(txId)).body).toMatchObject({ status: 'REFUNDED' })
  })

  it('is 401 replayed with the same nonce', async () => {
    const buyer = await person()
    const order = cardOrder(await batchOf(1_000), 50, await buyer.cardToken())
    const nonce = `${Date.now()}.${'n'.repeat(20)}`
    expect((await buyer.reserve(order, { nonce })).status).toBe(200)
    const again = await buyer.reserve(order, { nonce })
    expect(again).toMatchObject({ status: 401, body: { code: 'replayed' } })
  })

  it.each(['validatePin', 'cancelPin'])(
    'of %s is 401 replayed with the same nonce',
    async (call) => {
      const buyer = await person()
      const { body } = await buyer.reserve(walletOrder(await batchOf(1_000), 20))
      const nonce = `${Date.now()}.${'n'.repeat(20)}`
      const send = () => buyer.signed(`/api/tokens/${call}`, { txId: body.txId }, { nonce })
      expect((await send()).status).toBe(200)
      expect(await send()).toMatchObject({ status: 401, body: { code: 'replayed' } })
    },
  )

  it('at once with one nonce is done once, and 401 replayed', async () => {
    const [before, buyer, batch] = [await person(), await person(), await batchOf(1_000)]
    const order = walletOrder(batch, 20)
    const nonceOf = (call: string) => ({ nonce: `${Date.now()}.${call.repeat(2)}` })
    // While the first holds the lock, both of one nonce wait for the next group.
    const reserveOnce = nonceOf('reserve-it')
    const [first, ...reserved] = await raceFor(test, { lockSql: stockOf(batch) }, [
      () => before.reserve(order),
      () => buyer.reserve(order, reserveOnce),
      () => buyer.reserve(order, reserveOnce),
    ])
    expect(reserved.map(({ status }) => status).toSorted()).toEqual([200, 401])
    const txId = reserved.find(({ status }) => status === 200)?.body.txId
    const completeOnce = nonceOf('complete-it')
    const held = `select from purchases where tx_id = '${first?.body.txId}' for update`
    const [, ...completed] = await raceFor(test, { lockSql: held }, [
      () => before.complete(first?.body.txId),
      () => buyer.complete(txId, completeOnce),
      () => buyer.complete(txId, completeOnce),
    ])
    expect(completed.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  it('fifty at once under one key are one purchase', async () => {
    const buyer = await person()
    const batch = await batchOf(1_000)
    const key = randomUUID()
    const order = cardOrder(batch, 50, await buyer.cardToken())
    const answers = await raceFor(
      test,
      { lockSql: stockOf(batch) },
      times(50, () => buyer.reserve(order, { key })),
    )
    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses].every((status) => status === 200 || status === 409)).toBe(true)
    const ids = new Set(answers.flatMap(({ body }) => body.txId ?? []))
    expect(ids.size).toBe(1)
    expect((await buyer.get(`/api/batches/${batch.id}`)).body.kg_available).toBe(950)
  })

  it('two bodies at once under one key are one purchase, and the other is 422', async () => {
    const [before, buyer, batch] = [await person(), await person(), await batchOf(1_000)]
    const [key, early] = [randomUUID(), cardOrder(batch, 50, await before.cardToken())]
    const order = cardOrder(batch, 50, await buyer.cardToken())
    // While the first is being reserved, both of the key wait for the next group.
    const [, ...both] = await raceFor(test, { lockSql: stockOf(batch) }, [
      () => before.reserve(early),
      () => buyer.reserve(order, { key }),
      () => buyer.reserve({ ...order, count: 51 }, { key }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })
})

describe('cancelling', () => {
  it('under a key releases one purchase, never another', async () => {
    const buyer = await person()
    const batch = await batchOf(1_000)
    const first = await buyer.reserve(cardOrder(batch, 50, await buyer.cardToken()))
    const second = await buyer.reserve(cardOrder(batch, 50, await buyer.cardToken()))
    const key = randomUUID()
    const cancel = (txId: string) => buyer.signed('/api/tokens/cancelPin', { txId }, { key })
    expect((await cancel(first.body.txId)).status).toBe(200)
    expect((await cancel(first.body.txId)).status).toBe(200)
    expect((await cancel(second.body.txId)).status).toBe(422)
    expect((await buyer.complete(second.body.txId)).body.status).toBe('COMPLETED')
  })
})

describe('concurrent calls', () => {
  it('200 people buy 1 kg of a batch with 50 kg left: exactly 50 succeed', async () => {
    const batch = await batchOf(50)
    const people = await Promise.all(Array.from({ length: 20 }, person))
    const order = walletOrder(batch, 1)
    const answers = await raceFor(
      test,
      { lockSql: stockOf(batch) },
      times(200, async (index) => {
        const buyer = people[index % people.length]
        if (buyer === undefined) throw new Error('nobody')
        const reserved = await buyer.reserve(order)
        return reserved.status === 200 ? buyer.complete(reserved.body.txId) : reserved
      }),
    )
    const count = (status: number) => answers.filter((each) => each.status === status).length
    expect({ sold: count(200), refused: count(409) }).toEqual({ sold: 50, refused: 150 })
    const refused = answers.filter((each) => each.status === 409)
    expect(refused.every(({ body }) => body.code === 'insufficient_stock')).toBe(true)
    const tokens = await Promise.all(
      people.map(async (each) => (await each.get('/api/tokens/transaction/me')).body),
    )
    const ids = tokens.flat().flatMap((entry) => entry.tokens.map(({ id }: { id: string }) => id))
    const places = ids.map((id: string) => Number(id.split('.').at(-1)))
    expect(places.sort((a: number, b: number) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    )
  })

  it.each(['wallet', 'card'])(
    'one %s purchase completed 50 times at once has one effect',
    async (method) => {
      const buyer = await person()
      const batch = await batchOf(100)
      const order =
        method === 'wallet'
          ? await splitOrder(buyer, batch, 30)
          : cardOrder(batch, 30, await buyer.cardToken())
      const reserved = await buyer.reserve(order)
      const { txId } = reserved.body
      const held = `select from purchases where tx_id = '${txId}' for update`
      const answers = await raceFor(
        test,
        { lockSql: held },
        times(50, () => buyer.complete(txId)),
      )
      expect(answers.every(({ body }) => body.status === 'COMPLETED')).toBe(true)
      expect((await buyer.get('/passport/me')).body.total_offsets).toBe(30)
    },
  )

  it('a wallet with money for 2 pays for exactly 2 of 100', async () => {
    const buyer = await person()
    const batch = await batchOf(10_000)
    const answers = await raceFor(
      test,
      { lockSql: `select from wallets where passport_id = '${buyer.id}' for update` },
      times(100, () => buyer.reserve(walletOrder(batch, 25))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(98)
  })
})
