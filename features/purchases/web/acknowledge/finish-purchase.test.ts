// Tests the ends of a reservation: expired, cancelled, or refused before a request is sent. While
// an answer is missing the server decides.

import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { terminal } from '#web/test-person.ts'
import { createPurchase } from '../purchase.ts'
import type { StoredOrder } from '../purchase-record.ts'
import { cancel, complete, expire, succeed } from './finish-purchase.ts'

const buyer = { id: 'passport', phone: '+447400123456', nickname: null, firstName: null }
const pending = {
  txId: 'CP-2222-2222-2222',
  expiresAt: '2026-04-13T12:00:00.000Z',
  kg: 100,
  total: 2,
  currency: 'GBP',
  walletUsed: 0,
  cardUsed: 2,
  vintageYear: 2024,
  recipient: null,
  recipientName: null,
  asksBank: false,
}

const order: StoredOrder = {
  ...{ batchId: 'batch', count: 100, amount: 0.02, currency: 'GBP', from: 'Ada', is_gift: 1 },
  ...{ payment_method: 'card', wallet_used: 0, card_used: 2, wallet_tx_id: null },
}

beforeAll(() => vi.stubGlobal('window', { sessionStorage }))
afterAll(() => {
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

function reserved(bank: { state: 'none' } | { state: 'asks'; clientSecret: string }) {
  sessionStorage.clear()
  const purchase = createPurchase({ scope: 'project', kind: 'buy' }, () => buyer, new QueryClient())
  purchase.keep({ ...purchase.record(), pending })
  purchase.dispatch({ type: 'reserved', pending, bank })
  return purchase
}

const note = 'Happy birthday'

it.each([
  [null, 'purchase_success', buyer.phone, undefined],
  ['+447400654321', 'gift_success', '+447400654321', note],
])('a purchase of %j is announced once, by %s', async (recipient, templateKey, to, giftNote) => {
  const messages: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, call: { body?: string } = {}) => {
    if (path === '/api/notify') messages.push(JSON.parse(call.body ?? ''))
    return Response.json(terminal)
  })
  const purchase = reserved({ state: 'none' })
  const bought = { ...pending, recipient }
  purchase.keep({ ...purchase.record(), pending: bought, order: { ...order, message: note } })
  succeed(purchase, bought)
  const variables = { kg: 100, txId: pending.txId, ...(giftNote && { giftNote }) }
  await vi.waitFor(() => expect(messages).toMatchObject([{ to, templateKey, variables }]))
  expect(purchase.state()).toMatchObject({ step: 'success' })
  expect(purchase.record()).toMatchObject({ pending: null, order: null })
})

it.each([
  ['Ada L.', 'Ada L.'],
  ['', buyer.phone],
  [undefined, buyer.phone],
])('the message of a gift that is signed %j is from %s', async (from_name, from) => {
  const messages: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, call: { body?: string } = {}) => {
    if (path === '/api/notify') messages.push(JSON.parse(call.body ?? ''))
    return Response.json(terminal)
  })
  const purchase = reserved({ state: 'none' })
  const given = { ...pending, recipient: '+447400654321' }
  const signed = from_name === undefined ? order : { ...order, from_name }
  purchase.keep({ ...purchase.record(), pending: given, order: signed })
  succeed(purchase, given)
  await vi.waitFor(() => expect(messages).toMatchObject([{ from }]))
})

it('a countdown that ends during the completion ends no purchase', async () => {
  const purchase = reserved({ state: 'none' })
  const { key } = purchase.record()
  const answer = Promise.withResolvers<void>()
  const running = purchase.once(() => answer.promise)
  expire(purchase)
  expect(await cancel(purchase)).toBe('busy')
  expect(purchase.state()).toMatchObject({ step: 'ack', pending })
  answer.resolve()
  await running
  expire(purchase)
  expect(purchase.state()).toMatchObject({
    step: 'checkout',
    problem: { code: 'purchase_expired' },
  })
  // A reload finds no trace of it, and the next order is a new one.
  expect(purchase.record()).toMatchObject({ pending: null })
  expect(purchase.record().key).not.toBe(key)
})

it.each([
  ['whose completion has no answer yet', true, 'ack', true],
  ['that was not completed', false, 'checkout', false],
])(
  'a countdown decides nothing of a purchase %s, after a reload too',
  (_, completing, step, isKept) => {
    const purchase = reserved({ state: 'none' })
    const record = { ...purchase.record(), completing }
    purchase.keep(record)
    expire(purchase)
    expect(purchase.state().step).toBe(step)
    expect(purchase.record().key === record.key).toBe(isKept)
  },
)

it('no purchase completes before its bank has answered and its id is retyped', async () => {
  const asked = reserved({ state: 'asks', clientSecret: 'secret' })
  asked.dispatch({ type: 'typed', text: pending.txId })
  await complete(asked)
  expect(asked.state()).toMatchObject({ problem: { at: 'bank', code: 'card_action_required' } })
  const mistyped = reserved({ state: 'none' })
  mistyped.dispatch({ type: 'typed', text: 'CP-2222-2222-2223' })
  await complete(mistyped)
  expect(mistyped.state()).toMatchObject({ problem: { at: 'typed', code: 'mismatch' } })
})
