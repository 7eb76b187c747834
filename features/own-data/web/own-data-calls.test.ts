// Tests the calls for own data, and the field and text of each refusal.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, BadAnswerError } from '#web/api/api.ts'
import { ada, terminal } from '#web/test-person.ts'
import { texts } from '#web/texts.ts'
import {
  changeNumber,
  confirmExport,
  deletePassport,
  endSession,
  problemOf,
  readExport,
  readSessions,
} from './own-data-calls.ts'

const refused = (status: number, code: string, field?: string) =>
  new ApiError(new Response(null, { status }), { code, ...(field === undefined ? {} : { field }) })

it.each<[string, unknown, { at: string; text: string; hint?: string }]>([
  [
    'no network',
    new TypeError('Failed to fetch'),
    { at: 'code', text: texts.common_no_connection() },
  ],
  ['no JSON', new BadAnswerError(false), { at: 'code', text: texts.own_data_failed() }],
  [
    'a wrong code to the new number',
    refused(400, 'invalid_code', 'new_code'),
    { at: 'new_code', text: texts.sign_in_wrong_code() },
  ],
  ['a wrong code', refused(400, 'invalid_code'), { at: 'code', text: texts.sign_in_wrong_code() }],
  [
    'no such number',
    refused(400, 'invalid_phone', 'phone'),
    { at: 'phone', text: texts.sign_in_request_failed() },
  ],
  [
    'too many tries at the new number',
    refused(429, 'rate_limited', 'new_code'),
    { at: 'new_code', text: texts.problem_rate_limited() },
  ],
  [
    'no SMS now',
    refused(503, 'sms_unavailable'),
    { at: 'code', text: texts.sign_in_request_failed(), hint: texts.sign_in_our_fault() },
  ],
  [
    'a number of another passport',
    refused(409, 'number_taken'),
    { at: 'phone', text: texts.own_data_number_taken() },
  ],
  [
    'a purchase under way',
    refused(409, 'purchase_open'),
    { at: '', text: texts.own_data_purchase_open() },
  ],
  ['anything else', refused(500, 'internal'), { at: '', text: texts.own_data_failed() }],
])('%s', (_, error, problem) => {
  expect(problemOf(error, 'code')).toEqual(problem)
})

let asked: [method: string, path: string, body: unknown][]
let answer: () => Response
beforeEach(() => {
  asked = []
  answer = () => new Response(null, { status: 204 })
  vi.stubGlobal('fetch', async (path: string, call: { method: string; body?: string }) => {
    if (path === '/api/auth/terminal') return Response.json(terminal)
    asked.push([call.method, path, call.body === undefined ? undefined : JSON.parse(call.body)])
    return answer()
  })
})
afterEach(() => vi.unstubAllGlobals())

it('one session or all others are ended, and the passport is deleted, each by a call of its own', async () => {
  await endSession('s1')
  await endSession()
  await deletePassport('123456')
  expect(asked).toEqual([
    ['DELETE', '/api/profile/sessions/s1', undefined],
    ['DELETE', '/api/profile/sessions', undefined],
    ['DELETE', '/api/profile', { code: '123456' }],
  ])
})

it('a passport moves with a code from each number, and its new profile is returned', async () => {
  answer = () => Response.json(ada)
  const wish = { phone: ada.phone, code: '123456', new_code: '654321' }
  expect(await changeNumber(wish)).toEqual(ada)
  expect(asked).toEqual([['POST', '/api/profile/phone', wish]])
})

it('an export is a file, asks for a code where the last one is old, and otherwise fails with the error', async () => {
  answer = () => new Response('{"profile":{}}')
  expect(await (await readExport())?.text()).toBe('{"profile":{}}')
  answer = () => Response.json({ code: 'code_required' }, { status: 403 })
  expect(await readExport()).toBeNull()
  answer = () => Response.json({ code: 'rate_limited' }, { status: 429 })
  await expect(readExport()).rejects.toMatchObject({ code: 'rate_limited' })
  answer = () => new Response(null, { status: 204 })
  await confirmExport('123456')
  expect(asked.at(-1)).toEqual(['POST', '/api/profile/confirm', { code: '123456' }])
})

it('sessions are read unchanged, and an answer of another shape is refused', async () => {
  const session = {
    ...{ id: 's1', browser: null, system: 'Linux', current: true },
    ...{ signed_in_at: '2026-11-01T12:00:00.000Z', last_seen_at: '2026-11-20T12:00:00.000Z' },
  }
  const { signal } = new AbortController()
  answer = () => Response.json({ sessions: [session] })
  expect(await readSessions(signal)).toEqual([session])
  for (const field of Object.keys(session)) {
    answer = () => Response.json({ sessions: [{ ...session, [field]: undefined }] })
    await expect(readSessions(signal)).rejects.toThrow(BadAnswerError)
  }
})
