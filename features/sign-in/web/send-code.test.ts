// Tests the outcomes of a request for a code.
import { afterEach, expect, it, vi } from 'vitest'
import { sendCode } from './send-code.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const sent = { expires_in_seconds: 300, resend_in_seconds: 60 }
const refused = (status: number, code: string, wait?: string) =>
  Response.json({ code }, { status, headers: wait === undefined ? {} : { 'retry-after': wait } })

it.each<[string, () => Response, object]>([
  [
    'it is on its way',
    () => Response.json(sent),
    { kind: 'sent', expiresInSeconds: 300, resendInSeconds: 60 },
  ],
  ['a limit', () => refused(429, 'rate_limited', '90'), { kind: 'waiting', waitSeconds: 90 }],
  ['a limit of no time', () => refused(429, 'rate_limited'), { kind: 'waiting', waitSeconds: 30 }],
  ['no SMS now', () => refused(503, 'sms_unavailable', '9'), { kind: 'waiting', waitSeconds: 9 }],
  ['no such number', () => refused(400, 'invalid_phone'), { kind: 'refused' }],
  ['a server out of order', () => refused(503, 'unavailable'), { kind: 'failed' }],
  ['a page of a network', () => new Response('<h1>Welcome</h1>'), { kind: 'failed' }],
  ['another answer', () => Response.json({}), { kind: 'failed' }],
])('%s', async (_, answer, outcome) => {
  vi.stubGlobal('fetch', async () => answer())
  expect(await sendCode('+447400123456')).toEqual(outcome)
})

it('no network', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await sendCode('+447400123456')).toEqual({ kind: 'unreached' })
})
