// Tests the list of passkeys in the profile: adding, removing, and the texts of failures.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { PasskeyOffer, Passkeys } from './passkeys.tsx'

const list = '/api/profile/passkeys'
const passkey = {
  id: '0199c4a1-7f00-7a31-8c2e-1d2c3b4a5f61',
  name: 'Firefox, Mac',
  created_at: '2026-11-20T09:30:00.000Z',
  last_used_at: null,
}
const options = {
  rp: { id: 'localhost', name: 'Carbon Passport' },
  user: { id: 'AAAA', name: 'Ada', displayName: 'Ada' },
  challenge: 'AAAA',
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  attestation: 'none',
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  excludeCredentials: [],
}

let asked: string[]
/** The body of the last call, by method and path. */
let bodies: Record<string, unknown>
/** The answer to each call, by method and path. */
let answers: Record<string, () => Response>
const refused = (status: number, code: string) => () => Response.json({ code }, { status })
const create = vi.fn<() => Promise<unknown>>()

beforeEach(async () => {
  asked = []
  answers = {
    'POST /api/auth/logout': () => new Response(null, { status: 204 }),
    [`GET ${list}`]: () => Response.json([]),
    [`POST ${list}/options`]: () => Response.json(options),
    [`POST ${list}`]: () => Response.json(passkey, { status: 201 }),
    [`DELETE ${list}/${passkey.id}`]: () => new Response(null, { status: 204 }),
  }
  openPage()
  bodies = {}
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    asked.push(`${method} ${path}`)
    if (typeof body === 'string') bodies[`${method} ${path}`] = JSON.parse(body)
    return answers[`${method} ${path}`]?.() ?? refused(500, 'internal')()
  })
  vi.stubGlobal('PublicKeyCredential', class {})
  create.mockReset()
  Object.defineProperty(navigator, 'credentials', { value: { create }, configurable: true })
  await openSession(ada, terminal)
})
afterEach(signOut)

async function open(part = <Passkeys profile={ada} />) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 0, retry: false } } })
  return draw(<QueryClientProvider client={client}>{part}</QueryClientProvider>)
}

const bytes = new Uint8Array(1).buffer
const credential = {
  id: 'AA',
  rawId: bytes,
  type: 'public-key',
  response: { attestationObject: bytes, clientDataJSON: bytes },
  getClientExtensionResults: () => ({}),
}
const failure = (name: string) => Object.assign(new Error('refused'), { name })

it('the offer adds a passkey, and goes once there is one', async () => {
  create.mockImplementation(async () => {
    answers[`GET ${list}`] = () => Response.json([passkey])
    return credential
  })
  const page = await open(<PasskeyOffer profile={ada} />)
  await until(() => page.offers('Add a passkey') > 0)
  await page.press('Add a passkey')
  await until(() => page.offers('Add a passkey') === 0)
  expect(asked).toContain(`POST ${list}`)
})

it('nothing is shown or requested in a browser without passkeys', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  const page = await open(
    <>
      <PasskeyOffer profile={ada} />
      <Passkeys profile={ada} />
    </>,
  )
  expect([page.text(), asked]).toEqual(['', []])
})

it.each([
  ['InvalidStateError', 'This device already has a passkey for your passport.'],
  ['NotAllowedError', 'No passkey was added. Please try again.'],
  ['NotSupportedError', 'This device cannot keep a passkey.'],
])('a device that answers %s shows why', async (name, words) => {
  create.mockRejectedValue(failure(name))
  const page = await open()
  await until(() => page.offers('Add a passkey') > 0)
  await page.press('Add a passkey')
  await until(() => page.text().includes(words))
  expect(asked).not.toContain(`POST ${list}`)
})

it('another press after a failure requests no other options, so that Safari accepts it', async () => {
  create.mockRejectedValueOnce(failure('NotAllowedError')).mockResolvedValue(credential)
  const page = await open()
  await until(() => page.offers('Add a passkey') > 0)
  await page.press('Add a passkey')
  await until(() => page.text().includes('No passkey was added.'))
  await page.press('Add a passkey')
  await until(() => asked.includes(`POST ${list}`))
  expect(asked.filter((call) => call === `POST ${list}/options`)).toHaveLength(1)
})

it.each([
  [409, 'too_many_passkeys', 'You have ten passkeys. Please remove one first.'],
  [404, 'passkeys_unavailable', 'This device cannot keep a passkey.'],
  [500, 'internal', 'That did not work. Please try again.'],
])('a refusal with %d %s shows why', async (status, code, words) => {
  answers[`POST ${list}/options`] = refused(status, code)
  const page = await open()
  await until(() => page.offers('Add a passkey') > 0)
  await page.press('Add a passkey')
  await until(() => page.text().includes(words))
  expect(create).not.toHaveBeenCalled()
})

it('a passkey is removed after a confirmation only', async () => {
  answers[`GET ${list}`] = () => Response.json([passkey])
  const page = await open()
  await until(() => page.text().includes('Firefox, Mac'))
  expect(page.text()).toContain('Not used yet')
  await page.press('Remove Firefox, Mac')
  await page.press('Keep')
  await page.press('Remove Firefox, Mac')
  expect(page.text()).toContain('Remove Firefox, Mac? You can no longer sign in with it.')
  expect(asked.filter((call) => call.startsWith('DELETE'))).toEqual([])
  await page.press('Remove')
  await until(() => asked.includes(`DELETE ${list}/${passkey.id}`))
})

it('without a fresh code one is typed first, and the change then continues', async () => {
  answers[`POST ${list}/options`] = refused(403, 'code_required')
  answers['POST /api/profile/code'] = () =>
    Response.json({ expires_in_seconds: 300, resend_in_seconds: 30 })
  const page = await open()
  await until(() => page.offers('Add a passkey') > 0)
  await page.press('Add a passkey')
  await until(() => page.offers('Send me a code') > 0)
  await page.submit()
  await until(() => page.text().includes('Code sent to'))
  await page.type(/^Code sent to/, '123456')
  answers['POST /api/profile/confirm'] = () => new Response(null, { status: 204 })
  answers[`POST ${list}/options`] = () => Response.json(options)
  create.mockResolvedValue(credential)
  await page.submit()
  await until(() => asked.includes(`POST ${list}`))
  expect(bodies['POST /api/profile/code']).toEqual({ purpose: 'passkeys' })
  expect(bodies['POST /api/profile/confirm']).toEqual({ code: '123456', purpose: 'passkeys' })
  await until(() => page.offers('Continue') === 0)
  expect(page.text()).not.toContain('Code sent to')
})

it('a second passkey is made from options of its own, and each row shows its last use', async () => {
  const used = { ...passkey, id: '0199c4a1-7f00-7a31-8c2e-1d2c3b4a5f62', name: 'Safari, iPhone' }
  answers[`GET ${list}`] = () =>
    Response.json([passkey, { ...used, last_used_at: '2026-11-21T12:00:00.000Z' }])
  create.mockResolvedValue(credential)
  const page = await open()
  await until(() => page.text().includes('Safari, iPhone'))
  expect(page.text()).toContain('Firefox, MacNot used yet')
  expect(page.text()).toContain('Safari, iPhoneLast used Nov 21, 2026')
  for (const times of [1, 2]) {
    await page.press('Add a passkey')
    await until(() => asked.filter((call) => call === `POST ${list}`).length === times)
    await until(() => document.querySelector('[aria-busy]') === null)
  }
  expect(asked.filter((call) => call === `POST ${list}/options`)).toHaveLength(2)
})

it('a list that does not load shows it, and offers Retry', async () => {
  answers[`GET ${list}`] = refused(500, 'internal')
  const page = await open()
  await until(() => page.text().includes('Could not load your passkeys.'))
  expect(page.offers('Retry')).toBe(1)
})
