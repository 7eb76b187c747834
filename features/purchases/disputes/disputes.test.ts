// Tests the disputes and early fraud warnings of Stripe that the product stores: by webhook and by
// poll, in any order, twice and late. Money and states:
// features/purchases/refund/stripe-events.test.ts.

import { register } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listReported } from '#features/purchases/disputes/list-reported.ts'
import { noteReport } from '#features/purchases/disputes/note-report.ts'
import { watchDisputes } from '#features/purchases/disputes/watch-disputes.ts'
import { listPurchases } from '#features/purchases/inspect/list-purchases.ts'
import { pollCardEvents } from '#features/purchases/refund/handle-card-events.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { makePollDue } from '#tests/support/people/card-provider-page.ts'
import { cardOrder, Person, type TestBatch } from '#tests/support/people/person.ts'
import { purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import { appendOnce, dueOf, issueTonnes } from '#tests/support/people/retirements.ts'
import { ordersOf } from '#tests/support/permutations.ts'
import { sendStripeEvent } from '#tests/support/stand-ins/signed-event.ts'
import {
  openStripeStandIn,
  type StripeEvent,
  type StripeStandIn,
} from '#tests/support/stand-ins/stripe-stand-in.ts'
import { stripeSettingsOf } from '#tests/support/stand-ins/stripe-stand-in-settings.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const letDaysPass = statement(
  'test-let-days-pass-for-warnings',
  {},
  `update fraud_warnings set warned_at = warned_at - interval '7 days' where purchase_id = $1`,
)
const letHoursPass = statement(
  'test-let-hours-pass-for-disputes',
  {},
  `update disputes set due_at = now() + interval '30 hours' where purchase_id = $1`,
)

let stripe: StripeStandIn
let test: TestApp
beforeAll(async () => {
  stripe = await openStripeStandIn()
  const env = {
    ...stripeSettingsOf(stripe),
    OPEN_RESERVATIONS_MAX: '100',
  }
  test = await startTestApp(env, undefined, { background: false })
})
afterAll(async () => {
  await closeWithBooks(test)
  await stripe.close()
  expect(stripe.malformed).toEqual([])
})

const db = () => test.services.db
const tell = (event: object | string) => sendStripeEvent(test.url, event)

async function bought(batch?: TestBatch, kg = 50) {
  const buyer = await new Person(test.url).signIn()
  const from = batch ?? (await issueTestBatch(db(), { kg: 100 }))
  const { body } = await buyer.reserve(cardOrder(from, kg, stripe.tokenise('pays')))
  expect((await buyer.complete(body.txId)).status).toBe(200)
  const txId = String(body.txId)
  const id = await purchaseIdOf(db(), txId)
  return { buyer, txId, id, stepKey: `${id}:authorise` }
}

/** Returns the events that Stripe sends during `work`. */
function during(work: () => void): StripeEvent[] {
  const before = stripe.sentEvents.length
  work()
  return stripe.sentEvents.slice(before)
}

async function tellAll(events: readonly StripeEvent[]): Promise<void> {
  for (const event of events) expect(await tell(event)).toBe(200)
}

const disputesOf = async (id: string) => (await listReported(db(), id)).disputes

async function listedOf(txId: string, state: 'DISPUTED' | 'FRAUD_WARNING' | null = null) {
  const listed = await listPurchases(db(), { state, since: null, personId: null })
  return listed.find(({ tx_id }) => tx_id === txId)
}

function logged(txId: string): string[] {
  return test.logged.flatMap((line) => {
    const { level, msg, tx_id } = JSON.parse(line)
    return tx_id === txId && level === 40 ? [msg] : []
  })
}

async function figure(name: string) {
  await watchDisputes(db())
  const metric = await register.getSingleMetric(name)?.get()
  return new Map(metric?.values.map(({ labels, value }) => [labels.status, value]))
}

describe('a dispute', () => {
  it('is stored with reason, sum and deadline, logged, listed, and stays after it was won', async () => {
    const { buyer, txId, id, stepKey } = await bought()
    await tellAll(during(() => stripe.dispute(stepKey, 'needs_response', 60)))
    const [dispute] = await disputesOf(id)
    const { dispute: disputeId } = stripe.idsOf(stepKey)
    expect(dispute).toMatchObject({
      ...{ id: disputeId, status: 'needs_response', outcome: 'open', reason: 'general' },
      ...{ amount: 0.6, currency: 'GBP', closed_at: null },
    })
    const due_at = dispute?.due_at?.toISOString()
    const open = {
      status: 'DISPUTED',
      dispute: { status: 'needs_response', outcome: 'open', due_at },
    }
    expect(await listedOf(txId, 'DISPUTED')).toMatchObject(open)
    expect((await buyer.get('/api/tokens/transaction/me')).body[0].status).toBe('DISPUTED')
    const { bought: exported } = (await buyer.get('/api/profile/export')).body[
      'purchases and gifts'
    ]
    expect(exported[0]['disputes at the bank']).toMatchObject([
      { state: 'needs_response', sum: '0.60 GBP', opened: expect.any(String), closed: null },
    ])
    await tellAll(during(() => stripe.dispute(stepKey, 'under_review')))
    await tellAll(during(() => stripe.dispute(stepKey, 'won')))
    const [won] = await disputesOf(id)
    expect(won).toMatchObject({ id: disputeId, status: 'won', outcome: 'won', due_at: null })
    expect(won?.closed_at).toBeInstanceOf(Date)
    await tellAll(during(() => stripe.dispute(stepKey, 'won')))
    expect(await disputesOf(id)).toEqual([won])
    expect(await listedOf(txId)).toMatchObject({ status: 'COMPLETED', dispute: { outcome: 'won' } })
    expect(logged(txId)).toEqual(['dispute opened', 'dispute changed', 'dispute closed'])
  })

  it('that is lost differs from a refund in the list, though both end REFUNDED', async () => {
    const [lost, refunded] = [await bought(), await bought()]
    await tellAll(during(() => stripe.dispute(lost.stepKey, 'lost')))
    await tellAll(during(() => stripe.refundOnPage(refunded.stepKey, 100)))
    expect(await listedOf(lost.txId)).toMatchObject({
      status: 'REFUNDED',
      dispute: { outcome: 'lost' },
    })
    expect(await listedOf(refunded.txId)).toMatchObject({ status: 'REFUNDED', dispute: null })
  })

  it('is stored after an inquiry of the bank too, which changes no state', async () => {
    const { txId, id, stepKey } = await bought()
    await tellAll(during(() => stripe.dispute(stepKey, 'warning_needs_response')))
    expect(await disputesOf(id)).toMatchObject([{ outcome: 'open', due_at: expect.any(Date) }])
    // It has a deadline, so it is in the list of open disputes.
    expect(await listedOf(txId, 'DISPUTED')).toMatchObject({
      status: 'COMPLETED',
      dispute: { status: 'warning_needs_response', due_at: expect.any(String) },
    })
    await tellAll(during(() => stripe.dispute(stepKey, 'warning_closed')))
    expect(await disputesOf(id)).toMatchObject([{ outcome: 'closed', due_at: null }])
    expect(await listedOf(txId)).toMatchObject({ status: 'COMPLETED' })
    expect(await listedOf(txId, 'DISPUTED')).toBeUndefined()
  })

  it('that no event reported is found by the poll', async () => {
    const { id, txId, stepKey } = await bought()
    stripe.dispute(stepKey, 'needs_response')
    stripe.warnOfFraud(stepKey)
    await makePollDue(db(), 'cards')
    await pollCardEvents(test.services)
    await makePollDue(db(), 'cards')
    await pollCardEvents(test.services)
    expect(await disputesOf(id)).toMatchObject([{ status: 'needs_response' }])
    expect(await listedOf(txId, 'FRAUD_WARNING')).toMatchObject({
      fraud_warned_at: expect.any(String),
    })
  })

  it('has the provider’s newest state, in any order of its events and twice', async () => {
    for (const order of ordersOf([0, 1, 2])) {
      const { id, txId, stepKey } = await bought()
      const events = ['needs_response', 'under_review', 'won'].flatMap((status) =>
        during(() => stripe.dispute(stepKey, status)),
      )
      for (const index of [...order, ...order]) await tellAll(events.slice(index, index + 1))
      expect({ order, disputes: await disputesOf(id) }).toMatchObject({
        order,
        disputes: [{ status: 'won', outcome: 'won' }],
      })
      expect(logged(txId)).toEqual(['dispute closed'])
    }
  })

  it('is not set back by an answer that was on its way before', async () => {
    const { id, txId, stepKey } = await bought()
    await tellAll(during(() => stripe.dispute(stepKey, 'needs_response')))
    const { payment } = stripe.idsOf(stepKey)
    const row = { id, tx_id: txId, card_payment_id: payment }
    const late = await test.services.cards.readReport(payment)
    await noteReport(
      {
        ...test.services,
        cards: {
          ...test.services.cards,
          async readReport() {
            // Meanwhile the bank decides, and that event arrives first.
            await tellAll(during(() => stripe.dispute(stepKey, 'lost')))
            return late
          },
        },
      },
      row,
    )
    expect(await disputesOf(id)).toMatchObject([{ status: 'lost' }])
  })

  it('is counted by state, with the hours to the nearest deadline', async () => {
    const { id, stepKey } = await bought()
    const before = (await figure('disputes_open')).get('needs_response') ?? 0
    await tellAll(during(() => stripe.dispute(stepKey, 'needs_response')))
    expect((await figure('disputes_open')).get('needs_response')).toBe(before + 1)
    await db().run(letHoursPass, [id])
    expect((await figure('dispute_deadline_hours')).get(undefined)).toBeCloseTo(30, 1)
    await tellAll(during(() => stripe.dispute(stepKey, 'won')))
    expect((await figure('disputes_open')).get('needs_response')).toBe(before)
    expect((await figure('dispute_deadline_hours')).get(undefined) ?? 99).toBeGreaterThan(31)
  })

  it('whose report fails to arrive is requested again', async () => {
    const { id, stepKey } = await bought()
    const [event] = during(() => stripe.dispute(stepKey, 'needs_response'))
    if (event === undefined) throw new Error('nothing was told')
    stripe.fail('GetRefunds', 'busy', 3)
    expect(await tell(event)).toBe(503)
    expect(await tell(event)).toBe(200)
    expect(await disputesOf(id)).toHaveLength(1)
  })
})

it('a dispute in an unknown state is reported, and its event comes again', async () => {
  const { txId, id, stepKey } = await bought()
  const [event] = during(() => stripe.dispute(stepKey, 'a_word_of_tomorrow'))
  if (event === undefined) throw new Error('nothing was told')
  expect(await tell(event)).toBe(503)
  expect(await disputesOf(id)).toMatchObject([{ status: 'a_word_of_tomorrow', outcome: 'open' }])
  expect(await listedOf(txId, 'DISPUTED')).toMatchObject({ status: 'COMPLETED' })
  stripe.dispute(stepKey, 'won')
  expect(await tell(event)).toBe(200)
  expect(await disputesOf(id)).toMatchObject([{ outcome: 'won' }])
})

describe('an early fraud warning', () => {
  it.each([undefined, 'charge'] as const)(
    'is stored, logged and listed (it names its %s)',
    async (names) => {
      const { id, txId, stepKey } = await bought()
      const events = during(() => stripe.warnOfFraud(stepKey, names))
      await tellAll([...events, ...events])
      const { warning } = stripe.idsOf(stepKey)
      expect((await listReported(db(), id)).fraud_warnings).toMatchObject([
        { id: warning, kind: 'misc' },
      ])
      expect(await listedOf(txId, 'FRAUD_WARNING')).toMatchObject({ status: 'COMPLETED' })
      expect(logged(txId)).toEqual(['early fraud warning'])
    },
  )

  it('keeps the kilograms from retirement for seven days', async () => {
    const batch = await issueTonnes(db(), 2)
    const warned = await bought(batch, 1_000)
    await bought(batch, 1_000)
    await appendOnce(test)
    const due = async () => {
      const found = await dueOf(db(), batch)
      return { due: found?.due, heldBack: found?.heldBack }
    }
    const both = [{ first: 1, last: 2_000 }]
    expect(await due()).toMatchObject({ due: both, heldBack: [] })
    const before = (await figure('fraud_warnings_recent')).get(undefined) ?? 0
    await tellAll(during(() => stripe.warnOfFraud(warned.stepKey)))
    expect(await due()).toMatchObject({
      due: [{ first: 1_001, last: 2_000 }],
      heldBack: [{ first: 1, last: 1_000 }],
    })
    expect((await figure('fraud_warnings_recent')).get(undefined)).toBe(before + 1)
    await db().run(letDaysPass, [warned.id])
    expect(await due()).toMatchObject({ due: both, heldBack: [] })
  })
})

it('the provider’s ids are stored as they become known', async () => {
  const { id, stepKey } = await bought()
  const known = async () => (await listReported(db(), id)).card_references.map((each) => each.id)
  const { charge } = stripe.idsOf(stepKey)
  expect(await known()).toEqual([charge])
  await tellAll(during(() => stripe.refundOnPage(stepKey, 10)))
  expect(await known()).toEqual([charge, ...stripe.idsOf(stepKey).refunds])
})

it('the charge of a card whose bank asked first is stored too', async () => {
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(db(), { kg: 100 })
  const { body } = await buyer.reserve(cardOrder(batch, 50, stripe.tokenise('asks')))
  stripe.answerBank(body.card_action.client_secret, true)
  expect((await buyer.complete(body.txId)).status).toBe(200)
  const id = await purchaseIdOf(db(), String(body.txId))
  const { card_references } = await listReported(db(), id)
  expect(card_references.map((each) => each.id)).toEqual([stripe.idsOf(`${id}:authorise`).charge])
})

it('the buyer’s own export holds what was reported of their payments', async () => {
  const { buyer, stepKey } = await bought()
  await tellAll(during(() => stripe.dispute(stepKey, 'needs_response', 60)))
  await tellAll(during(() => stripe.warnOfFraud(stepKey)))
  const { body } = await buyer.get('/api/profile/export')
  const text = JSON.stringify(body)
  expect(text).toContain('"state":"needs_response","reason":"general","sum":"0.60 GBP"')
  expect(text).toContain('"warnings of fraud":[{"kind":"misc"')
})

describe('a signed event with text that PostgreSQL cannot store', () => {
  const fields = [
    'id',
    'type',
    'object.object',
    'object.id',
    'object.payment_intent',
    'object.charge',
  ]
  const texts = ['\u0000', 'pi_\u0000', '\ud800', 'x'.repeat(10_000)]
  it.each(fields)('in %s is refused or ignored', async (field) => {
    const { stepKey } = await bought()
    const [event] = during(() => stripe.dispute(stepKey, 'needs_response'))
    if (event === undefined) throw new Error('nothing was told')
    const object = event.data.object
    for (const [index, text] of texts.entries()) {
      const named = { ...event, id: `${event.id}_${index}` }
      const [part, name = ''] = field.split('.')
      const broken =
        part === 'object'
          ? { ...named, data: { object: { ...object, [name]: text } } }
          : { ...named, [field]: text }
      expect([200, 400]).toContain(await tell(broken))
    }
  })
})
