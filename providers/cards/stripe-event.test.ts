// Tests which payment a Stripe event is about. An id that is no valid text is refused or skipped.
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  eventOf,
  readStripeEvent,
  stripeWebhook,
  subscribedEvents,
} from '#providers/cards/stripe-event.ts'

const charge = { object: 'charge', id: 'ch_1', payment_intent: 'pi_1' }
const eventWith = (object: unknown, id: unknown = 'evt_1') => ({ id, data: { object } })
const unkeepable = ['\0', 'pi_\0', 'pi_1\u0000', '', ' ', 'a\nb', '\ud800', 'é', 'x'.repeat(256)]

it.each([
  ['a charge', charge, 'pi_1', null],
  ['a payment', { object: 'payment_intent', id: 'pi_2' }, 'pi_2', null],
  ['a dispute of a charge alone', { object: 'dispute', id: 'dp_1', charge: 'ch_2' }, null, 'ch_2'],
  ['a charge without a payment', { object: 'charge', id: 'ch_3' }, null, 'ch_3'],
  ['a warning', { object: 'radar.early_fraud_warning', charge: 'ch_4' }, null, 'ch_4'],
  ['a dispute with its payment whole', { payment_intent: { id: 'pi_5' } }, 'pi_5', null],
])('%s names its payment, or else its charge', (_name, object, paymentId, chargeId) => {
  expect(eventOf(eventWith(object))).toEqual({ id: 'evt_1', paymentId, chargeId })
})

describe('a field that is no valid text', () => {
  it.each(unkeepable)('%j as the id refuses the event', (text) => {
    expect(eventOf(eventWith(charge, text))).toBeNull()
  })

  it.each(unkeepable)('%j as any other field is skipped', (text) => {
    for (const field of ['object', 'id', 'payment_intent', 'charge']) {
      const read = eventOf(eventWith({ ...charge, [field]: text }))
      for (const value of Object.values(read ?? { none: '\0' })) {
        expect(value ?? 'none').toMatch(/^[\w.:-]{1,255}$/)
      }
    }
  })

  it.each([[null], [7], [true], ['text'], [[]], [{ id: { id: {} } }], [undefined]])(
    'an object that is %j has no payment',
    (object) => {
      expect(eventOf(eventWith(object))).toEqual({ id: 'evt_1', paymentId: null, chargeId: null })
    },
  )
})

it.each([
  [null],
  [[]],
  ['text'],
  [{}],
  [{ id: 'evt_1' }],
  [{ id: 'evt_1', data: null }],
  [{ id: 1, data: {} }],
])('%j is no event', (event) => {
  expect(eventOf(event)).toBeNull()
})

it('asks for each kind of event of refunds, disputes and warnings', () => {
  expect([...subscribedEvents].sort()).toEqual([
    'charge.dispute.closed',
    'charge.dispute.created',
    'charge.dispute.funds_reinstated',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.updated',
    'charge.refund.updated',
    'charge.refunded',
    'radar.early_fraud_warning.created',
    'radar.early_fraud_warning.updated',
    'refund.created',
    'refund.failed',
    'refund.updated',
  ])
})

describe('a signature', () => {
  const nowMs = 1_763_717_400_000
  const body = Buffer.from(JSON.stringify(eventWith(charge)))
  const signedAt = (seconds: number, secret = 'whsec_1') => {
    const hash = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')
    return `t=${seconds},v1=${hash}`
  }
  const read = (header: string) => readStripeEvent(body, header, 'whsec_1', nowMs)

  it.each([
    [-301, 'stale_signature'],
    [-300, null],
    [0, null],
    [300, null],
    [301, 'stale_signature'],
  ])('that is %i seconds off is %s', (seconds, fault) => {
    const event = { id: 'evt_1', paymentId: 'pi_1', chargeId: null }
    expect(read(signedAt(nowMs / 1_000 + seconds))).toEqual(fault ?? event)
  })

  it('is right if one of two is, and wrong under another secret', () => {
    const [time = '', right = ''] = signedAt(nowMs / 1_000).split(',')
    expect(read(`${time},v1=00,${right}`)).toMatchObject({ id: 'evt_1' })
    expect(read(`${time},v1=00`)).toBe('bad_signature')
    expect(read(signedAt(nowMs / 1_000, 'whsec_2'))).toBe('bad_signature')
  })

  it('is one of the first ten of its version, with a time of digits', () => {
    const [time = '', right = ''] = signedAt(nowMs / 1_000).split(',')
    const wrong = (count: number) => Array.from({ length: count }, () => 'v1=00')
    expect(read([time, ...wrong(9), right].join())).toMatchObject({ id: 'evt_1' })
    expect(read([time, ...wrong(10), right].join())).toBe('bad_signature')
    expect(read(`${time},${right.replace('v1', 'v0')}`)).toBe('bad_signature')
    for (const header of ['', right, `t=,${right}`, `t=-1,${right}`, `t=1e9,${right}`]) {
      expect(read(header)).toBe('bad_signature')
    }
  })

  it('is checked by the webhook, under its own secret; without one there is none', () => {
    const seconds = nowMs / 1_000
    const call = (bytes: Buffer, header: string) => ({
      ...{ body: bytes, headers: { 'stripe-signature': header } },
    })
    const heard = (settings: object, bytes: Buffer, header: string) =>
      stripeWebhook.read(settings as never, call(bytes, header) as never, nowMs)
    const own = { webhookSecret: 'whsec_1' }
    const event = { id: 'evt_1', paymentId: 'pi_1', chargeId: null }
    expect(heard(own, body, signedAt(seconds))).toEqual(event)
    expect(heard({ webhookSecret: 'whsec_2' }, body, signedAt(seconds))).toBe('bad_signature')
    expect(heard({}, body, signedAt(seconds))).toBe('not_found')
    const odd = Buffer.from('{')
    const hash = createHmac('sha256', 'whsec_1').update(`${seconds}.{`).digest('hex')
    expect(heard(own, odd, `t=${seconds},v1=${hash}`)).toBe('bad_request')
    expect(heard(own, body, `t=${seconds},v1=${hash}`)).toBe('bad_signature')
  })
})
