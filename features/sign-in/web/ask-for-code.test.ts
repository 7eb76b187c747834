// Tests the effect of Join on a number: it returns to a code that was sent already, or requests
// one.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { codeTriesMax } from '#values/text/one-time-code.ts'
import { texts } from '#web/texts.ts'
import { askForCode } from './ask-for-code.ts'
import { sentBefore, sentNow } from './requested-code.ts'
import type { SentCode } from './sent-code.ts'

const phone = '+447400123456'
const typed = { text: '07400 123456', country: 'GB' }
const now = Date.parse('2026-11-23T12:00:00.000Z')
const answer = { expiresInSeconds: 300, resendInSeconds: 30 }
/** Sent 40 s ago, with its sheet closed: it is valid, and another one may be requested. */
const mine: SentCode = { ...sentNow(phone, answer, undefined, now - 40_000), isOpen: false }
const others: SentCode = { ...mine, phone: '+447400123457' }

let asked: unknown[]
let reply: () => Response | Promise<Response>
beforeEach(() => {
  asked = []
  vi.useFakeTimers({ now, toFake: ['Date'] })
  vi.stubGlobal('fetch', async (_path: string, { body = '' }: { body?: string }) => {
    asked.push(JSON.parse(body))
    return reply()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const limited = () =>
  Response.json({ code: 'rate_limited' }, { status: 429, headers: { 'retry-after': '90' } })
const refusal = (hint?: object) => ({ text: texts.sign_in_request_failed(), hint })

it('an invalid number sends no request, and keeps the code before', async () => {
  expect(await askForCode({ text: '12', country: 'GB' }, mine)).toEqual({
    code: mine,
    refusal: refusal(),
  })
  expect(asked).toEqual([])
})

it('while another code must wait, the sheet of the last one opens again', async () => {
  const young = { ...mine, resendAt: now + 1 }
  expect(await askForCode(typed, young)).toEqual({ code: { ...young, isOpen: true } })
  expect(asked).toEqual([])
})

it('a code on its way opens its sheet, with only its own wrong attempts', async () => {
  reply = () => Response.json({ expires_in_seconds: 300, resend_in_seconds: 60 })
  const sent = { phone, isOurs: true, isOpen: true, sentAt: now, resendAt: now + 60_000 }
  const tried = { wrongTries: 2 }
  expect((await askForCode(typed, { ...mine, ...tried })).code).toMatchObject({ ...sent, ...tried })
  const anew = { ...sent, wrongTries: 0 }
  expect((await askForCode(typed, { ...others, ...tried })).code).toMatchObject(anew)
  expect(asked).toEqual([{ phone }, { phone }])
})

it.each<[string, () => Response | Promise<Response>, string | undefined]>([
  ['a number that gets none', () => Response.json({}, { status: 400 }), undefined],
  ['a server out of order', () => Response.json({}, { status: 500 }), texts.sign_in_our_fault()],
  ['no network', () => Promise.reject(new TypeError()), texts.common_no_connection()],
])('%s is shown as that, and the code before stays with its own number', async (_, how, text) => {
  reply = how
  const told = refusal(text === undefined ? undefined : { text })
  expect(await askForCode(typed, mine)).toEqual({ code: mine, refusal: told })
  expect(await askForCode(typed, others)).toEqual({ code: undefined, refusal: told })
})

it('a limit returns to the code before, which now waits as long as the server says', async () => {
  reply = limited
  expect(await askForCode(typed, mine)).toEqual({
    code: { ...mine, resendAt: now + 90_000 },
    refusal: refusal(),
  })
})

it.each<[string, SentCode | undefined]>([
  ['none is known', undefined],
  ['the last one is of another number', others],
  ['the last one has no tries left', { ...mine, wrongTries: codeTriesMax }],
  ['the last one has expired', { ...mine, expiresAt: now }],
  ['the last one was not this tab’s', { ...mine, isOurs: false }],
])('a limit asks for an earlier code where %s', async (_, before) => {
  reply = limited
  const hint = { text: texts.sign_in_recent_code(), code: sentBefore(phone, 90, now) }
  expect((await askForCode(typed, before)).refusal).toEqual(refusal(hint))
})
