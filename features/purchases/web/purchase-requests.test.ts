// Tests the repeats of a purchase's calls: their key, the time between two attempts, and their end.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { terminal } from '#web/test-person.ts'
import type { StoredOrder } from './purchase-record.ts'
import {
  answerSandboxBank,
  askCancel,
  askComplete,
  askNotify,
  askReserve,
} from './purchase-requests.ts'

const order: StoredOrder = { batchId: 'batch', count: 100 }
const reserved = {
  ...{ txId: 'CP-1', expires_at: '2199-01-01T12:00:00.000Z', total: 2, currency: 'GBP' },
  ...{ wallet_used: 1, card_used: 1 },
}

type Answer = () => Response
const lost: Answer = () => {
  throw new TypeError('Failed to fetch')
}
const json =
  (body: object, status = 200, headers = {}): Answer =>
  () =>
    Response.json(body, { status, headers })
const unknownPayment = json({ code: 'payment_unknown' }, 503, { 'retry-after': '2' })

/** Answers in their order; the last one repeats. */
let answers: Answer[]
let asked: { path: string; key: string | undefined; body: unknown }[]
let waitsMs: number[]
/** Whether waits never end by themselves. */
let endless: boolean
let online: Set<() => void>

beforeEach(() => {
  asked = []
  waitsMs = []
  endless = false
  online = new Set()
  vi.stubGlobal('window', {
    addEventListener: (_name: string, listen: () => void) => online.add(listen),
    removeEventListener: (_name: string, listen: () => void) => online.delete(listen),
  })
  vi.stubGlobal('setTimeout', (act: () => void, ms: number) => {
    waitsMs.push(ms)
    if (!endless) queueMicrotask(act)
  })
  type Call = { body?: string; headers: Record<string, string> }
  vi.stubGlobal('fetch', async (path: string, { body = 'null', headers }: Call) => {
    if (path === '/api/auth/terminal') return Response.json(terminal)
    asked.push({ path, key: headers['idempotency-key'], body: JSON.parse(body) })
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    return answer?.()
  })
})
afterEach(() => vi.unstubAllGlobals())

function asking(attemptsMax?: number) {
  const onUnknown = vi.fn()
  const life = new AbortController()
  const limit = attemptsMax === undefined ? {} : { attemptsMax }
  return { onUnknown, life, call: { signal: life.signal, onUnknown, ...limit } }
}
const keys = () => new Set(asked.map(({ key }) => key))

describe('an answer that is not final', () => {
  it('is asked for again under the same key, after the time that the server names or a little more each time', async () => {
    answers = [lost, json({}, 502), json({}, 202, { 'retry-after': '3' }), json({}, 202)]
    answers.push(json({ status: 'COMPLETED', txId: 'CP-1' }))
    const { call, onUnknown } = asking()
    expect(await askComplete('CP-1', 'key', call)).toBe('COMPLETED')
    expect(waitsMs).toEqual([500, 1_000, 3_000, 4_000])
    expect(onUnknown).toHaveBeenCalledTimes(4)
    expect(asked.map(({ path }) => path)).toEqual(Array(5).fill('/api/tokens/validatePin'))
    expect(asked[4]).toMatchObject({ key: 'key', body: { txId: 'CP-1' } })
    expect(keys().size).toBe(1)
  })

  it('is returned after the attempts allowed', async () => {
    answers = [lost]
    const { call, onUnknown } = asking(2)
    await expect(askReserve(order, { telephone: '+44' }, 'key', call)).rejects.toThrow(TypeError)
    expect([asked.length, onUnknown.mock.calls.length]).toEqual([2, 1])
  })

  it('is awaited as long as it takes where the server reports it as under way', async () => {
    answers = [unknownPayment, unknownPayment, unknownPayment, json(reserved)]
    const { call } = asking(2)
    expect(await askReserve(order, { telephone: '+44' }, 'key', call)).toEqual(reserved)
    expect(waitsMs).toEqual([2_000, 2_000, 2_000])
  })

  it('is asked for at once when the network is back', async () => {
    endless = true
    answers = [lost, json({ status: 'COMPLETED', txId: 'CP-1' })]
    const done = askComplete('CP-1', 'key', asking().call)
    await vi.waitFor(() => expect(online.size).toBe(1), { timeout: 60_000 })
    for (const listen of online) listen()
    expect(await done).toBe('COMPLETED')
    expect(online.size).toBe(0)
  })

  it('is asked for no more once its page is closed', async () => {
    endless = true
    answers = [lost]
    const { call, life } = asking()
    const done = askComplete('CP-1', 'key', call)
    await vi.waitFor(() => expect(online.size).toBe(1), { timeout: 60_000 })
    life.abort(new Error('gone'))
    await expect(done).rejects.toThrow('gone')
    expect([asked.length, online.size]).toEqual([1, 0])
  })
})

it('an order is sent with its receiver, and with its card’s token where there is one', async () => {
  answers = [json([reserved])]
  const extra = { telephone: '+447400123456', card_token: 'tok_1' }
  expect(await askReserve(order, extra, 'key', asking().call)).toEqual([reserved])
  expect(asked).toEqual([{ path: '/api/tokens/getPin', key: 'key', body: { ...order, ...extra } }])
})

it('a cancellation has a new key each time, and stops after three attempts', async () => {
  answers = [json({ status: 'EXPIRED' })]
  await askCancel('CP-1')
  await askCancel('CP-1')
  expect(asked).toMatchObject(
    Array(2).fill({ path: '/api/tokens/cancelPin', body: { txId: 'CP-1' } }),
  )
  expect(keys().size).toBe(2)
  answers = [lost]
  await expect(askCancel('CP-2')).rejects.toThrow(TypeError)
  expect(asked.filter(({ body }) => JSON.stringify(body).includes('CP-2'))).toHaveLength(3)
})

it('a failed request for a message fails no purchase, and is not repeated', async () => {
  answers = [lost]
  const variables = { kg: 1, txId: 'CP-1' }
  const message = { to: '+44', templateKey: 'purchase_success', from: 'Ada', variables } as const
  await expect(askNotify(message)).resolves.toBeUndefined()
  expect(asked).toMatchObject([{ path: '/api/notify', body: message }])
})

it.each([true, false])('the sandbox’s bank receives the user’s answer: %s', async (approved) => {
  answers = [json({})]
  await answerSandboxBank('secret', approved)
  expect(asked).toMatchObject([
    { path: '/dev/cards/actions', body: { client_secret: 'secret', approved } },
  ])
})
