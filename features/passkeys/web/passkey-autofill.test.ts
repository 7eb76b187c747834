// Tests the offer of passkeys on the landing page: when it is made, repeated and ended, and its failures.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { agreedTerms, rememberAgreement } from '#features/legal/web/agreed-terms.ts'
import { signOut } from '#features/people/web/session/session.ts'
import { openPage } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { texts } from '#web/texts.ts'
import { isNamedHost } from './named-host.ts'
import { offerPasskeys } from './passkey-autofill.ts'

const bytes = new Uint8Array(1).buffer
const credential = {
  ...{ id: 'AA', rawId: bytes, type: 'public-key', getClientExtensionResults: () => ({}) },
  response: {
    authenticatorData: bytes,
    clientDataJSON: bytes,
    signature: bytes,
    userHandle: bytes,
  },
}
type Request = { readonly signal: AbortSignal }
const get = vi.fn<(request: Request) => Promise<unknown>>()
/** The answer to the check of the session. */
let session: () => Response
/** The answers to the sign-ins, in order; the last one repeats. */
let answers: (() => Response)[]
let sent: { terms_version?: string }[]
let requests: number
let problems: (string | undefined)[]
const signedIn = () => Response.json({ user: ada, terminal })
const refused =
  (status: number, code: string, more = {}) =>
  () =>
    Response.json({ code, ...more }, { status })
const stayAway = () => refused(401, 'unauthenticated')()

beforeEach(() => {
  answers = [signedIn]
  session = stayAway
  sent = []
  requests = 0
  problems = []
  openPage()
  document.body.innerHTML = '<input autocomplete="tel webauthn">'
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    if (path === '/api/auth/logout') return new Response(null, { status: 204 })
    if (path === '/api/auth/me') return session()
    if (path.endsWith('options')) {
      requests += 1
      const rpId = 'passport.example'
      return Response.json({
        challenge: 'AA',
        rpId,
        timeout: 300_000,
        userVerification: 'required',
      })
    }
    sent.push(JSON.parse(String(body)))
    return (answers.length > 1 ? answers.shift() : answers[0])?.()
  })
  const isConditionalMediationAvailable = async () => true
  const supported = Object.assign(() => undefined, { isConditionalMediationAvailable })
  vi.stubGlobal('PublicKeyCredential', supported)
  get.mockReset().mockResolvedValue(credential)
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true })
})
afterEach(signOut)

const offer = (isAgreed = false, left = new AbortController().signal) =>
  offerPasskeys(left, {
    onProblem: (problem) => problems.push(problem),
    askForAgreement: async () => isAgreed,
  })
const terms = () => sent.map(({ terms_version }) => terms_version)

it('a chosen passkey signs in with the agreement of this browser, and the offer ends', async () => {
  rememberAgreement('2026-11')
  await offer()
  expect([requests, terms(), problems]).toEqual([1, ['2026-11'], [undefined]])
})

it('nothing is requested where there is no passkey: by address, browser, or after leaving', async () => {
  const left = new AbortController()
  left.abort()
  await offer(false, left.signal)
  for (const host of ['127.0.0.1', '[::1]']) {
    vi.stubGlobal('location', new URL(`https://${host}/`))
    expect(isNamedHost()).toBe(false)
    await offer()
  }
  vi.stubGlobal('location', new URL('https://passport.example/'))
  expect(isNamedHost()).toBe(true)
  vi.stubGlobal('PublicKeyCredential', class {})
  await offer()
  expect(requests).toBe(0)
})

it('a browser that refuses each request is asked five times', async () => {
  get.mockRejectedValue(new Error('refused'))
  await offer()
  expect([requests, sent, problems]).toEqual([5, [], []])
})

it('a refused passkey is reported, and the next one begins without the message', async () => {
  answers = [refused(401, 'passkey_refused'), signedIn]
  await offer()
  expect(problems).toHaveLength(3)
  expect([problems[0], problems[2]]).toEqual([undefined, undefined])
  expect(problems[1]).toMatch(/passkey/i)
})

it('changed terms are asked for, sent with the same passkey, and kept', async () => {
  rememberAgreement('2026-10')
  answers = [refused(409, 'terms_changed', { terms_version: '2026-11' }), signedIn]
  await offer(true)
  expect([requests, terms(), agreedTerms()]).toEqual([1, ['2026-10', '2026-11'], '2026-11'])
})

it('without an agreement to changed terms the user reads that it is needed', async () => {
  const left = new AbortController()
  answers = [refused(409, 'terms_changed', { terms_version: '2026-11' })]
  get.mockImplementation(async () => {
    if (get.mock.calls.length > 1) left.abort()
    return credential
  })
  await offer(false, left.signal)
  expect(problems[1]).toMatch(/agree/i)
  expect(agreedTerms()).toBeUndefined()
})

it('an unknown version of the terms is left out', async () => {
  rememberAgreement('from another site')
  answers = [refused(400, 'unknown_terms'), signedIn]
  await offer()
  expect(terms()).toEqual(['from another site', undefined])
})

it('a lost connection is named, because the passkey may be right', async () => {
  answers = [
    () => {
      throw new TypeError('Failed to fetch')
    },
    signedIn,
  ]
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const offered = offer()
  await vi.advanceTimersByTimeAsync(20_000)
  await offered
  expect(problems[1]).toMatch(/No connection/)
})

/** As a browser, which waits for a choice until the page ends the request. */
const wait = ({ signal }: Request) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('ended', 'AbortError')))
  })

it('a challenge is renewed before it expires, however often, and not in a hidden page', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  get.mockImplementation(wait)
  const left = new AbortController()
  const offered = offer(false, left.signal)
  await vi.advanceTimersByTimeAsync(239_999)
  expect(requests).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(requests).toBe(2)
  for (let times = 3; times <= 9; times += 1) {
    await vi.advanceTimersByTimeAsync(240_000)
    expect(requests).toBe(times)
  }
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  await vi.advanceTimersByTimeAsync(480_000)
  expect(requests).toBe(9)
  hidden.mockReturnValue(false)
  document.dispatchEvent(new window.Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(1)
  expect(requests).toBe(10)
  left.abort()
  await offered
  expect([requests, sent, problems]).toEqual([10, [], []])
})

it('a lost answer that opened the session is a sign-in, without a message', async () => {
  session = () => Response.json(ada)
  answers = [() => Response.json({}, { status: 500 })]
  await offer()
  expect([sent.length, problems]).toEqual([1, [undefined]])
})

it('a server out of order is not called a lost connection', async () => {
  answers = [() => Response.json({}, { status: 500 }), signedIn]
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const offered = offer()
  await vi.advanceTimersByTimeAsync(20_000)
  await offered
  expect(problems).toEqual([undefined, texts.sign_in_passkey_refused(), undefined])
})

it('a refused passkey does not check the session', async () => {
  session = () => Response.json(ada)
  answers = [refused(401, 'passkey_refused'), signedIn]
  await offer()
  expect(problems).toEqual([undefined, texts.sign_in_passkey_refused(), undefined])
})
