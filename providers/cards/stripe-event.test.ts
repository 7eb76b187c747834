// Tests which payment a Stripe event is about. An id that is no valid text is refused or skipped.
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { eventOf, readStripeEvent, subscribedEvents } from '#providers/cards/stripe-event.ts'

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
})
