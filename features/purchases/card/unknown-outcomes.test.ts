// Tests how purchases settle after a silent provider, an expiry, or a process that stopped half
// way. Compares with the sandbox provider's log.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reconcilePurchases } from '#features/purchases/card/reconcile-purchases.ts'
import { expirePurchases } from '#features/purchases/end/end-purchases.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { cardEventsOf, failCards, healSandboxes } from '#tests/support/stand-ins/sandbox-faults.ts'
import { hangTimeoutFactor, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { findUnsettledPurchases } from './card-queries.ts'

const payments = statement(
  'test-payments',
  { status: 'text' },
  'select status from sandbox_cards.payments where step_key = $1 ',
)
const purchaseOf = statement(
  'test-purchase',
  { id: 'uuid', state: 'text', card_state: 'text' },
  'select id, state, card_state from purchases where tx_id = $1',
)
const lapse = statement(
  'test-lapse',
  {},
  'update purchases set expires_at = now() + $2::interval where tx_id = $1',
)
const ageCheck = statement(
  'test-age-check',
  {},
  `update purchases set card_checked_at = card_checked_at - interval '1 minute' where tx_id = $1`,
)
const ageOrder = statement(
  'test-age-order',
  {},
  'update purchases set created_at = created_at - make_interval(secs => $2) where tx_id = $1',
)
const newest = statement(
  'test-newest-purchase',
  { tx_id: 'text' },
  'select tx_id from purchases where buyer_id = $1 order by id desc limit 1',
)

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ OPEN_RESERVATIONS_MAX: '500', TIMEOUT_FACTOR: hangTimeoutFactor })
})
beforeEach(() => healSandboxes(test.services.db))
afterAll(() => closeWithBooks(test))

const fail = (
  ...args: Parameters<typeof failCards> extends [unknown, ...infer Rest] ? Rest : never
) => failCards(test.services.db, ...args)

async function stateOf(txId: string) {
  const { db } = test.services
  const [purchase] = await db.run(purchaseOf, [txId])
  const [payment] = await db.run(payments, [`${purchase?.id}:authorise`])
  return [purchase?.state, purchase?.card_state, payment?.status]
}

async function eventsOf(txId: string) {
  const { db } = test.services
  const [purchase] = await db.run(purchaseOf, [txId])
  return cardEventsOf(db, purchase?.id ?? '')
}

async function buyerWithOrder(kg = 50) {
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(test.services.db, { kg: 100 })
  return { buyer, batch, order: cardOrder(batch, kg, await buyer.cardToken()) }
}

describe('an authorisation without an answer', () => {
  it('is 503 initially; the same key continues the same purchase', async () => {
    const { buyer, batch, order } = await buyerWithOrder()
    const key = randomUUID()
    await fail('authorise', 'unknown')
    const first = await buyer.reserve(order, { key })
    expect(first).toMatchObject({ status: 503, body: { code: 'payment_unknown' } })
    expect(first.headers.get('retry-after')).toBe('2')
    const again = await buyer.reserve(order, { key })
    expect(again.status).toBe(200)
    expect(await stateOf(again.body.txId)).toEqual(['READY', 'AUTHORISED', 'authorised'])
    expect((await buyer.get(`/api/batches/${batch.id}`)).body.kg_available).toBe(50)
    expect((await buyer.complete(again.body.txId)).body.status).toBe('COMPLETED')
  })

  it('is found by the reconciler', async () => {
    const { buyer, order } = await buyerWithOrder()
    await fail('authorise', 'unknown')
    const key = randomUUID()
    await buyer.reserve(order, { key })
    await reconcilePurchases(test.services, 0)
    const again = await buyer.reserve(order, { key })
    expect(again.status).toBe(200)
    expect(await stateOf(again.body.txId)).toEqual(['READY', 'AUTHORISED', 'authorised'])
  })

  it('that expires releases stock at once and releases the payment', async () => {
    const { buyer, batch, order } = await buyerWithOrder()
    await fail('authorise', 'unknown')
    await fail('void', 'unknown')
    await buyer.reserve(order)
    const [row] = await test.services.db.run(newest, [buyer.id])
    const txId = row?.tx_id ?? ''
    await test.services.db.run(lapse, [txId, '-1 second'])
    await expirePurchases(test.services)
    expect((await buyer.get(`/api/batches/${batch.id}`)).body.kg_available).toBe(100)
    expect((await stateOf(txId)).slice(0, 2)).toEqual(['EXPIRED', 'VOIDING'])
    await reconcilePurchases(test.services, 0)
    expect(await stateOf(txId)).toEqual(['EXPIRED', 'VOIDING', 'voided'])
    await reconcilePurchases(test.services, 0)
    expect(await stateOf(txId)).toEqual(['EXPIRED', 'VOIDED', 'voided'])
  })

  it('is asked about after 25 seconds', async () => {
    const { buyer, order } = await buyerWithOrder()
    await fail('authorise', 'unknown')
    await buyer.reserve(order)
    const [row] = await test.services.db.run(newest, [buyer.id])
    const txId = row?.tx_id ?? ''
    await test.services.db.run(ageOrder, [txId, 25])
    await reconcilePurchases(test.services)
    await expect
      .poll(() => stateOf(txId), { timeout: 3_000 })
      .toEqual(['READY', 'AUTHORISED', 'authorised'])
  })

  it('pays for no purchase that has expired meanwhile', async () => {
    const { buyer, order } = await buyerWithOrder()
    const key = randomUUID()
    await fail('authorise', 'unknown')
    await buyer.reserve(order, { key })
    const [row] = await test.services.db.run(newest, [buyer.id])
    await test.services.db.run(lapse, [row?.tx_id ?? '', '-1 second'])
    expect((await buyer.reserve(order, { key })).body.code).toBe('purchase_expired')
    expect((await stateOf(row?.tx_id ?? ''))[1]).not.toBe('AUTHORISED')
  })

  it('may still reach the provider until a minute after the expiry', async () => {
    const { buyer, order } = await buyerWithOrder()
    await fail('authorise', 'error')
    await buyer.reserve(order)
    const [row] = await test.services.db.run(newest, [buyer.id])
    const txId = row?.tx_id ?? ''
    await test.services.db.run(lapse, [txId, '-30 seconds'])
    await expirePurchases(test.services)
    await reconcilePurchases(test.services, 0)
    expect(await stateOf(txId)).toEqual(['EXPIRED', 'VOIDING', undefined])
    await test.services.db.run(lapse, [txId, '-61 seconds'])
    await reconcilePurchases(test.services, 0)
    expect(await stateOf(txId)).toEqual(['EXPIRED', 'VOIDED', undefined])
  })
})

describe('a provider that hangs', () => {
  it('delays no caller for ever, and the same key continues', async () => {
    const { buyer, order } = await buyerWithOrder()
    const key = randomUUID()
    await fail('authorise', 'hang')
    expect((await buyer.reserve(order, { key })).body.code).toBe('payment_unknown')
    expect((await buyer.reserve(order, { key })).status).toBe(200)
  })
})

describe('a card that is declined without an answer', () => {
  it('is found declined by the reconciler, and everything is released', async () => {
    const buyer = await new Person(test.url).signIn()
    const batch = await issueTestBatch(test.services.db, { kg: 100 })
    const order = cardOrder(batch, 50, await buyer.cardToken('4000000000000002'))
    const key = randomUUID()
    await fail('authorise', 'unknown')
    expect((await buyer.reserve(order, { key })).status).toBe(503)
    await reconcilePurchases(test.services, 0)
    const [row] = await test.services.db.run(newest, [buyer.id])
    // The buyer has not asked again.
    expect(await stateOf(row?.tx_id ?? '')).toEqual(['FAILED', 'VOIDING', 'declined'])
    expect((await buyer.get(`/api/batches/${batch.id}`)).body.kg_available).toBe(100)
    expect(await buyer.reserve(order, { key })).toMatchObject({
      status: 402,
      body: { code: 'card_declined' },
    })
    await reconcilePurchases(test.services, 0)
    expect(await stateOf(row?.tx_id ?? '')).toEqual(['FAILED', 'VOIDED', 'declined'])
  })
})

describe('an authorisation that arrives after another attempt of it was refused', () => {
  it('is released', async () => {
    const { buyer, batch, order } = await buyerWithOrder()
    const { db, cards } = test.services
    const key = randomUUID()
    await fail('authorise', 'error')
    expect((await buyer.reserve(order, { key })).status).toBe(503)
    const refused = await buyer.reserve({ ...order, card_token: 'tok_unknown' }, { key })
    expect(refused).toMatchObject({ status: 400, body: { error: 'Card details required.' } })
    expect((await buyer.get(`/api/batches/${batch.id}`)).body.kg_available).toBe(100)
    // The first attempt was on its way all the time, and reaches the provider now.
    const [row] = await db.run(newest, [buyer.id])
    const txId = row?.tx_id ?? ''
    const [purchase] = await db.run(purchaseOf, [txId])
    const { card_token: cardToken } = order
    const step = {
      stepKey: `${purchase?.id}:authorise`,
      txId,
      amountMinor: 50,
      currency: 'GBP',
      cardToken,
    }
    expect(await cards.authorise(step)).toMatchObject({ status: 'authorised' })
    expect(await stateOf(txId)).toEqual(['FAILED', 'VOIDING', 'authorised'])
    await reconcilePurchases(test.services, 0)
    expect(await stateOf(txId)).toEqual(['FAILED', 'VOIDED', 'voided'])
    // The refusal released the key, so another card begins another purchase.
    const again = await buyer.reserve({ ...order, card_token: await buyer.cardToken() }, { key })
    expect(again.status).toBe(200)
  })
})

describe('a provider that cannot be asked', () => {
  it('leaves a step of the bank PENDING, and keeps no expired stock', async () => {
    const buyer = await new Person(test.url).signIn()
    const batch = await issueTestBatch(test.services.db, { kg: 100 })
    const order = cardOrder(batch, 50, await buyer.cardToken('4000002500003155'))
    const { body } = await buyer.reserve(order)
    await fail('find', 'unknown')
    expect(await buyer.complete(body.txId)).toMatchObject({ status: 202 })
    await test.services.db.run(lapse, [body.txId, '-1 second'])
    await expirePurchases(test.services)
    expect((await buyer.get(`/api/batches/${batch.id}`)).body.kg_available).toBe(100)
  })
})

describe('a capture without an answer', () => {
  it('is PENDING, then complete, and charged once', async () => {
    const { buyer, order } = await buyerWithOrder()
    const reserved = await buyer.reserve(order)
    await fail('capture', 'unknown')
    const pending = await buyer.complete(reserved.body.txId)
    expect(pending).toMatchObject({ status: 202, body: { status: 'PENDING' } })
    expect(pending.headers.get('retry-after')).not.toBeNull()
    const done = await buyer.complete(reserved.body.txId)
    expect(done.body.status).toBe('COMPLETED')
    expect(await stateOf(reserved.body.txId)).toEqual(['COMPLETED', 'CAPTURED', 'captured'])
    expect(await eventsOf(reserved.body.txId)).toEqual(['authorised', 'captured'])
  })

  it('keeps its key for its own body meanwhile', async () => {
    const { buyer, order } = await buyerWithOrder()
    const reserved = await buyer.reserve(order)
    const other = await buyer.reserve({ ...order, card_token: await buyer.cardToken() })
    const key = randomUUID()
    await fail('capture', 'unknown')
    expect((await buyer.complete(reserved.body.txId, { key })).status).toBe(202)
    const reused = await buyer.complete(other.body.txId, { key })
    expect(reused).toMatchObject({ status: 422, body: { code: 'key_reused' } })
    expect((await buyer.complete(reserved.body.txId, { key })).body.status).toBe('COMPLETED')
    expect(await stateOf(other.body.txId)).toEqual(['READY', 'AUTHORISED', 'authorised'])
  })

  it.each(['error', 'late', 'duplicate', 'slow'] as const)(
    'and one that is %s is charged once too',
    async (fault) => {
      const { buyer, order } = await buyerWithOrder()
      const { body } = await buyer.reserve(order)
      await fail('capture', fault, { waitMs: 100 })
      const first = await buyer.complete(body.txId)
      expect(first.status).toBe(['slow', 'duplicate'].includes(fault) ? 200 : 202)
      expect((await buyer.complete(body.txId)).body.status).toBe('COMPLETED')
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(await eventsOf(body.txId)).toEqual(['authorised', 'captured'])
    },
  )

  it('is asked for before cards that are only to be released, however long those wait', async () => {
    const { db } = test.services
    const [left, paid] = [await buyerWithOrder(), await buyerWithOrder()]
    const cancelled = await left.buyer.reserve(left.order)
    await fail('find', 'unknown')
    expect((await left.buyer.cancel(cancelled.body.txId)).status).toBe(200)
    expect(await stateOf(cancelled.body.txId)).toEqual(['EXPIRED', 'VOIDING', 'authorised'])
    // After an unanswered question it waits behind those not asked about yet.
    await db.run(ageCheck, [cancelled.body.txId])
    await fail('find', 'unknown')
    await reconcilePurchases(test.services)
    const due = await findUnsettledPurchases(db, 20, 10)
    expect(due.map(({ tx_id }) => tx_id)).not.toContain(cancelled.body.txId)
    const reserved = await paid.buyer.reserve(paid.order)
    await fail('capture', 'unknown')
    expect((await paid.buyer.complete(reserved.body.txId)).status).toBe(202)
    const [next] = await findUnsettledPurchases(db, 0, 1)
    expect(next?.tx_id).toBe(reserved.body.txId)
    await reconcilePurchases(test.services, 0)
    expect((await stateOf(reserved.body.txId))[0]).toBe('COMPLETED')
  })

  it('is asked about first where it has waited longest', async () => {
    const waiting: string[] = []
    for (const { buyer, order } of [await buyerWithOrder(), await buyerWithOrder()]) {
      const { body } = await buyer.reserve(order)
      await fail('find', 'unknown')
      await buyer.cancel(body.txId)
      waiting.push(body.txId)
    }
    const due = await findUnsettledPurchases(test.services.db, 0, 1_000)
    expect(due.map((row) => row.tx_id).filter((each) => waiting.includes(each))).toEqual(waiting)
  })

  it('is carried to its end by the reconciler, even past the expiry', async () => {
    const { buyer, order } = await buyerWithOrder()
    const reserved = await buyer.reserve(order)
    await fail('capture', 'unknown')
    await buyer.complete(reserved.body.txId)
    await test.services.db.run(lapse, [reserved.body.txId, '-1 minute'])
    await expirePurchases(test.services)
    await reconcilePurchases(test.services, 0)
    expect(await stateOf(reserved.body.txId)).toEqual(['COMPLETED', 'CAPTURED', 'captured'])
    expect((await buyer.cancel(reserved.body.txId)).status).toBe(409)
  })
})
