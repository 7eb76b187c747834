// Tests the order that a checkout sends.
import { expect, it } from 'vitest'
import { exampleBatch } from '#features/catalogue/catalogue-calls.ts'
import { requestOf } from './send-order.ts'

const batch = { ...exampleBatch, id: 'batch', price_per_kg: 0.02, kg_available: 100 }
const preview = {
  ...{ card_needed: 1.2, wallet_used: 0.8, wallet_total: 0.8, wallet_held: 0, rate: 1 },
  ...{ wallet_tx_id: 'quote', currency: 'GBP', card_minimum: 0.3 },
  expires_at: '2026-11-21T10:00:00.000Z',
}
const split = { total: 2, wallet: 0.8, card: 1.2, kgToCardMinimum: 0, walletCouldPay: false }
const seen = { kg: 100, preview, figures: { ...split, method: 'wallet+card' } } as const
const buyer = { id: 'ada', phone: '+447400123456', nickname: null, firstName: 'Ada' }

it('holds the price, its split and its quote as shown, for a purchase of one’s own', () => {
  expect(requestOf(batch, seen, buyer).request).toEqual({
    order: {
      ...{ batchId: 'batch', count: 100, amount: 0.02, currency: 'GBP', from: 'Ada', is_gift: 0 },
      ...{ payment_method: 'wallet+card', note: '', wallet_used: 0.8, card_used: 1.2 },
      wallet_tx_id: 'quote',
    },
    recipient: null,
    vintageYear: 2024,
  })
})

it('of a gift holds its words and its receiver, and of a card alone no quote', () => {
  const gift = { recipient: '+447400654321', note: 'For you', name: 'Grace', fromName: 'Ada' }
  const figures = { ...split, wallet: 0, card: 2, method: 'card' } as const
  const { request } = requestOf(batch, { ...seen, figures }, buyer, gift)
  expect(request).toEqual({
    order: {
      ...{ batchId: 'batch', count: 100, amount: 0.02, currency: 'GBP', from: 'Ada', is_gift: 1 },
      ...{ message: 'For you', is_reward: 0, name: 'Grace', from_name: 'Ada', wallet_used: 0 },
      ...{ payment_method: 'card', card_used: 2, wallet_tx_id: null },
    },
    recipient: gift.recipient,
    vintageYear: 2024,
  })
})

it('of a wallet alone holds its quote, and its own currency and vintage', () => {
  const figures = { ...split, wallet: 2, card: 0, method: 'wallet' } as const
  const dollars = { ...batch, currency: 'USD', vintage_year: 2022 }
  const { request } = requestOf(dollars, { ...seen, figures }, { ...buyer, nickname: 'Countess' })
  expect(request).toEqual({
    order: {
      ...{ batchId: 'batch', count: 100, amount: 0.02, currency: 'USD', from: 'Countess' },
      ...{ is_gift: 0, payment_method: 'wallet', note: '', wallet_used: 2, card_used: 0 },
      wallet_tx_id: 'quote',
    },
    recipient: null,
    vintageYear: 2022,
  })
})

it.each([['2026-12-24'], [undefined]])('of a gift holds its day: %s', (deliverOn) => {
  const gift = { recipient: '+447400654321', note: '', name: '', fromName: '' }
  const { request } = requestOf(batch, seen, buyer, deliverOn ? { ...gift, deliverOn } : gift)
  expect(request?.order.deliver_on).toBe(deliverOn)
  expect(request?.order).not.toHaveProperty('name')
  expect(request?.order).not.toHaveProperty('from_name')
})

it.each([
  ['no batch', undefined, seen, 'invalid_selection'],
  ['no amount', batch, { ...seen, kg: null }, 'invalid_selection'],
  ['no figures', batch, { ...seen, figures: undefined }, 'invalid_selection'],
  ['more than a purchase has', batch, { ...seen, kg: 10_001 }, 'invalid_selection'],
  ['a kilogram more than is left', { ...batch, kg_available: 99 }, seen, 'insufficient_stock'],
])('is refused before it is sent with %s', (_, of, what, code) => {
  const left = code === 'insufficient_stock' ? { leftKg: 99 } : {}
  expect(requestOf(of, what, buyer)).toEqual({ problem: { at: 'quantity', code, ...left } })
})
