// Tests the passkeys on the landing page: when they are offered, and their problems and questions on the page.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
// Loaded before the page opens, because a test waits for it with timers of its own.
import '#features/passkeys/web/passkey-autofill.ts'
import '#features/legal/web/terms-dialog.tsx'
import { signOut } from '#features/people/web/session/session.ts'
import { draw, openPage, pass, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { texts } from '#web/texts.ts'
import { LandingPage } from './landing-page.tsx'

const bytes = new Uint8Array(1).buffer
const credential = {
  ...{ id: 'AA', rawId: bytes, type: 'public-key', getClientExtensionResults: () => ({}) },
  response: {
    ...{ authenticatorData: bytes, clientDataJSON: bytes, signature: bytes, userHandle: bytes },
  },
}
const options = { challenge: 'AA', rpId: 'x', timeout: 300_000, userVerification: 'required' }
const refused = (status: number, code: string, more = {}) =>
  Response.json({ code, ...more }, { status })

/** The answers to the passkeys that the user chooses, in order. Without one, no further passkey is chosen. */
let answers: (() => Response)[]
/** The bodies of sign-ins with a passkey. */
let sent: { terms_version?: string }[]
let offers: number
let signals: AbortSignal[]
beforeEach(() => {
  answers = []
  sent = []
  offers = 0
  signals = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  openPage()
  document.body.innerHTML = '<input autocomplete="tel webauthn">'
  vi.stubGlobal('getComputedStyle', window.getComputedStyle.bind(window))
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
  window.HTMLDialogElement.prototype.showModal = () => undefined
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string } = {}) => {
    if (path === '/api/auth/logout') return new Response(null, { status: 204 })
    if (path === '/api/auth/me') return refused(401, 'unauthenticated')
    if (path === '/api/auth/request-otp') return refused(400, 'invalid_phone')
    if (path.endsWith('options')) {
      offers += 1
      return Response.json(options)
    }
    sent.push(JSON.parse(body ?? ''))
    return answers.shift()?.() ?? refused(500, 'internal')
  })
  const isConditionalMediationAvailable = async () => true
  const supported = Object.assign(() => undefined, { isConditionalMediationAvailable })
  vi.stubGlobal('PublicKeyCredential', supported)
  const get = ({ signal }: { signal: AbortSignal }) => {
    signals.push(signal)
    if (answers.length > 0) return credential
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('ended', 'AbortError')))
    })
  }
  Object.defineProperty(navigator, 'credentials', {
    value: { get: async (request: { signal: AbortSignal }) => get(request) },
    configurable: true,
  })
})
afterEach(() => act(signOut))

const open = () =>
  draw(
    <QueryClientProvider client={new QueryClient()}>
      <LandingPage />
    </QueryClientProvider>,
  )
const problem = () => document.querySelector('#join [role=alert]')?.textContent
const dialog = () => document.querySelector('dialog')
const versions = () => sent.map(({ terms_version }) => terms_version)

it('are offered half a second after the page, so that they do not delay it', async () => {
  await open()
  await pass(499)
  await until(() => true)
  expect(offers).toBe(0)
  await pass(1)
  // The rest comes without a timer.
  for (let turns = 0; turns < 1_000 && offers === 0; turns += 1) {
    await act(() => new Promise<void>((resolve) => setImmediate(resolve)))
  }
  expect(offers).toBe(1)
})

it('are not offered on a page that was left before, and their request ends with the page', async () => {
  const first = await open()
  await pass(400)
  await first.close()
  await pass(1_000)
  await until(() => true)
  expect(offers).toBe(0)
  const second = await open()
  await until(() => signals.length === 1)
  expect(signals[0]?.aborted).toBe(false)
  await second.close()
  expect(signals[0]?.aborted).toBe(true)
})

it('that are refused are reported at the field, but not in place of the number’s own problem', async () => {
  answers = [() => refused(401, 'passkey_refused')]
  const page = await open()
  await until(() => problem() === texts.sign_in_passkey_refused())
  await page.type(texts.sign_in_phone(), '+447400123456')
  await page.submit()
  await until(() => problem() === texts.sign_in_request_failed())
})

const changed = () => refused(409, 'terms_changed', { terms_version: '2026-11' })

it('of a user who has not agreed to the current terms ask for it, and sign in only with it', async () => {
  answers = [changed, changed, () => Response.json({ user: ada, terminal })]
  const page = await open()
  await until(() => dialog() !== null)
  expect([page.text().includes(texts.sign_in_terms_title()), problem()]).toEqual([true, ''])
  await page.press('Cancel')
  await until(() => dialog() === null || sent.length === 2)
  expect(versions()[0]).toBeUndefined()
  // The next passkey, whose user agrees.
  await until(() => sent.length === 2 && dialog() !== null)
  await page.tick(/^I agree/)
  await act(async () => document.querySelector<HTMLFormElement>('dialog form')?.requestSubmit())
  await until(() => sent.length === 3 && dialog() === null)
  expect(versions()).toEqual([undefined, undefined, '2026-11'])
  expect(problem()).toBe('')
})

it('of a user who does not agree say that it is needed', async () => {
  answers = [changed]
  const page = await open()
  await until(() => dialog() !== null)
  await page.press('Cancel')
  await until(() => problem() === texts.sign_in_terms_needed())
  expect([dialog(), sent.length]).toEqual([null, 1])
})
