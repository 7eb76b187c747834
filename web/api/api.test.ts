// What every call learns of its answer: the clock, who is signed out, and what a refusal was.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, onUnauthenticated, readAnswer, send, serverNow } from './api.ts'
import { text } from './shape.ts'

const now = Date.parse('2026-11-20T10:00:00Z')
const at = (ms: number) => new Date(now + ms).toUTCString()
let answer: Response
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  vi.stubGlobal('fetch', async () => answer)
})
afterEach(async () => {
  answer = clock(0)
  await send('/')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const clock = (ms: number, cache = 'private, no-store') =>
  new Response('', { headers: { date: at(ms), 'cache-control': cache } })
const refusal = (status: number, body: unknown, headers = {}) =>
  Response.json(body, { status, headers })
const failureOf = () =>
  send('/').then(
    () => undefined,
    (error: unknown) => error,
  )

it.each([
  [600_000, 600_500],
  [-600_000, -599_500],
  // Less than two seconds are the header's own.
  [1_000, 0],
  [-2_000, 0],
])('the clock of a server that is %d ms ahead', async (ahead, offset) => {
  answer = clock(ahead)
  await send('/')
  expect(serverNow() - now).toBe(offset)
  // One that agrees again ends it.
  answer = clock(0)
  await send('/')
  expect(serverNow()).toBe(now)
})

it('an answer that may be an old one tells no time', async () => {
  answer = clock(600_000, 'public, max-age=60')
  await send('/')
  expect(serverNow()).toBe(now)
})

it('a missing session is told to whoever listens, and to nobody who has stopped', async () => {
  const [first, second] = [vi.fn(), vi.fn()]
  const stops = [onUnauthenticated(first), onUnauthenticated(second)]
  answer = refusal(401, { code: 'bad_signature' })
  await failureOf()
  answer = refusal(403, { code: 'unauthenticated' })
  await failureOf()
  expect(first).not.toHaveBeenCalled()
  stops[0]?.()
  answer = refusal(401, { code: 'unauthenticated' })
  await failureOf()
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
  stops[1]?.()
})

it('a refusal says what it was, and when to come back', async () => {
  const body = { error: 'No.', code: 'rate_limited', request_id: 'r1', more: 1 }
  answer = refusal(429, body, { 'retry-after': '7' })
  expect(await failureOf()).toMatchObject({
    ...{ status: 429, message: 'No.', code: 'rate_limited', requestId: 'r1', body },
    retryAfterSeconds: 7,
  })
})

it('a refusal without words of ours is unknown, and names no time', async () => {
  answer = new Response('<html>', { status: 502, headers: { 'retry-after': 'Fri, 20 Nov' } })
  const failure = await failureOf()
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({ code: 'unknown', retryAfterSeconds: undefined })
})

it.each([
  ['no JSON', '<html>', false],
  ['another shape', '1', true],
])('an answer that is %s is none', async (_what, body, isJson) => {
  await expect(readAnswer(new Response(body), text)).rejects.toMatchObject({
    name: 'BadAnswerError',
    isJson,
  })
})
