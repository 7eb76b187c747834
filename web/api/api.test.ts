// Tests the parts of an answer that every call uses: the clock, the end of a session, and errors.
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
  [5_000, 5_500],
  [-600_000, -599_500],
  // The header has whole seconds, so smaller differences are ignored.
  [1_000, 0],
  [-2_000, 0],
])('measures the clock of a server that is %d ms ahead', async (ahead, offset) => {
  answer = clock(ahead)
  await send('/')
  expect(serverNow() - now).toBe(offset)
  // An answer with the same clock ends the correction.
  answer = clock(0)
  await send('/')
  expect(serverNow()).toBe(now)
})

it('a cached answer does not set the clock', async () => {
  answer = clock(600_000, 'public, max-age=60')
  await send('/')
  expect(serverNow()).toBe(now)
})

it('a missing session is reported to each subscriber until it unsubscribes', async () => {
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

it('an error has its code and its retry time', async () => {
  const body = { error: 'No.', code: 'rate_limited', request_id: 'r1', more: 1 }
  answer = refusal(429, body, { 'retry-after': '7' })
  expect(await failureOf()).toMatchObject({
    ...{ status: 429, message: 'No.', code: 'rate_limited', requestId: 'r1', body },
    retryAfterSeconds: 7,
  })
})

it('an error without our JSON has the code unknown and no retry time', async () => {
  answer = new Response('<html>', { status: 502, headers: { 'retry-after': 'Fri, 20 Nov' } })
  const failure = await failureOf()
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({ code: 'unknown', retryAfterSeconds: undefined })
})

it.each([
  ['no JSON', '<html>', false],
  ['another shape', '1', true],
])('an answer that is %s is invalid', async (_what, body, isJson) => {
  await expect(readAnswer(new Response(body), text)).rejects.toMatchObject({
    name: 'BadAnswerError',
    isJson,
  })
})
