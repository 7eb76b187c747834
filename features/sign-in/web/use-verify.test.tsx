// Tests the outcomes of a typed code: a session, one attempt less, or an unknown one.

import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { agreedTerms } from '#features/legal/web/agreed-terms.ts'
import { signOut, useSession } from '#features/people/web/session/session.ts'
import { codeTriesMax } from '#values/text/one-time-code.ts'
import { ada, terminal } from '#web/test-person.ts'
import { sentNow } from './requested-code.ts'
import type { SentCode } from './sent-code.ts'
import { useVerify } from './use-verify.ts'

const phone = '+447700900123'
const profile = { ...ada, phone, language: 'tr' }
const now = Date.parse('2026-11-23T12:00:00.000Z')
const sent = sentNow(phone, { expiresInSeconds: 300, resendInSeconds: 30 }, undefined, now)

const verifyPath = '/api/auth/verify-otp'
const refused = (status: number, code: string, wait?: string) => () =>
  Response.json({ code }, { status, headers: wait === undefined ? {} : { 'retry-after': wait } })

/** The answer to each call, by its path; without one the server is not reached. */
let answers: Record<string, () => Response>
let asked: [path: string, body: unknown][]
let told: { changes: SentCode[]; languages: string[] }
/** Whether a session was open when the code was reported as used. */
let wasOpen: boolean[]
beforeEach(() => {
  answers = { '/api/auth/logout': () => new Response(null, { status: 204 }) }
  asked = []
  told = { changes: [], languages: [] }
  wasOpen = []
  vi.useFakeTimers({ now, toFake: ['Date'] })
  vi.stubGlobal('window', { sessionStorage: { clear: () => undefined } })
  vi.stubGlobal('document', { cookie: '', documentElement: { dataset: {} } })
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string } = {}) => {
    asked.push([path, body === undefined ? undefined : JSON.parse(body)])
    const answer = answers[path]
    if (answer === undefined) throw new TypeError('Failed to fetch')
    return answer()
  })
})
afterEach(async () => {
  await signOut()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Verifier = ReturnType<typeof useVerify>

function Status() {
  return useSession().status
}

function Sheet({ code, tell }: { code: SentCode; tell: (verifier: Verifier) => void }) {
  const onChange = (next: SentCode) => void told.changes.push(next)
  const onUsed = (language: string) => {
    told.languages.push(language)
    wasOpen.push(renderToStaticMarkup(<Status />) === 'signed-in')
  }
  tell(useVerify({ sent: code, onChange, onUsed, onClose: () => undefined }))
  return null
}
function sheetOf(code: SentCode): Verifier {
  const drawn: Verifier[] = []
  renderToStaticMarkup(<Sheet code={code} tell={(verifier) => drawn.push(verifier)} />)
  const [verifier] = drawn
  if (verifier === undefined) throw new Error('nothing was drawn')
  return verifier
}

it('a right code opens the session, in the user’s language', async () => {
  answers[verifyPath] = () => Response.json({ user: profile, terminal })
  await sheetOf(sent).verify('123456')
  expect(asked).toEqual([[verifyPath, { phone, code: '123456' }]])
  expect(told).toEqual({ changes: [], languages: ['tr'] })
  expect(wasOpen).toEqual([true])
})

it.each([
  ['a wrong code is one try less', refused(400, 'invalid_code'), { wrongTries: 1 }],
  [
    'after too many only another code helps, once its wait is over',
    refused(429, 'rate_limited', '900'),
    { wrongTries: codeTriesMax, resendAt: now + 900_000 },
  ],
  [
    'a wait that was longer stays as long',
    refused(429, 'rate_limited', '9'),
    { wrongTries: codeTriesMax },
  ],
])('%s', async (_, answer, change) => {
  answers[verifyPath] = answer
  await sheetOf(sent).verify('111111')
  expect(told).toEqual({ changes: [{ ...sent, ...change }], languages: [] })
  expect(asked).toHaveLength(1)
})

it.each([
  ['a server out of order', refused(500, 'internal')],
  ['an answer of another shape', () => Response.json({ user: profile })],
  ['no network', undefined],
])('%s costs no attempt', async (_, answer) => {
  if (answer) answers[verifyPath] = answer
  await sheetOf(sent).verify('123456')
  expect(told).toEqual({ changes: [], languages: [] })
})

it.each([
  ['a session that the lost answer opened', profile, { changes: [], languages: ['tr'] }],
  [
    'no session, where another user is signed in',
    { ...profile, phone: '+447700900124' },
    { changes: [{ ...sent, wrongTries: 1 }], languages: [] },
  ],
])('a refusal after an attempt without an answer may mean %s', async (_, user, then) => {
  const { verify } = sheetOf(sent)
  await verify('123456')
  answers[verifyPath] = refused(400, 'invalid_code')
  answers['/api/auth/me'] = () => Response.json(user)
  await verify('123456')
  expect(told).toEqual(then)
})

it('the version of the terms that the page names is sent with the code', async () => {
  document.documentElement.dataset.termsVersion = '2026-11'
  answers[verifyPath] = () => Response.json({ user: profile, terminal })
  await sheetOf(sent).verify('123456')
  expect(asked).toEqual([[verifyPath, { phone, code: '123456', terms_version: '2026-11' }]])
})

it('the agreement is kept for passkeys once the code was right, and not before', async () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
  document.documentElement.dataset.termsVersion = '2026-11'
  answers[verifyPath] = refused(400, 'invalid_code')
  const { verify } = sheetOf(sent)
  await verify('111111')
  expect(agreedTerms()).toBeUndefined()
  // A second wrong code is no sign of a lost answer, so the session is not checked.
  await verify('222222')
  expect(asked.map(([path]) => path)).toEqual([verifyPath, verifyPath])
  answers[verifyPath] = () => Response.json({ user: profile, terminal })
  await verify('123456')
  expect(agreedTerms()).toBe('2026-11')
})

it('changed terms cost no attempt', async () => {
  answers[verifyPath] = refused(409, 'terms_changed')
  await sheetOf(sent).verify('123456')
  expect(told).toEqual({ changes: [], languages: [] })
})

it('an idle number is asked whose it is, and the answer is sent with the code', async () => {
  const { verify } = sheetOf(sent)
  answers[verifyPath] = refused(409, 'number_idle')
  await verify('123456')
  expect(told).toEqual({ changes: [], languages: [] })
  answers[verifyPath] = () => Response.json({ user: profile, terminal })
  await verify('123456', false)
  expect(asked.at(-1)).toEqual([verifyPath, { phone, code: '123456', mine: false }])
  expect(told.languages).toEqual(['tr'])
})

it('another code starts its time again, and one that must wait shows how long', async () => {
  const tried = { ...sent, wrongTries: 3, sentAt: now - 60_000 }
  answers['/api/auth/request-otp'] = () =>
    Response.json({ expires_in_seconds: 300, resend_in_seconds: 120 })
  await sheetOf(tried).resend()
  expect(asked).toEqual([['/api/auth/request-otp', { phone }]])
  expect(told.changes).toEqual([{ ...tried, sentAt: now, resendAt: now + 120_000 }])
  answers['/api/auth/request-otp'] = refused(429, 'rate_limited', '77')
  await sheetOf(tried).resend()
  expect(told.changes.at(-1)).toEqual({ ...tried, resendAt: now + 77_000 })
  answers['/api/auth/request-otp'] = refused(500, 'internal')
  await sheetOf(tried).resend()
  expect(told.changes).toHaveLength(2)
})
