// What a silent provider, a lapse or a process that stopped half way leaves behind, and how it
// settles. Judged at the provider's own log.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expirePurchases } from '#features/purchases/end-purchases.ts'
import { reconcilePurchases } from '#features/purchases/reconcile-purchases.ts'
import { checkLedger } from '#ledger/check.ts'
import type { CardProvider } from '#providers/cards/card-provider.ts'
import { statement } from '#server/statement.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { issueTestBatch } from '#tests/support/batch.ts'
import { cardOrder, Person } from '#tests/support/person.ts'

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
const newest = statement(
  'test-newest-purchase',
  { tx_id: 'text' },
  'select tx_id from purchases where buyer_id = $1 order by id desc limit 1',
)

type Step = 'authorise' | 'capture' | 'void' | 'find'
/** Steps that take effect at the provider and then answer nothing. */
const silent = new Set<Step>()
/** Authorisations that take effect only after they have answered nothing. */
let landing: Promise<unknown> | null = null
let isLate = false

function silenced(cards: CardProvider): CardProvider {
  const afterEffect = async <T>(step: Step, effect: Promise<T>): Promise<T> => {
    const result = await effect
    if (silent.has(step)) throw new Error('the connection was lost')
    return result
  }
  return {
    ...cards,
    authorise: async (each) => {
      if (!isLate) return afterEffect('authorise', cards.authorise(each))
      isLate = false
      landing = new Promise((resolve) => setTimeout(resolve, 200)).then(() => cards.authorise(each))
      throw new Error('the connection was lost')
    },
    capture: (each) => afterEffect('capture', cards.capture(each)),
    void: (each) => afterEffect('void', cards.void(each)),
    find: (stepKey) => afterEffect('find', cards.find(stepKey)),
  }
}

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ OPEN_RESERVATIONS_MAX: '500' }, ({ cards }) => ({
    cards: silenced(cards),
  }))
})
beforeEach(() => silent.clear())
afterAll(async () => {
  const { faults } = await checkLedger(test.services.db)
  await test.close()
  expect(faults).toEqual([])
})

async function stateOf(txId: string) {
  const { db } = test.services
  const [purchase] = await db.run(purchaseOf, [txId])
  const [payment] = await db.run(payments, [`${purchase?.id}:authorise`])
  return [purchase?.state, purchase?.card_state, payment?.status]
}

async function buyerWithOrder(kg = 50) {
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(test.services.db, { kg: 100 })
  return { buyer, batch, order: cardOrder(batch, kg, await buyer.cardToken()) }
}

describe('an authorisation without an answer', () => {
  it('is 503 at first; the same key goes on with the same purchase', async () => {
    const { buyer, batch, order } = await buyerWithOrder()
    const key = randomUUID()
    silent.add('authorise')
    const first = await buyer.reserve(order, { key })
    expect(first).toMatchObject({ status: 503, body: { code: 'payment_unknown' } })
    expect(first.headers.get('retry-after')).toBe('2')
    silent.clear()
    const again = await buyer.reserve(order, { key })
    expect(again.status).toBe(200)
    expect(await stateOf(again.body.txId)).toEqual(['READY', 'AUTHORISED', 'authorised'])
    expect((await buyer.get(`/api/batches/${batch.id}`)).body.kg_available).toBe(50)
    expect((await buyer.complete(again.body.txId)).body.status).toBe('COMPLETED')
  })

  it('is found by the reconciler', async () => {
    const { buyer, order } = await buyerWithOrder()
    silent.add('authorise')
    const key = randomUUID()
    await buyer.reserve(order, { key })
    await reconcilePurchases(test.services, 0)
    const again = await buyer.reserve(order, { key })
    expect(again.status).toBe(200)
    expect(await stateOf(again.body.txId)).toEqual(['READY', 'AUTHORISED', 'authorised'])
  })

  it('that lapses gives stock back at once and lets the payment go', async () => {
    const { buyer, batch, order } = await buyerWithOrder()
    silent.add('authorise').add('void')
    await buyer.reserve(order)
    const [row] = await test.services.db.run(newest, [buyer.id])
    const txId = row?.tx_id ?? ''
    await test.services.db.run(lapse, [txId, '-1 second'])
    await expirePurchases(test.services)
    expect((await buyer.get(`/api/batches/${batch.id}`)).body.kg_available).toBe(100)
    expect((await stateOf(txId)).slice(0, 2)).toEqual(['EXPIRED', 'VOIDING'])
    silent.clear()
    await reconcilePurchases(test.services, 0)
    expect(await stateOf(txId)).toEqual(['EXPIRED', 'VOIDED', 'voided'])
  })
})

describe('an authorisation that lands after another try of it was refused', () => {
  it('is let go', async () => {
    const { buyer, batch, order } = await buyerWithOrder()
    const key = randomUUID()
    isLate = true
    expect((await buyer.reserve(order, { key })).status).toBe(503)
    const refused = await buyer.reserve({ ...order, card_token: 'tok_unknown' }, { key })
    expect(refused).toMatchObject({ status: 400, body: { error: 'Card details required.' } })
    expect((await buyer.get(`/api/batches/${batch.id}`)).body.kg_available).toBe(100)
    await landing
    await reconcilePurchases(test.services, 0)
    const [row] = await test.services.db.run(newest, [buyer.id])
    expect(await stateOf(row?.tx_id ?? '')).toEqual(['FAILED', 'VOIDED', 'voided'])
  })
})

describe('a provider that cannot be asked', () => {
  it('leaves a step of the bank PENDING, and keeps no lapsed stock', async () => {
    const buyer = await new Person(test.url).signIn()
    const batch = await issueTestBatch(test.services.db, { kg: 100 })
    const order = cardOrder(batch, 50, await buyer.cardToken('4000002500003155'))
    const { body } = await buyer.reserve(order)
    silent.add('find')
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
    silent.add('capture')
    const pending = await buyer.complete(reserved.body.txId)
    expect(pending).toMatchObject({ status: 202, body: { status: 'PENDING' } })
    expect(pending.headers.get('retry-after')).not.toBeNull()
    silent.clear()
    const done = await buyer.complete(reserved.body.txId)
    expect(done.body.status).toBe('COMPLETED')
    expect(await stateOf(reserved.body.txId)).toEqual(['COMPLETED', 'CAPTURED', 'captured'])
  })

  it('is carried to its end by the reconciler, even past the expiry', async () => {
    const { buyer, order } = await buyerWithOrder()
    const reserved = await buyer.reserve(order)
    silent.add('capture')
    await buyer.complete(reserved.body.txId)
    await test.services.db.run(lapse, [reserved.body.txId, '-1 minute'])
    await expirePurchases(test.services)
    silent.clear()
    await reconcilePurchases(test.services, 0)
    expect(await stateOf(reserved.body.txId)).toEqual(['COMPLETED', 'CAPTURED', 'captured'])
    expect((await buyer.cancel(reserved.body.txId)).status).toBe(409)
  })
})

describe('completing at the moment of expiry', () => {
  it('is never both released and completed', async () => {
    const buyer = await new Person(test.url).signIn()
    const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
    let completed = 0
    for (let round = 0; round < 25; round += 1) {
      const order = { ...cardOrder(batch, 1, ''), payment_method: 'wallet', wallet_used: 0.02 }
      const reserved = await buyer.reserve(order)
      const { txId } = reserved.body
      await test.services.db.run(lapse, [txId, `${round % 5} milliseconds`])
      const [answer] = await Promise.all([buyer.complete(txId), expirePurchases(test.services)])
      await expirePurchases(test.services)
      const [state] = await stateOf(txId)
      expect([answer.status, state]).toEqual(
        answer.status === 200 ? [200, 'COMPLETED'] : [410, 'EXPIRED'],
      )
      completed += answer.status === 200 ? 1 : 0
    }
    const { body } = await buyer.get(`/api/batches/${batch.id}`)
    expect(body.kg_available).toBe(1_000 - completed)
  })
})
