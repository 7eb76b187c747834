// Tests buying over HTTP with the Stripe client on a real PostgreSQL, against a stand-in of Stripe
// that shows where the money is.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconcilePurchases } from '#features/purchases/card/reconcile-purchases.ts'
import { expirePurchases } from '#features/purchases/end/end-purchases.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { settleSavedCards } from '#features/purchases/saved-cards/settle-saved-cards.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import {
  openStripeStandIn,
  type StandInCard,
  type StripeStandIn,
} from '#tests/support/stand-ins/stripe-stand-in.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const newestPurchase = statement(
  'test-newest-stripe-purchase',
  { id: 'uuid', tx_id: 'text', state: 'text', card_state: 'text' },
  `select id, tx_id, state, card_state from purchases where buyer_id = $1
   order by id desc limit 1`,
)
const lapse = statement(
  'test-lapse-stripe-purchase',
  {},
  `update purchases set expires_at = now() - interval '1 second' where tx_id = $1`,
)
const confirm = 'PostPaymentIntentsIntentConfirm'
const capture = 'PostPaymentIntentsIntentCapture'

let stripe: StripeStandIn
let test: TestApp
beforeAll(async () => {
  stripe = await openStripeStandIn()
  test = await startTestApp({
    CARD_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_page',
    STRIPE_API_URL: stripe.url,
    APPLE_PAY_DOMAIN_FILE: 'tests/support/stand-ins/apple-pay-domain.txt',
  })
})
afterAll(async () => {
  const { faults } = await checkLedger(test.services.db)
  await test.close()
  await stripe.close()
  expect(faults).toEqual([])
  expect(stripe.malformed).toEqual([])
})

async function order(card: StandInCard) {
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(test.services.db, { kg: 100 })
  const key = randomUUID()
  const wanted = cardOrder(batch, 50, stripe.tokenise(card))
  const reserve = () => buyer.reserve(wanted, { key })
  async function standing() {
    const [row] = await test.services.db.run(newestPurchase, [buyer.id])
    return [row?.state, row?.card_state, ...stripe.eventsOf(`${row?.id}:authorise`)]
  }
  const leftKg = async () => (await buyer.get(`/api/batches/${batch.id}`)).body.kg_available
  return { buyer, reserve, standing, leftKg }
}

describe('a purchase by Stripe', () => {
  it('holds money at the reservation and captures it at the completion', async () => {
    const { buyer, reserve, standing } = await order('pays')
    const reserved = await reserve()
    expect(reserved).toMatchObject({ status: 200, body: { card_used: 1, currency: 'GBP' } })
    expect(await standing()).toEqual(['READY', 'AUTHORISED', 'authorised'])
    expect((await buyer.complete(reserved.body.txId)).body.status).toBe('COMPLETED')
    expect(await standing()).toEqual(['COMPLETED', 'CAPTURED', 'authorised', 'captured'])
  })

  it('keeps its card at a customer without data, pays with it again, and deletes it there', async () => {
    const { buyer } = await order('pays')
    const batch = await issueTestBatch(test.services.db, { kg: 100 })
    const wanted = { ...cardOrder(batch, 50, stripe.tokenise('pays')), save_card: true }
    // The answer to the customer is lost: the same customer is found again.
    stripe.fail('PostCustomers', 'lost after')
    const { body } = await buyer.reserve(wanted, { key: randomUUID() })
    await buyer.complete(body.txId)
    // The app's own round may have taken the card already, and ends a moment later.
    const readCards = async () => {
      await settleSavedCards(test.services)
      return (await buyer.get('/api/cards')).body
    }
    await expect.poll(readCards).toMatchObject([{ brand: 'visa', last4: '4242' }])
    const [card] = await readCards()
    const made = stripe.calls.filter(({ operation }) => operation === 'PostCustomers')
    expect(made.map(({ body: sent }) => Object.keys(sent))).toEqual([['metadata'], ['metadata']])
    expect([...stripe.customers().values()]).toEqual([1])
    const again = await buyer.reserve(cardOrder(batch, 30, `saved:${card.id}`))
    expect((await buyer.complete(again.body.txId)).body.status).toBe('COMPLETED')
    stripe.fail('DeleteCustomersCustomer', 'lost after')
    await buyer.signed(`/api/cards/${card.id}`, undefined, { method: 'DELETE' })
    const readCustomers = async () => {
      await settleSavedCards(test.services)
      return [...stripe.customers()]
    }
    await expect.poll(readCustomers).toEqual([])
  })

  it('with a refused card ends with its reason, and no money stays held', async () => {
    const { reserve, standing, leftKg } = await order('lacks_funds')
    expect(await reserve()).toMatchObject({
      status: 402,
      body: { code: 'card_declined', error: 'Your card has insufficient funds.' },
    })
    expect(await leftKg()).toBe(100)
    await reconcilePurchases(test.services, 0)
    expect(await standing()).toEqual(['FAILED', 'VOIDED', 'declined', 'voided'])
  })

  it('with an unknown token asks for the card', async () => {
    const { buyer } = await order('pays')
    const batch = await issueTestBatch(test.services.db, { kg: 100 })
    expect(await buyer.reserve(cardOrder(batch, 50, 'pm_unknown'))).toMatchObject({
      status: 400,
      body: { error: 'Card details required.' },
    })
  })

  it('waits for the bank’s question, and completes after its yes', async () => {
    const { buyer, reserve, standing } = await order('asks')
    const { body } = await reserve()
    expect(body.card_action.type).toBe('three_d_secure')
    const early = await buyer.complete(body.txId)
    expect(early).toMatchObject({ status: 409, body: { code: 'card_action_required' } })
    stripe.answerBank(body.card_action.client_secret, true)
    expect((await buyer.complete(body.txId)).body.status).toBe('COMPLETED')
    expect(await standing()).toEqual(['COMPLETED', 'CAPTURED', 'action', 'authorised', 'captured'])
  })

  it('ends with the bank’s no', async () => {
    const { buyer, reserve, leftKg } = await order('asks')
    const { body } = await reserve()
    stripe.answerBank(body.card_action.client_secret, false)
    expect(await buyer.complete(body.txId)).toMatchObject({
      status: 402,
      body: { code: 'card_declined' },
    })
    expect(await leftKg()).toBe(100)
  })

  it.each([
    ['took effect', ['lost after', 'lost before', 'lost before']],
    ['did not', ['lost before', 'lost before', 'lost before']],
  ] as const)('continues under its key when a lost authorisation %s', async (_name, faults) => {
    const { buyer, reserve, standing } = await order('pays')
    for (const fault of faults) stripe.fail(confirm, fault)
    expect(await reserve()).toMatchObject({ status: 503, body: { code: 'payment_unknown' } })
    await reconcilePurchases(test.services, 0)
    const again = await reserve()
    expect(again.status).toBe(200)
    expect((await buyer.complete(again.body.txId)).body.status).toBe('COMPLETED')
    expect(await standing()).toEqual(['COMPLETED', 'CAPTURED', 'authorised', 'captured'])
  })

  it.each([
    ['took effect', ['lost after', 'lost before', 'lost before']],
    ['did not', ['lost before', 'lost before', 'lost before']],
  ] as const)('is completed by the reconciler when a lost capture %s', async (_name, faults) => {
    const { buyer, reserve, standing } = await order('pays')
    const { txId } = (await reserve()).body
    for (const fault of faults) stripe.fail(capture, fault)
    expect(await buyer.complete(txId)).toMatchObject({ status: 202, body: { status: 'PENDING' } })
    await reconcilePurchases(test.services, 0)
    expect((await buyer.complete(txId)).body.status).toBe('COMPLETED')
    expect(await standing()).toEqual(['COMPLETED', 'CAPTURED', 'authorised', 'captured'])
  })

  it('that expires releases the money, also where its authorisation had no answer', async () => {
    const { buyer, reserve, standing, leftKg } = await order('pays')
    for (const fault of ['lost after', 'lost before', 'lost before'] as const) {
      stripe.fail(confirm, fault)
    }
    await reserve()
    const [row] = await test.services.db.run(newestPurchase, [buyer.id])
    await test.services.db.run(lapse, [row?.tx_id])
    await expirePurchases(test.services)
    expect(await leftKg()).toBe(100)
    await reconcilePurchases(test.services, 0)
    expect(await standing()).toEqual(['EXPIRED', 'VOIDED', 'authorised', 'voided'])
  })
})

describe('with Stripe', () => {
  it('has no sandbox of cards', async () => {
    const person = new Person(test.url)
    const answer = await person.post('/dev/cards', { number: '4242424242424242' })
    expect(answer.status).toBe(404)
  })

  it('lets pages load Stripe’s script, frames and API, and no other site', async () => {
    const { headers } = await new Person(test.url).get('/health/live')
    const policy = headers.get('content-security-policy')?.split(';') ?? []
    const names = 'https://js.stripe.com https://*.js.stripe.com'
    expect(policy).toContain(`script-src 'self' ${names}`)
    expect(policy).toContain(`frame-src ${names} https://hooks.stripe.com`)
    expect(policy).toContain("connect-src 'self' https://api.stripe.com")
    const foreign = policy.join(' ').match(/https:\S+/g)
    expect([...new Set(foreign)].sort()).toEqual([
      'https://*.js.stripe.com',
      'https://api.stripe.com',
      'https://hooks.stripe.com',
      'https://js.stripe.com',
    ])
  })
})

const appleFile = '/.well-known/apple-developer-merchantid-domain-association'

describe('Apple’s check of the domain', () => {
  it('reads the configured file', async () => {
    const answer = await fetch(`${test.url}${appleFile}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; charset=utf-8',
    ])
    expect(await answer.text()).toBe('7B227465737422')
  })
})

describe('without Stripe', () => {
  it('lets pages load no file of Stripe, and has no file for Apple', async () => {
    const sandboxed = await startTestApp()
    const { headers } = await new Person(sandboxed.url).get('/health/live')
    const { status } = await fetch(`${sandboxed.url}${appleFile}`, { redirect: 'manual' })
    await sandboxed.close()
    expect(headers.get('content-security-policy')).not.toMatch(/stripe|frame-src/)
    expect(status).toBe(404)
  })
})
