// Tests Stripe's webhook for refunds and disputes: signed, forged, doubled, late, in any order, or
// missing. The purchase ends in the state that Stripe returns when read.
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconcilePurchases } from '#features/purchases/card/reconcile-purchases.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { pollCardEvents } from '#features/purchases/refund/handle-card-events.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { makePollDue } from '#tests/support/people/card-provider-page.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { ordersOf } from '#tests/support/permutations.ts'
import { randomFrom } from '#tests/support/random.ts'
import {
  openStripeStandIn,
  type StripeEvent,
  type StripeStandIn,
} from '#tests/support/stand-ins/stripe-stand-in.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const standing = statement(
  'test-stripe-standing',
  {
    id: 'uuid',
    reversal: 'text',
    refunded_minor: 'int8?',
    lost_minor: 'int8?',
    due_minor: 'int8?',
  },
  `select p.id, p.reversal, r.refunded_minor, r.lost_minor, r.due_minor from purchases p
   left join purchase_reversals r on r.purchase_id = p.id where p.tx_id = $1`,
)
const postingsOf = statement(
  'test-stripe-postings',
  { count: 'int8' },
  'select count(*) as count from money_postings where purchase_id = $1',
)

const secret = 'whsec_a-secret-of-the-tests'

let stripe: StripeStandIn
let test: TestApp
beforeAll(async () => {
  stripe = await openStripeStandIn()
  const env = {
    CARD_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_page',
    STRIPE_API_URL: stripe.url,
    STRIPE_WEBHOOK_SECRET: secret,
  }
  test = await startTestApp(env, undefined, { background: false })
})
afterAll(async () => {
  const { faults } = await checkLedger(test.services.db)
  await test.close()
  await stripe.close()
  expect(faults).toEqual([])
  expect(stripe.malformed).toEqual([])
})

async function bought() {
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(test.services.db, { kg: 100 })
  const { body } = await buyer.reserve(cardOrder(batch, 50, stripe.tokenise('pays')))
  expect((await buyer.complete(body.txId)).status).toBe(200)
  const txId = String(body.txId)
  const [row] = await test.services.db.run(standing, [txId])
  return { buyer, txId, stepKey: `${row?.id}:authorise`, id: row?.id ?? '' }
}

async function reversalOf(txId: string) {
  const [row] = await test.services.db.run(standing, [txId])
  const { reversal, refunded_minor, lost_minor, due_minor } = row ?? {}
  return { reversal, money: [refunded_minor, lost_minor, due_minor] }
}

type Sending = {
  readonly at?: number
  readonly key?: string
  readonly signature?: string
  readonly headers?: Readonly<Record<string, string>>
}

async function tell(event: StripeEvent | string, sending: Sending = {}): Promise<Response> {
  const body = typeof event === 'string' ? event : JSON.stringify(event)
  const at = Math.floor(sending.at ?? Date.now() / 1_000)
  const signed = createHmac('sha256', sending.key ?? secret)
    .update(`${at}.${body}`)
    .digest('hex')
  return fetch(`${test.url}/webhooks/stripe`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      // While its secret is rotated, Stripe signs with both, the previous one first.
      'stripe-signature': sending.signature ?? `t=${at},v0=00,v1=${'00'.repeat(32)},v1=${signed}`,
      ...sending.headers,
    },
    body,
  })
}

/** Returns the events that Stripe sends during `work`. */
function during(work: () => void): StripeEvent[] {
  const before = stripe.sentEvents.length
  work()
  return stripe.sentEvents.slice(before)
}

describe('an event', () => {
  it('of a refund on Stripe’s page ends the purchase, once', async () => {
    const { buyer, txId, stepKey, id } = await bought()
    const [event] = during(() => stripe.refundOnPage(stepKey, 100))
    if (event === undefined) throw new Error('nothing was told')
    const sent = await Promise.all([tell(event), tell(event), tell(event)])
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await reversalOf(txId)).toEqual({ reversal: 'refunded', money: [100, 0, 0] })
    const [before] = await test.services.db.run(postingsOf, [id])
    expect((await tell(event)).status).toBe(200)
    expect(await test.services.db.run(postingsOf, [id])).toEqual([before])
    expect((await buyer.get('/passport/me')).body.total_offsets).toBe(0)
    // A bank may take the same money once more, and that loss is stored too.
    for (const lost of during(() => stripe.dispute(stepKey, 'lost', 100))) await tell(lost)
    expect(await reversalOf(txId)).toEqual({ reversal: 'refunded', money: [100, 100, 0] })
  })

  it('whose signature is missing, forged, of another body or key changes nothing', async () => {
    const { txId, stepKey } = await bought()
    const [event] = during(() => stripe.refundOnPage(stepKey, 100))
    if (event === undefined) throw new Error('nothing was told')
    const forged: Sending[] = [
      { signature: '' },
      { signature: 't=,v1=' },
      { signature: `t=${Math.floor(Date.now() / 1_000)}` },
      { signature: `t=${Math.floor(Date.now() / 1_000)},v1=${'00'.repeat(32)}` },
      { key: 'whsec_another-secret-of-tests' },
      { at: Date.now() / 1_000 - 400 },
      { at: Date.now() / 1_000 + 400 },
    ]
    for (const sending of forged) {
      const answer = await tell(event, sending)
      expect(answer.status).toBe(401)
      expect(await answer.text()).toMatch(/"code":"(bad|stale)_signature"/)
    }
    expect(await reversalOf(txId)).toMatchObject({ reversal: 'none' })
    // Late and early within 300 s, and from a page of another origin, which a provider may have.
    const others = { origin: 'https://stripe.example', 'sec-fetch-site': 'cross-site' }
    const late = { at: Date.now() / 1_000 - 250, headers: others }
    expect((await tell(event, late)).status).toBe(200)
    expect(await reversalOf(txId)).toMatchObject({ reversal: 'refunded' })
  })

  it('that names no payment of ours is accepted; one that is too large or malformed is refused', async () => {
    const stranger = { id: 'evt_x', type: 'charge.refunded', created: 0 }
    const other = {
      ...stranger,
      data: { object: { object: 'charge', payment_intent: 'pi_other' } },
    }
    expect((await tell(other)).status).toBe(200)
    expect((await tell('{"id":"evt_y"}')).status).toBe(400)
    expect((await tell('{')).status).toBe(400)
    expect((await tell(`"${'x'.repeat(255 * 1024)}"`)).status).toBe(400)
    expect((await tell(`"${'x'.repeat(257 * 1024)}"`)).status).toBe(413)
  })

  it('whose payment cannot be read now comes again', async () => {
    const { txId, stepKey } = await bought()
    const [event] = during(() => stripe.refundOnPage(stepKey, 100))
    if (event === undefined) throw new Error('nothing was told')
    stripe.fail('GetDisputes', 'busy', 3)
    expect((await tell(event)).status).toBe(503)
    expect((await tell(event)).status).toBe(200)
    expect(await reversalOf(txId)).toMatchObject({ reversal: 'refunded' })
  })
})

it('an event of a purchase that is not complete yet completes it first, or comes again', async () => {
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(test.services.db, { kg: 100 })
  const { txId } = (await buyer.reserve(cardOrder(batch, 50, stripe.tokenise('pays')))).body
  const capture = 'PostPaymentIntentsIntentCapture'
  stripe.fail(capture, 'lost after')
  stripe.fail(capture, 'lost before', 2)
  expect((await buyer.complete(txId)).status).toBe(202)
  const [row] = await test.services.db.run(standing, [txId])
  const [event] = during(() => stripe.refundOnPage(`${row?.id}:authorise`, 10))
  if (event === undefined) throw new Error('nothing was told')
  stripe.fail(capture, 'lost before', 3)
  expect((await tell(event)).status).toBe(503)
  expect((await tell(event)).status).toBe(200)
  expect((await buyer.complete(txId)).body.status).toBe('COMPLETED')
  expect(await reversalOf(txId)).toEqual({ reversal: 'none', money: [10, 0, 0] })
})

it('a change that no event reported is found by the poll', async () => {
  const { txId, stepKey } = await bought()
  stripe.dispute(stepKey, 'needs_response')
  await pollCardEvents(test.services)
  await makePollDue(test.services.db, 'cards')
  await pollCardEvents(test.services)
  expect(await reversalOf(txId)).toMatchObject({ reversal: 'disputed' })
  stripe.dispute(stepKey, 'won')
  expect(await pollCardEvents(test.services)).toBe(0)
  await makePollDue(test.services.db, 'cards')
  await pollCardEvents(test.services)
  expect(await reversalOf(txId)).toEqual({
    reversal: 'none',
    money: [0, 0, 0],
  })
})

it('an event that cannot be settled blocks no other event of the poll', async () => {
  const [before, between, after] = [await bought(), await bought(), await bought()]
  stripe.refundOnPage(before.stepKey, 100)
  stripe.dispute(between.stepKey, 'a status of tomorrow')
  stripe.refundOnPage(after.stepKey, 100)
  await makePollDue(test.services.db, 'cards')
  await expect(pollCardEvents(test.services)).rejects.toThrow()
  for (const { txId } of [before, after]) {
    expect(await reversalOf(txId)).toMatchObject({ reversal: 'refunded' })
  }
  stripe.dispute(between.stepKey, 'won')
  await makePollDue(test.services.db, 'cards')
  expect(await pollCardEvents(test.services)).toBeGreaterThan(0)
})

it('an inquiry of a bank is no dispute yet', async () => {
  const { txId, stepKey } = await bought()
  for (const event of during(() => stripe.dispute(stepKey, 'warning_needs_response'))) {
    expect((await tell(event)).status).toBe(200)
  }
  expect(await reversalOf(txId)).toMatchObject({ reversal: 'none' })
})

it('our refund waits while a bank disputes the payment, and follows its outcome', async () => {
  const { txId, stepKey } = await bought()
  const opened = during(() => stripe.dispute(stepKey, 'needs_response', 100))
  const order = { txId, keepsKilograms: false, record: async () => undefined }
  expect(await refundPurchase(test.services, order)).toEqual({ stage: 'refunding' })
  for (const event of opened) await tell(event)
  await reconcilePurchases(test.services, 0)
  expect(await reversalOf(txId)).toEqual({ reversal: 'refunding', money: [0, 0, 100] })
  for (const event of during(() => stripe.dispute(stepKey, 'lost'))) await tell(event)
  expect(await reversalOf(txId)).toEqual({ reversal: 'refunded', money: [0, 100, 0] })
})

it('a refund after a partly lost dispute returns only the rest', async () => {
  const { txId, stepKey } = await bought()
  for (const event of during(() => stripe.dispute(stepKey, 'lost', 40))) await tell(event)
  await reconcilePurchases(test.services, 0)
  expect(await reversalOf(txId)).toEqual({ reversal: 'refunded', money: [60, 40, 0] })
})

it('our refunds of two purchases are two refunds at Stripe', async () => {
  for (const { txId } of [await bought(), await bought()]) {
    const order = { txId, keepsKilograms: false, record: async () => undefined }
    expect(await refundPurchase(test.services, order)).toEqual({ stage: 'refunded' })
    expect(await reversalOf(txId)).toEqual({ reversal: 'refunded', money: [100, 0, 0] })
  }
})

const refundOf = (txId: string) =>
  refundPurchase(test.services, { txId, keepsKilograms: false, record: async () => undefined })

async function pollNow(): Promise<void> {
  await makePollDue(test.services.db, 'cards')
  await pollCardEvents(test.services)
}

describe('a refund at Stripe', () => {
  const owed = { reversal: 'refund_failed', money: [0, 0, 100] }
  const back = { reversal: 'refunded', money: [100, 0, 0] }

  it.each(['failed', 'canceled'] as const)(
    'that is %s at once is repeated under the next key',
    async (end) => {
      const { txId, stepKey } = await bought()
      stripe.setRefundStatus(end)
      expect(await refundOf(txId)).toEqual({ stage: 'refund_failed' })
      for (let round = 0; round < 3; round += 1) await reconcilePurchases(test.services, 0)
      expect(await reversalOf(txId)).toEqual(owed)
      expect(stripe.idsOf(stepKey).refunds).toHaveLength(1)
      stripe.setRefundStatus('succeeded')
      expect(await refundOf(txId)).toEqual({ stage: 'refunded' })
      expect(await reversalOf(txId)).toEqual(back)
      expect(stripe.idsOf(stepKey).refunds).toHaveLength(2)
    },
  )

  it.each(['refund.failed', 'refund.updated', 'charge.refund.updated', null] as const)(
    'that fails days later is owed again: %s',
    async (type) => {
      const { buyer, txId, stepKey } = await bought()
      expect(await refundOf(txId)).toEqual({ stage: 'refunded' })
      const events = during(() => stripe.endRefund(stepKey, 'failed', type))
      for (const event of [...events, ...events]) expect((await tell(event)).status).toBe(200)
      if (type === null) await pollNow()
      expect(await reversalOf(txId)).toEqual(owed)
      expect((await buyer.get('/passport/me')).body.total_offsets).toBe(0)
      // An earlier event comes late: Stripe's present state decides.
      for (const late of stripe.sentEvents
        .filter(({ type: each }) => each === 'charge.refunded')
        .slice(-1)) {
        await tell({ ...late, id: `${late.id}-late` })
      }
      expect(await reversalOf(txId)).toEqual(owed)
    },
  )

  it('on its page that fails later is owed again', async () => {
    const { txId, stepKey } = await bought()
    for (const event of during(() => stripe.refundOnPage(stepKey, 100))) await tell(event)
    expect(await reversalOf(txId)).toEqual(back)
    for (const event of during(() => stripe.endRefund(stepKey, 'failed'))) await tell(event)
    expect(await reversalOf(txId)).toEqual(owed)
  })

  it.each(['pending', 'requires_action'] as const)(
    'that is %s is pending, and may fail',
    async (state) => {
      const { buyer, txId, stepKey } = await bought()
      stripe.setRefundStatus(state)
      expect(await refundOf(txId)).toEqual({ stage: 'refunded' })
      stripe.setRefundStatus('succeeded')
      const { body } = await buyer.get('/api/tokens/transaction/me?tokens=none')
      expect(body[0]).toMatchObject({ status: 'REFUNDED', refund_status: 'on_its_way' })
      stripe.endRefund(stepKey, 'canceled', null)
      await pollNow()
      expect(await reversalOf(txId)).toEqual(owed)
    },
  )
})

it.each(['won', 'warning_closed', 'lost'])(
  'a lost dispute whose money is reinstated is owed to its buyer: %s',
  async (status) => {
    const { txId, stepKey } = await bought()
    for (const event of during(() => stripe.dispute(stepKey, 'lost', 100))) await tell(event)
    expect(await reversalOf(txId)).toEqual({ reversal: 'refunded', money: [0, 100, 0] })
    for (const event of during(() => stripe.reinstate(stepKey, status))) await tell(event)
    expect(await reversalOf(txId)).toEqual({ reversal: 'reinstated', money: [0, 0, 100] })
    expect(await refundOf(txId)).toEqual({ stage: 'refunded' })
    expect(await reversalOf(txId)).toEqual({ reversal: 'refunded', money: [100, 0, 0] })
  },
)

const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 31))

it(`six events have the same end in any order, while more happens (seed ${seed})`, async () => {
  const random = randomFrom(seed)
  const all = ordersOf([0, 1, 2, 3, 4, 5])
  for (let round = 0; round < 5; round += 1) {
    const order = random.pick(all)
    const { txId, stepKey } = await bought()
    const happenings = [
      () => stripe.refundOnPage(stepKey, 10),
      () => stripe.dispute(stepKey, 'needs_response', 60),
      () => stripe.refundOnPage(stepKey, 10),
      () => stripe.dispute(stepKey, 'under_review'),
      () => stripe.refundOnPage(stepKey, 20),
      () => stripe.dispute(stepKey, 'lost'),
    ]
    const events: StripeEvent[] = []
    for (const happen of happenings) {
      events.push(...during(happen))
      // An event that is on its way already may be the first to arrive.
      const [first] = order.flatMap((index) => events[index] ?? [])
      if (first !== undefined) expect((await tell(first)).status).toBe(200)
    }
    for (const index of [...order, ...order]) {
      const event = events[index]
      if (event !== undefined) expect((await tell(event)).status).toBe(200)
    }
    const end = { reversal: 'refunded', money: [40, 60, 0] }
    expect({ order, ...(await reversalOf(txId)) }).toEqual({ order, ...end })
  }
})
