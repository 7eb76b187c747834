// The end of a reservation: by its time, by hand, or refused before anything is sent. While an answer is
// open the server decides.
import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createPurchase } from '../purchase.ts'
import { cancel, complete, expire } from './finish-purchase.ts'

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

it('a countdown that ends while Complete is under way ends nothing', async () => {
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
  // A reload finds nothing of it, and the next order is another.
  expect(purchase.record()).toMatchObject({ pending: null })
  expect(purchase.record().key).not.toBe(key)
})

it('nothing is completed before its bank is answered and its id is retyped', async () => {
  const asked = reserved({ state: 'asks', clientSecret: 'secret' })
  asked.dispatch({ type: 'typed', text: pending.txId })
  await complete(asked)
  expect(asked.state()).toMatchObject({ problem: { at: 'bank', code: 'card_action_required' } })
  const mistyped = reserved({ state: 'none' })
  mistyped.dispatch({ type: 'typed', text: 'CP-2222-2222-2223' })
  await complete(mistyped)
  expect(mistyped.state()).toMatchObject({ problem: { at: 'typed', code: 'mismatch' } })
})
