// Tests the report of a payment and the payment of an id, from what Stripe answers, without a server.
import Stripe from 'stripe'
import { expect, it } from 'vitest'
import type { Ask } from './stripe-calls.ts'
import { findNamed, readReport } from './stripe-lookups.ts'

const ask = ((call: (options: object) => unknown) => Promise.resolve(call({}))) as unknown as Ask
const { StripeInvalidRequestError, StripeAPIError } = Stripe.errors
const unknown = () =>
  new StripeInvalidRequestError({ type: 'invalid_request_error', statusCode: 404 } as never)

type Stored = Readonly<Record<string, object>>

/** Returns a client whose objects are `stored`, by id, and whose lists are those of one payment. */
function stripeOf(stored: Stored, lists: Readonly<Record<string, readonly object[]>> = {}): Stripe {
  const retrieve = async (id: string) => {
    const found = stored[id]
    if (found === undefined) throw unknown()
    return found
  }
  const list = (name: string) => async (params: { readonly payment_intent: string }) => {
    if (!(params.payment_intent in stored)) throw unknown()
    return { data: lists[name] ?? [] }
  }
  const client = {
    paymentIntents: { retrieve },
    charges: { retrieve },
    refunds: { retrieve, list: list('refunds') },
    disputes: {
      retrieve,
      list: async () => ({ data: lists.disputes ?? [] }),
    },
    radar: { earlyFraudWarnings: { retrieve, list: list('warnings') } },
  }
  return client as unknown as Stripe
}

const at = (seconds: number) => new Date(seconds * 1_000)
const card = { brand: 'visa', last4: '4242', country: 'FR' }
const dispute = {
  ...{ id: 'dp_1', status: 'needs_response', reason: 'fraudulent', amount: 500, currency: 'try' },
  ...{ created: 100, evidence_details: { due_by: 900 }, charge: 'ch_2', payment_intent: null },
}
const closed = {
  ...{ ...dispute, id: 'dp_2', status: 'charge_refunded', reason: '', charge: { id: 'ch_1' } },
  evidence_details: { due_by: 900 },
}
const intent = {
  ...{ id: 'pi_1', status: 'succeeded', metadata: { step_key: 'step' } },
  latest_charge: { id: 'ch_1', payment_method_details: { card } },
}

it('a report has each charge once, refunds, disputes with their days, warnings and the card', async () => {
  const stripe = stripeOf(
    { pi_1: intent },
    {
      refunds: [
        { id: 're_1', charge: 'ch_1' },
        { id: 're_2', charge: 'ch_3' },
      ],
      disputes: [dispute, closed],
      warnings: [{ id: 'issfr_1', fraud_type: 'misc', created: 200, charge: null }],
    },
  )
  expect(await readReport(stripe, ask, 'pi_1')).toEqual({
    chargeIds: ['ch_1', 'ch_2', 'ch_3'],
    refundIds: ['re_1', 're_2'],
    disputes: [
      {
        ...{ id: 'dp_1', status: 'needs_response', outcome: 'open', reason: 'fraudulent' },
        ...{ amountMinor: 500, currency: 'TRY', openedAt: at(100), dueAt: at(900) },
      },
      {
        ...{ id: 'dp_2', status: 'charge_refunded', outcome: 'won', reason: null },
        ...{ amountMinor: 500, currency: 'TRY', openedAt: at(100), dueAt: null },
      },
    ],
    fraudWarnings: [{ id: 'issfr_1', kind: 'misc', warnedAt: at(200) }],
    card: { brand: 'visa', lastFour: '4242', country: 'FR' },
  })
})

it('a report of an unknown payment still has its disputes', async () => {
  const undated = { ...dispute, evidence_details: null }
  const stripe = stripeOf({}, { disputes: [undated], refunds: [{ id: 're_1', charge: 'ch_1' }] })
  expect(await readReport(stripe, ask, 'pi_9')).toEqual({
    ...{ chargeIds: ['ch_2'], refundIds: [], fraudWarnings: [], card: null },
    disputes: [expect.objectContaining({ id: 'dp_1', dueAt: null })],
  })
})

const stored: Stored = {
  pi_1: intent,
  pi_2: { ...intent, id: 'pi_2', metadata: {} },
  ch_1: { payment_intent: 'pi_1' },
  ch_2: { payment_intent: { id: 'pi_2' } },
  ch_3: { payment_intent: null },
  py_1: { payment_intent: 'pi_1' },
  re_1: { payment_intent: 'pi_1', charge: 'ch_2' },
  re_2: { payment_intent: null, charge: 'ch_2' },
  pyr_1: { payment_intent: null, charge: { id: 'ch_1' } },
  dp_1: { payment_intent: null, charge: 'ch_1' },
  du_1: { payment_intent: { id: 'pi_2' }, charge: 'ch_1' },
  issfr_1: { charge: 'ch_2' },
  issfr_2: { charge: null },
}

it.each([
  ['pi_1', 'pi_1'],
  ['pi_2', 'pi_2'],
  ['ch_1', 'pi_1'],
  ['ch_2', 'pi_2'],
  ['ch_3', null],
  ['py_1', 'pi_1'],
  ['re_1', 'pi_1'],
  ['re_2', 'pi_2'],
  ['pyr_1', 'pi_1'],
  ['dp_1', 'pi_1'],
  ['du_1', 'pi_2'],
  ['issfr_1', 'pi_2'],
  ['issfr_2', null],
  ['pi_9', null],
  ['re_9', null],
  ['cus_1', null],
])('%s belongs to %s', async (id, paymentId) => {
  const stepKey = paymentId === 'pi_1' ? 'step' : null
  expect(await findNamed(stripeOf(stored), ask, id)).toEqual(
    paymentId === null ? null : { paymentId, stepKey },
  )
})

it('a failure of Stripe is no answer', async () => {
  const failing = stripeOf({})
  const away = () => Promise.reject(new StripeAPIError({ type: 'api_error' } as never))
  Object.assign(failing.charges, { retrieve: away })
  await expect(findNamed(failing, ask, 'ch_1')).rejects.toThrow()
})

it('a report asks for the lists of its own payment, up to 100 each', async () => {
  const asked: [string, unknown][] = []
  const stripe = stripeOf({ pi_1: intent })
  const noting = (name: string) => async (params: unknown) => {
    asked.push([name, params])
    return { data: [] }
  }
  Object.assign(stripe.disputes, { list: noting('disputes') })
  Object.assign(stripe.refunds, { list: noting('refunds') })
  Object.assign(stripe.radar.earlyFraudWarnings, { list: noting('warnings') })
  expect(await readReport(stripe, ask, 'pi_1')).toEqual({
    ...{ chargeIds: ['ch_1'], refundIds: [], disputes: [], fraudWarnings: [] },
    card: { brand: 'visa', lastFour: '4242', country: 'FR' },
  })
  const params = { payment_intent: 'pi_1', limit: 100 }
  expect(asked.toSorted()).toEqual([
    ['disputes', params],
    ['refunds', params],
    ['warnings', params],
  ])
})

it.each([
  [400, true],
  [403, true],
  [404, true],
  [401, false],
  [409, false],
  [429, false],
  [500, false],
])('a list that fails with %i is left out of a report: %s', async (statusCode, isLeftOut) => {
  const stripe = stripeOf({ pi_1: intent }, { disputes: [closed] })
  const fails = () => Promise.reject(new StripeAPIError({ type: 'api_error', statusCode } as never))
  Object.assign(stripe.radar.earlyFraudWarnings, { list: fails })
  const report = readReport(stripe, ask, 'pi_1')
  if (!isLeftOut) return expect(report).rejects.toThrow()
  expect(await report).toMatchObject({ fraudWarnings: [], chargeIds: ['ch_1'] })
})

it('a failure of the disputes is no report without any', async () => {
  const stripe = stripeOf({ pi_1: intent })
  Object.assign(stripe.disputes, { list: () => Promise.reject(unknown()) })
  await expect(readReport(stripe, ask, 'pi_1')).rejects.toThrow()
})

it('a deadline of zero is none', async () => {
  const undated = { ...dispute, evidence_details: { due_by: 0 } }
  const [read] = (await readReport(stripeOf({}, { disputes: [undated] }), ask, 'pi_9')).disputes
  expect(read).toMatchObject({ dueAt: null, outcome: 'open' })
})
