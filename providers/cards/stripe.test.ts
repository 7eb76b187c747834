// Tests Stripe's own behaviour: keys and their kept answers, timeouts, refused keys of ours. Every
// request is checked against Stripe's OpenAPI file (docs/decisions/0018-two-step-card-payments.md).
import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openLog } from '#platform/logger.ts'
import { openStripe } from '#providers/cards/stripe.ts'
import { openStripeStandIn, type StripeStandIn } from '#tests/support/stand-ins/stripe-stand-in.ts'

let standIn: StripeStandIn
beforeAll(async () => {
  standIn = await openStripeStandIn()
})
afterAll(() => standIn.close())
beforeEach(() => {
  standIn.calls.length = 0
  standIn.malformed.length = 0
  standIn.sentEvents.length = 0
})

function openCards({ secretKey = standIn.secretKey, timeoutMs = 100_000 } = {}) {
  const { url: apiUrl } = standIn
  const settings = { secretKey, publishableKey: 'pk_test_1', apiUrl }
  return openStripe(settings, openLog('silent'), timeoutMs)
}

const txId = 'CP-7K2M-9QXF-4HJD'

function newStep(amountMinor = 1_250) {
  const stepKey = `${randomUUID()}:authorise`
  const cardToken = standIn.tokenise('pays')
  return { stepKey, txId, cardToken, amountMinor, currency: 'TRY' }
}

const create = 'PostPaymentIntents'
const confirm = 'PostPaymentIntentsIntentConfirm'
const capture = 'PostPaymentIntentsIntentCapture'
const keysOf = (operation: string) =>
  standIn.calls
    .filter((call) => call.operation === operation)
    .map(({ headers }) => headers['idempotency-key'])

describe('a request to Stripe', () => {
  it('names amount, currency and step, captures money later, and uses the client’s version of the API', async () => {
    const step = newStep()
    await openCards().authorise(step)
    const [first] = standIn.calls
    expect(first?.body).toEqual({
      amount: 1_250,
      currency: 'try',
      capture_method: 'manual',
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      description: `Carbon offsets, ${txId}`,
      statement_descriptor_suffix: 'CP7K2M9QXF',
      metadata: { step_key: step.stepKey, tx_id: txId },
    })
    expect(first?.headers).toMatchObject({
      'stripe-version': Stripe.API_VERSION,
      'idempotency-key': step.stepKey,
    })
    // The bank's question is asked in the page, by Stripe's own script.
    const tried = standIn.calls.find(({ operation }) => operation === confirm)
    expect(tried?.body).toEqual({
      payment_method: step.cardToken,
      use_stripe_sdk: true,
      // The charge has the card's brand, last digits and country.
      expand: ['latest_charge'],
    })
    expect(standIn.malformed).toEqual([])
  })

  it('with an unknown part is refused by the test server, by the OpenAPI file', async () => {
    const answer = await fetch(`${standIn.url}/v1/payment_intents`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${standIn.secretKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'amount=100&currency=gbp&capture=later',
    })
    expect(answer.status).toBe(400)
    expect(standIn.malformed[0]).toContain('capture')
  })

  it.each(['lost before', 'lost after', 'busy', 'key in use', 'too often'] as const)(
    'whose answer is %s is sent again with the same key and charges once',
    async (fault) => {
      const cards = openCards()
      const step = newStep()
      for (const operation of [create, confirm, capture]) standIn.fail(operation, fault)
      const answer = await cards.authorise(step)
      if (answer.status !== 'authorised') throw new Error(answer.status)
      const { paymentId } = answer
      expect(await cards.capture({ stepKey: `${step.stepKey}:capture`, paymentId })).toBe(
        'captured',
      )
      expect(standIn.eventsOf(step.stepKey)).toEqual(['authorised', 'captured'])
      expect(new Set(keysOf(create)).size).toBe(1)
      expect(new Set(keysOf(confirm)).size).toBe(1)
      expect(standIn.malformed).toEqual([])
    },
  )

  it('is sent three times at most', async () => {
    const cards = openCards()
    standIn.fail(confirm, 'busy', 2)
    expect(await cards.authorise(newStep())).toMatchObject({ status: 'authorised' })
    standIn.fail(confirm, 'busy', 3)
    await expect(cards.authorise(newStep())).rejects.toThrow()
  })

  it('without an answer ends in time, with its outcome unknown', async () => {
    standIn.fail(confirm, 'hang')
    const step = newStep()
    await expect(openCards({ timeoutMs: 400 }).authorise(step)).rejects.toThrow()
    expect(await openCards().find({ ...step, paymentId: null })).toMatchObject({ status: 'none' })
    expect(await openCards().authorise(step)).toMatchObject({ status: 'authorised' })
  })
})

describe('a failure that Stripe keeps under a key', () => {
  it('does not block the next attempt', async () => {
    const cards = openCards()
    const step = newStep()
    // The card's try fails there twice, each time under a key of its own.
    for (const operation of [create, confirm, confirm, capture]) standIn.failInside(operation)
    for (const _time of [1, 2, 3]) await expect(cards.authorise(step)).rejects.toThrow()
    const answer = await cards.authorise(step)
    if (answer.status !== 'authorised') throw new Error(answer.status)
    const { paymentId } = answer
    const found = await cards.find({ ...step, paymentId: null })
    expect(found).toMatchObject({ status: 'authorised', paymentId })
    const captureStep = { stepKey: `${step.stepKey}:capture`, paymentId }
    await expect(cards.capture(captureStep)).rejects.toThrow()
    expect(await cards.capture(captureStep)).toBe('captured')
    expect(standIn.eventsOf(step.stepKey)).toEqual(['authorised', 'captured'])
  })
})

describe('a final refusal that is not the card’s', () => {
  it('ends the attempt with a sentence: our key is refused', async () => {
    const cards = openCards({ secretKey: 'sk_test_wrong' })
    const step = newStep()
    expect(await cards.authorise(step)).toEqual({
      status: 'declined',
      sentence: 'An error occurred while processing your card. Please try again.',
    })
    // Without a key it is unknown whether there is a payment.
    await expect(cards.find({ ...step, paymentId: null })).rejects.toThrow()
  })

  it('ends the attempt with a sentence: Stripe takes no such amount', async () => {
    const cards = openCards()
    const step = newStep(5)
    expect(await cards.authorise(step)).toMatchObject({ status: 'declined' })
    const nothing = { status: 'none', paymentId: null }
    expect(await cards.find({ ...step, paymentId: null })).toEqual(nothing)
  })

  it('charges no second time where a repeated step has other amounts', async () => {
    const cards = openCards()
    const step = newStep()
    await cards.authorise(step)
    await expect(cards.authorise({ ...step, amountMinor: 9_999 })).rejects.toThrow()
    expect(standIn.eventsOf(step.stepKey)).toEqual(['authorised'])
  })
})

it('a part is refunded once under its key, then the rest', async () => {
  const [cards, step] = [openCards(), newStep()]
  await cards.authorise(step)
  const { paymentId } = await cards.find({ ...step, paymentId: null })
  const next = (name: string) => ({ stepKey: `${step.stepKey}:${name}`, paymentId: `${paymentId}` })
  await cards.capture(next('capture'))
  expect(await cards.refund({ ...next('part'), amountMinor: 200 })).toBe('refunded')
  await cards.refund({ ...next('part'), amountMinor: 200 })
  // Another amount under the key of a part is refused, not paid.
  await expect(cards.refund({ ...next('part'), amountMinor: 300 })).rejects.toThrow()
  expect(await cards.findReturned(`${paymentId}`)).toMatchObject({
    refundedMinor: 200,
    refunds: [{ stepKey: next('part').stepKey, status: 'succeeded', amountMinor: 200 }],
  })
  expect(await cards.refund({ ...next('second'), amountMinor: 50 })).toBe('refunded')
  expect(await cards.refund(next('rest'))).toBe('refunded')
  expect(await cards.findReturned(`${paymentId}`)).toMatchObject({
    refundedMinor: step.amountMinor,
  })
})

it('a pending refund is left to Stripe', async () => {
  const [cards, step] = [openCards(), newStep()]
  await cards.authorise(step)
  const { paymentId } = await cards.find({ ...step, paymentId: null })
  const next = (name: string) => ({ stepKey: `${step.stepKey}:${name}`, paymentId: `${paymentId}` })
  expect(await cards.capture(next('capture'))).toBe('captured')
  standIn.setRefundStatus('pending')
  expect(await cards.refund(next('refund'))).toBe('refunded')
  standIn.setRefundStatus('succeeded')
})

it('a pending refund of the part that a lost dispute left is left to Stripe too', async () => {
  const [cards, step] = [openCards(), newStep()]
  await cards.authorise(step)
  const { paymentId } = await cards.find({ ...step, paymentId: null })
  const next = (name: string) => ({ stepKey: `${step.stepKey}:${name}`, paymentId: `${paymentId}` })
  await cards.capture(next('capture'))
  standIn.dispute(step.stepKey, 'lost', 500)
  standIn.setRefundStatus('pending')
  expect(await cards.refund(next('refund'))).toBe('refunded')
  standIn.setRefundStatus('succeeded')
  expect(await cards.findReturned(`${paymentId}`)).toMatchObject({
    refunds: [{ stepKey: next('refund').stepKey, status: 'pending', amountMinor: 750 }],
  })
})

it('reads the events since a time to the last page, of every kind', async () => {
  const [cards, step] = [openCards(), newStep()]
  await cards.authorise(step)
  const { paymentId } = await cards.find({ ...step, paymentId: null })
  await cards.capture({ stepKey: `${step.stepKey}:capture`, paymentId: `${paymentId}` })
  standIn.refundOnPage(step.stepKey, 1)
  const [first] = standIn.sentEvents
  if (first === undefined) throw new Error('nothing was told')
  const dispute = ['created', 'updated', 'funds_withdrawn', 'funds_reinstated', 'closed']
  const kinds = ['refund.updated', ...dispute.map((kind) => `dispute.${kind}`)]
  const more = Array.from({ length: 100 }, () => 'refunded')
  for (const [index, kind] of [...kinds, ...more].entries()) {
    standIn.sentEvents.push({ ...first, id: `evt_${index}`, type: `charge.${kind}` })
  }
  standIn.sentEvents.push({ ...first, id: 'evt_before', created: first.created - 1 })
  const told = await cards.eventsSince(new Date(first.created * 1_000 + 900))
  expect(new Set(told.map(({ id }) => id)).size).toBe(107)
  expect(told).toHaveLength(107)
})

it('a refund that Stripe could not make was not returned', async () => {
  const [cards, step] = [openCards(), newStep()]
  await cards.authorise(step)
  const { paymentId } = await cards.find({ ...step, paymentId: null })
  const next = (name: string) => ({ stepKey: `${step.stepKey}:${name}`, paymentId: `${paymentId}` })
  await cards.capture(next('capture'))
  standIn.setRefundStatus('failed')
  expect(await cards.refund(next('refund'))).toBe('captured')
  standIn.setRefundStatus('succeeded')
  const { stepKey } = next('refund')
  expect(await cards.findReturned(`${paymentId}`)).toMatchObject({
    refundedMinor: 0,
    refunds: [{ stepKey, status: 'failed', amountMinor: 1_250 }],
  })
  // Stripe keeps the answer of a key; the next key asks again.
  expect(await cards.refund(next('refund'))).toBe('captured')
  expect(await cards.refund(next('refund-2'))).toBe('refunded')
})

it('an account whose statements take no suffix still sells', async () => {
  const account = await openStripeStandIn()
  account.refuseSuffixes()
  const settings = { secretKey: account.secretKey, apiUrl: account.url }
  const cards = openStripe(settings, openLog('silent'), 100_000)
  const step = { ...newStep(), cardToken: account.tokenise('pays') }
  const answer = await cards.authorise(step)
  expect(answer).toMatchObject({ status: 'authorised' })
  // Found again by its step alone, as any other.
  expect(await cards.find({ ...step, paymentId: null })).toMatchObject(answer)
  await account.close()
})

it('a payment of an earlier version of the product, without these fields, is found again', async () => {
  const step = newStep()
  const body = new URLSearchParams({
    amount: String(step.amountMinor),
    currency: 'try',
    capture_method: 'manual',
    'automatic_payment_methods[enabled]': 'true',
    'automatic_payment_methods[allow_redirects]': 'never',
    'metadata[step_key]': step.stepKey,
  })
  const made = await fetch(`${standIn.url}/v1/payment_intents`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${standIn.secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': step.stepKey,
    },
    body,
  })
  const { id } = z.object({ id: z.string() }).parse(await made.json())
  expect(await openCards().authorise(step)).toMatchObject({ status: 'authorised', paymentId: id })
})

describe('the report of a payment for support', () => {
  it('is found by each id on Stripe’s pages, and not by another payment’s id', async () => {
    const [cards, step] = [openCards(), newStep()]
    const answer = await cards.authorise(step)
    if (answer.status !== 'authorised') throw new Error(answer.status)
    const { paymentId } = answer
    await cards.capture({ stepKey: `${step.stepKey}:capture`, paymentId })
    standIn.refundOnPage(step.stepKey, 100)
    standIn.dispute(step.stepKey, 'needs_response', 500)
    standIn.warnOfFraud(step.stepKey)
    const { payment, charge, refunds, dispute, warning } = standIn.idsOf(step.stepKey)
    expect(answer.chargeId).toBe(charge)
    for (const id of [payment, charge, ...refunds, dispute, warning]) {
      expect([id, await cards.findNamed(id)]).toEqual([id, { paymentId, stepKey: step.stepKey }])
    }
    for (const id of ['pi_1', 'ch_1', 're_1', 'dp_1', 'issfr_1', 'cus_1', 'nonsense']) {
      expect([id, await cards.findNamed(id)]).toEqual([id, null])
    }
    const { disputes, ...report } = await cards.readReport(paymentId)
    expect(report).toEqual({
      chargeIds: [charge],
      refundIds: refunds,
      fraudWarnings: [{ id: warning, kind: 'misc', warnedAt: expect.any(Date) }],
      card: { brand: 'visa', lastFour: '4242', country: 'US' },
    })
    expect(disputes).toMatchObject([
      { id: dispute, status: 'needs_response', outcome: 'open', amountMinor: 500, currency: 'TRY' },
    ])
    const days = (Number(disputes[0]?.dueAt) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(8.9)
    expect(days).toBeLessThan(9.1)
  })

  it('an error of Stripe is no answer that there is none', async () => {
    standIn.fail('GetChargesCharge', 'busy', 3)
    await expect(openCards().findNamed('ch_1')).rejects.toThrow()
  })
})

it.each([
  ['warning_needs_response', 'open', true],
  ['warning_under_review', 'open', false],
  ['warning_closed', 'closed', false],
  ['needs_response', 'open', true],
  ['under_review', 'open', false],
  ['appeal_needs_response', 'open', true],
  ['a_word_of_tomorrow', 'open', false],
  ['won', 'won', false],
  ['prevented', 'won', false],
  ['lost', 'lost', false],
] as const)('a dispute that is %s is %s; it has a deadline: %s', async (status, outcome, isDue) => {
  const [cards, step] = [openCards(), newStep()]
  await cards.authorise(step)
  const { paymentId } = await cards.find({ ...step, paymentId: null })
  await cards.capture({ stepKey: `${step.stepKey}:capture`, paymentId: `${paymentId}` })
  standIn.dispute(step.stepKey, status)
  const { disputes } = await cards.readReport(`${paymentId}`)
  expect(disputes.map((each) => [each.outcome, each.dueAt !== null])).toEqual([[outcome, isDue]])
})

describe('a purchase that continues after a reload', () => {
  it('charges the card that was tried, also when another card follows', async () => {
    const cards = openCards()
    const step = newStep()
    const first = await cards.authorise(step)
    const other = { ...step, cardToken: standIn.tokenise('pays') }
    expect(await cards.authorise(other)).toEqual(first)
    expect(standIn.eventsOf(step.stepKey)).toEqual(['authorised'])
  })
})
