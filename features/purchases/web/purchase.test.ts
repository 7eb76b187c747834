// Tests one purchase in a tab: the state after a reload, its owner, and one action at a time.
import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPurchase, isInProgress, signatureOf, stateOf } from './purchase.ts'
import {
  freshRecord,
  openRecord,
  readCancelled,
  readRecord,
  type SentRecord,
  scopeOf,
  sentOf,
  storeCancelled,
  writeRecord,
} from './purchase-record.ts'

const buyer = { id: 'ada', phone: '+447400123456', nickname: null, firstName: null }
const pending = {
  txId: 'CP-2222-2222-2222',
  expiresAt: '2199-01-01T12:00:00.000Z',
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
const over = { ...pending, expiresAt: '2026-04-13T12:00:00.000Z' }
const sent: SentRecord = { ...freshRecord('ada'), order: { batchId: 'batch', count: 100 } }

beforeAll(() => vi.stubGlobal('window', { sessionStorage }))
beforeEach(() => sessionStorage.clear())
afterAll(() => vi.unstubAllGlobals())

const newPurchase = () =>
  createPurchase({ scope: 'project', kind: 'buy' }, () => buyer, new QueryClient())

describe('a reload restores', () => {
  it.each([
    ['nothing', {}, { step: 'checkout', work: 'none', problem: null }, false],
    ['an order without an answer', { order: sent.order }, { work: 'checking' }, true],
    ['a reservation', { pending }, { step: 'ack', typed: '', bank: { state: 'none' } }, true],
    [
      'a reservation whose bank asks',
      { pending: { ...pending, asksBank: true } },
      { step: 'ack', bank: { state: 'unknown' } },
      true,
    ],
    [
      'a completion that was sent, in time or not',
      { pending: over, completing: true },
      { step: 'ack', typed: over.txId, work: 'checking' },
      true,
    ],
    [
      'a reservation whose time is over',
      { pending: over },
      { step: 'checkout', work: 'none', problem: { code: 'purchase_expired' } },
      false,
    ],
  ])('%s', (_, kept, state, isSeen) => {
    writeRecord('project', { ...freshRecord('ada'), ...kept })
    expect(newPurchase().state()).toMatchObject(state)
    expect(isInProgress(stateOf(readRecord('project', 'ada')))).toBe(isSeen)
  })

  it('never another user’s purchase, and erases it when another user asks', () => {
    writeRecord('project', sent)
    storeCancelled(sent)
    expect(readRecord('project', 'ada')).toEqual(sent)
    expect(readCancelled('ada')).toEqual([sent])
    expect([readRecord('project', 'grace'), readCancelled('grace')]).toEqual([undefined, []])
    expect(sessionStorage).toHaveLength(0)
  })

  it('the same key when the step opens again, with a record for each kind', () => {
    openRecord('project', 'ada')
    const first = readRecord('project', 'ada')
    openRecord('project', 'ada')
    expect(readRecord('project', 'ada')).toEqual(first)
    expect(
      new Set((['buy', 'gift', 'reward'] as const).map((kind) => scopeOf(kind, 'x'))).size,
    ).toBe(3)
  })

  it('an order to repeat only while it has no answer', () => {
    expect(sentOf(sent)).toEqual(sent)
    expect(sentOf({ ...sent, pending })).toBeUndefined()
  })
})

describe('one action at a time', () => {
  it('a second press has no effect, and a form gets no refusal meanwhile', async () => {
    const [purchase, answer, calls] = [newPurchase(), Promise.withResolvers<void>(), vi.fn()]
    const act = () => {
      calls()
      return answer.promise
    }
    const running = purchase.once(act)
    await purchase.once(act)
    purchase.refuse({ at: 'quantity', code: 'invalid_selection' })
    expect([calls.mock.calls.length, purchase.state()]).toMatchObject([1, { problem: null }])
    answer.resolve()
    await running
    purchase.refuse({ at: 'quantity', code: 'invalid_selection' })
    expect(purchase.state()).toMatchObject({ problem: { code: 'invalid_selection' } })
  })

  it('a stopped action ends without ending the action that runs since', async () => {
    const [purchase, old, next] = [
      newPurchase(),
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
    ]
    const stopped = purchase.once(() => old.promise)
    purchase.stop()
    purchase.listen()
    const running = purchase.once(() => next.promise)
    old.resolve()
    await stopped
    expect(purchase.isRunning()).toBe(true)
    next.resolve()
    await running
    expect(purchase.isRunning()).toBe(false)
  })
})

it('is signed with the nickname, else the first name, else the number', () => {
  expect(signatureOf({ ...buyer, nickname: 'Ada L.', firstName: 'Ada' })).toBe('Ada L.')
  expect(signatureOf({ ...buyer, firstName: 'Ada' })).toBe('Ada')
  expect(signatureOf(buyer)).toBe(buyer.phone)
})
