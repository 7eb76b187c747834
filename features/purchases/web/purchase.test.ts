// One purchase as a tab holds it: what a reload finds again, for whom, and one thing at a time.
import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPurchase, isUnderWay, signatureOf, stateOf } from './purchase.ts'
import {
  freshRecord,
  keepCancelled,
  keptCancelled,
  openRecord,
  readRecord,
  type SentRecord,
  scopeOf,
  sentOf,
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

describe('what a reload finds again', () => {
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
    expect(isUnderWay(stateOf(readRecord('project', 'ada')))).toBe(isSeen)
  })

  it('is never another person’s, and goes when another asks', () => {
    writeRecord('project', sent)
    keepCancelled(sent)
    expect(readRecord('project', 'ada')).toEqual(sent)
    expect(keptCancelled('ada')).toEqual([sent])
    expect([readRecord('project', 'grace'), keptCancelled('grace')]).toEqual([undefined, []])
    expect(sessionStorage).toHaveLength(0)
  })

  it('keeps its key when the step is opened again, and is apart for each kind', () => {
    openRecord('project', 'ada')
    const first = readRecord('project', 'ada')
    openRecord('project', 'ada')
    expect(readRecord('project', 'ada')).toEqual(first)
    expect(
      new Set((['buy', 'gift', 'reward'] as const).map((kind) => scopeOf(kind, 'x'))).size,
    ).toBe(3)
  })

  it('is sent again only as long as it was not answered', () => {
    expect(sentOf(sent)).toEqual(sent)
    expect(sentOf({ ...sent, pending })).toBeUndefined()
  })
})

describe('one thing at a time', () => {
  it('a second press does nothing, and a form is refused nothing meanwhile', async () => {
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

  it('what was stopped ends without ending what runs since', async () => {
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
