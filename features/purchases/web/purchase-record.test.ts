// Tests the next request after an order without an answer: the same one under its key, or another
// one under a new key.
import { expect, it } from 'vitest'
import { freshRecord, type Request, recordFor } from './purchase-record.ts'

const gift: Request = {
  order: {
    batchId: '01890000-0000-7000-8000-000000000001',
    count: 100,
    amount: 0.02,
    currency: 'GBP',
    payment_method: 'wallet+card',
    is_gift: 1,
    message: 'for you',
    name: 'Grace',
    from_name: 'Ada',
    wallet_used: 1,
    card_used: 1,
    wallet_tx_id: 'one',
  },
  recipient: '+447400123456',
  vintageYear: 2024,
}
const sent = recordFor(gift, freshRecord('passport'))

it('the same choice is sent again unchanged, though its quote has changed', () => {
  const order = { ...gift.order, wallet_tx_id: 'two', wallet_used: 0, card_used: 2 }
  expect(recordFor({ ...gift, order }, sent)).toEqual(sent)
})

it.each([
  ['receiver', { ...gift, recipient: '+447400654321' }],
  ['batch', { ...gift, order: { ...gift.order, batchId: '01890000-0000-7000-8000-000000000002' } }],
  ['amount', { ...gift, order: { ...gift.order, count: 99 } }],
  ['price', { ...gift, order: { ...gift.order, amount: 0.03 } }],
  ['currency', { ...gift, order: { ...gift.order, currency: 'EUR' } }],
  ['purpose', { ...gift, order: { ...gift.order, is_gift: 0 } }],
  ['note', { ...gift, order: { ...gift.order, message: 'for somebody else' } }],
  ['name', { ...gift, order: { ...gift.order, name: 'Ada' } }],
  ['day', { ...gift, order: { ...gift.order, deliver_on: '2026-12-24' } }],
  ['signature', { ...gift, order: { ...gift.order, from_name: 'Ben' } }],
] as const)('another %s is another order, under a new key', (_what, other) => {
  const record = recordFor(other, sent)
  expect(record).toMatchObject(other)
  expect(record.key).not.toBe(sent.key)
})
