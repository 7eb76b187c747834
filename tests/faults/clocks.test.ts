// Tests wrong clocks: the product's own by minutes or a day, or set back during a purchase; a
// browser's by an hour. Reservations expire by the database's clock alone; signatures are refused
// as stale, and no more happens.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconcilePurchases } from '#features/purchases/card/reconcile-purchases.ts'
import { expirePurchases } from '#features/purchases/end/end-purchases.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, Person, type TestBatch } from '#tests/support/people/person.ts'
import { failCards } from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const lapse = statement(
  'clocks-lapse',
  {},
  `update purchases set expires_at = now() - interval '1 second' where buyer_id = $1`,
)
const cardOf = statement(
  'clocks-card',
  { id: 'uuid', state: 'text', card_state: 'text', status: 'text?' },
  `select q.id, q.state, q.card_state, p.status from purchases q
   left join sandbox_cards.payments p on p.step_key = q.id || ':authorise' where q.buyer_id = $1`,
)

let test: TestApp
let batch: TestBatch
let buyer: Person
let productAheadMs = 0
beforeAll(async () => {
  const clock = () => Date.now() + productAheadMs
  test = await startTestApp({ OPEN_RESERVATIONS_MAX: '100' }, () => ({ clock }), {
    background: false,
  })
  batch = await issueTestBatch(test.services.db, { kg: 1_000_000 })
  buyer = await new Person(test.url).signIn()
})
afterAll(() => test.close())

const nonceAt = (aheadMs: number) =>
  `${Date.now() + aheadMs}.${randomBytes(12).toString('base64url')}`

describe('a product with a wrong clock', () => {
  it.each([
    ['5 minutes fast', 5 * minute],
    ['5 minutes slow', -5 * minute],
    ['a day fast', day],
    ['a day slow', -day],
  ])('by %s reserves for ten minutes and sells as usual', async (_, aheadMs) => {
    productAheadMs = aheadMs
    const order = cardOrder(batch, 20, await buyer.cardToken())
    const reserved = await buyer.reserve(order, { key: randomUUID(), nonce: nonceAt(aheadMs) })
    expect(reserved.status).toBe(200)
    const lifeMs = Date.parse(reserved.body.expires_at) - Date.now()
    expect(lifeMs).toBeGreaterThan(9.5 * minute)
    expect(lifeMs).toBeLessThan(10.5 * minute)
    expect(await expirePurchases(test.services)).toBe(0)
    const completed = await buyer.complete(reserved.body.txId, { nonce: nonceAt(aheadMs) })
    expect(completed.body.status).toBe('COMPLETED')
  })

  it('set back by an hour between two steps, completes its reservation', async () => {
    productAheadMs = 0
    const { body } = await buyer.reserve(cardOrder(batch, 20, await buyer.cardToken()))
    productAheadMs = -hour
    const completed = await buyer.complete(body.txId, { nonce: nonceAt(-hour) })
    expect(completed.body.status).toBe('COMPLETED')
  })

  it('a day fast does not give up a payment in progress', async () => {
    const { services } = test
    productAheadMs = 0
    const person = await new Person(test.url).signIn()
    const cardToken = await person.cardToken()
    await failCards(services.db, 'authorise', 'error')
    expect((await person.reserve(cardOrder(batch, 20, cardToken))).status).toBe(503)
    productAheadMs = day
    await services.db.run(lapse, [person.id])
    await expirePurchases(services)
    await reconcilePurchases(services, 0)
    const [waiting] = await services.db.run(cardOf, [person.id])
    expect(waiting).toMatchObject({ state: 'EXPIRED', card_state: 'VOIDING', status: null })
    // The payment arrives long after all callers have gone.
    const late = {
      stepKey: `${waiting?.id}:authorise`,
      txId: 'CP-2222-2222-2222',
      amountMinor: 40,
      currency: 'GBP',
      cardToken,
    }
    expect((await services.cards.authorise(late)).status).toBe('authorised')
    await reconcilePurchases(services, 0)
    const [ended] = await services.db.run(cardOf, [person.id])
    expect(ended).toMatchObject({ state: 'EXPIRED', card_state: 'VOIDED', status: 'voided' })
  })
})

describe('a browser with a wrong clock', () => {
  it.each([
    ['an hour slow', -hour],
    ['an hour fast', hour],
  ])(
    'by %s is refused as stale, and is served once it follows the Date of the answer',
    async (_, aheadMs) => {
      productAheadMs = 0
      const order = cardOrder(batch, 20, await buyer.cardToken())
      const key = randomUUID()
      const refused = await buyer.reserve(order, { key, nonce: nonceAt(aheadMs) })
      expect([refused.status, refused.body.code]).toEqual([401, 'stale_signature'])
      const learned = Date.parse(refused.headers.get('date') ?? '') - Date.now()
      expect((await buyer.reserve(order, { key, nonce: nonceAt(learned) })).status).toBe(200)
    },
  )
})
