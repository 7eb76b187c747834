// Tests each state of own data's forms and lists as a whole: the texts before and after a press, the busy buttons, second uses.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { WithDialogs } from '#web/test-dialogs.tsx'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { toastManager } from '#web/ui/dialog/toast.tsx'
import { DeleteForm } from './delete-dialog.tsx'
import { ExportForm } from './export-dialog.tsx'
import { NumberForm } from './number-dialog.tsx'
import { OwnData } from './own-data.tsx'
import { PasskeyOffer, Passkeys } from './passkeys.tsx'
import { SavedCards } from './profile-cards.tsx'
import { Sessions } from './sessions-dialog.tsx'

type Answer = () => Response | Promise<Response>
let asked: string[]
/** The answer to each call, by method and path. */
let answers: Record<string, Answer>
let toasts: unknown[]
const done = () => new Response(null, { status: 204 })
const refused = (status: number, code: string, field?: string) => () =>
  Response.json({ code, field }, { status })
const codes = (wait: number) => () =>
  Response.json({ expires_in_seconds: 300, resend_in_seconds: wait })
const create = vi.fn<() => Promise<unknown>>()
beforeEach(async () => {
  asked = []
  toasts = []
  answers = { 'POST /api/auth/logout': done, 'POST /api/profile/code': codes(0) }
  openPage()
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body = '' }: RequestInit = {}) => {
    const call = `${method} ${path}`
    asked.push(`${call} ${typeof body === 'string' ? body : ''}`.trim())
    return (await answers[call]?.()) ?? refused(500, 'internal')()
  })
  vi.spyOn(toastManager, 'add').mockImplementation(({ title }) => {
    toasts.push(title)
    return 'toast'
  })
  vi.stubGlobal('PublicKeyCredential', class {})
  create.mockReset()
  Object.defineProperty(navigator, 'credentials', { value: { create }, configurable: true })
  await openSession(ada, terminal)
})
afterEach(() => act(signOut))

const open = (part: ReactNode) =>
  draw(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <WithDialogs>{part}</WithDialogs>
    </QueryClientProvider>,
  )

/** Holds the answer to a call until the returned function lets it go. */
function hold(call: string, answer: () => Response): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answers[call] = () => promise
  return () => act(async () => resolve(answer()))
}

/** Every visible text in its order, without the empty elements of errors. */
function words(): string[] {
  const leaves = [...document.body.querySelectorAll('p, li, button, label, h2')]
  return leaves
    .filter((each) => each.querySelector('p, li, button, label, h2') === null)
    .map((each) => each.textContent.replaceAll('\u00a0', ' '))
    .filter((text) => text !== '')
}

/** The names of the busy buttons. */
const busy = () =>
  [...document.querySelectorAll('button[aria-busy=true]')].map(
    (button) => button.getAttribute('aria-label') ?? button.textContent,
  )
const classOf = (name: string) =>
  [...document.querySelectorAll('button')].find((button) => button.textContent === name)?.className

it('the actions are listed in their order, each with its description, and only the deletion in red', async () => {
  await open(<OwnData profile={ada} />)
  const actions = [...document.querySelectorAll('li button')]
  expect(
    actions.map((action) => [...action.children].map(({ textContent }) => textContent)),
  ).toEqual([
    ['Export my data', 'Everything that we keep about you, as a file.'],
    ['Statement of a year', 'What you held, bought, gave, received and paid, as a PDF.'],
    ['Cards', 'Cards that you saved, and their removal'],
    ['Change number', 'Your passport moves along to your new number.'],
    ['Signed in here', 'See your devices and end what you do not know.'],
    ['Delete my passport', 'Erases you from Carbon Passport.'],
  ])
  expect(actions.map((action) => action.innerHTML.includes('text-danger'))).toEqual([
    ...[false, false, false, false, false, true],
  ])
})

it('a dialog that is opened again is empty, and another one shows its own form', async () => {
  const page = await open(<OwnData profile={ada} />)
  await page.press(/^Delete my passport/)
  await page.submit()
  await until(() => page.offers('Delete for good') > 0)
  await page.press('Cancel')
  await page.press(/^Change number/)
  expect(page.offers('Delete for good')).toBe(0)
  await page.type('New phone number', '07400 123456')
  await page.press('Cancel')
  await page.press(/^Change number/)
  expect(page.valueOf('New phone number')).toBe('')
  await page.press('Cancel')
  await page.press(/^Delete my passport/)
  expect([page.offers('Send me a code'), page.offers('Delete for good')]).toEqual([1, 0])
})

const session = (id: string, current: boolean) => ({
  ...{ id, browser: id, system: null, current },
  ...{ signed_in_at: '2026-11-01T12:00:00.000Z', last_seen_at: '2026-11-20T12:00:00.000Z' },
})
const passkey = (n: number, last_used_at: string | null = null) => ({
  ...{ id: `0199c4a1-7f00-7a31-8c2e-1d2c3b4a5f6${n}`, name: `Key ${n}` },
  ...{ created_at: '2026-11-20T09:30:00.000Z', last_used_at },
})

it('the sessions are followed by the passkeys', async () => {
  answers['GET /api/profile/sessions'] = () => Response.json({ sessions: [session('here', true)] })
  answers['GET /api/profile/passkeys'] = () => Response.json([passkey(1)])
  const page = await open(<OwnData profile={ada} />)
  await page.press(/^Signed in/)
  await until(() => page.offers('Add a passkey') > 0)
  await until(() => page.text().includes('on this device only'))
  const text = page.text()
  expect(text.indexOf('on this device only')).toBeLessThan(text.indexOf('Passkeys'))
  expect(text).toContain('Key 1')
})

it('a deletion: the texts, colours and busy buttons of both steps', async () => {
  const page = await open(<DeleteForm profile={{ ...ada, total_offsets: 0 }} />)
  const losses = [
    'Your number, your names and your notes are erased, and you are signed out everywhere.',
    'This cannot be undone. You may join again later, as a new person.',
  ]
  expect(words()).toEqual([...losses, 'Send me a code'])
  expect(classOf('Send me a code')).not.toContain('text-danger')
  let go = hold('POST /api/profile/code', codes(0))
  await page.submit()
  expect(busy()).toEqual(['Send me a code'])
  await page.submit()
  await go()
  await until(() => page.offers('Delete for good') > 0)
  await until(() => page.text().includes('+44 7700 900123'))
  expect(words()).toEqual([
    ...losses,
    ...['Code sent to +44 7700 900123', 'Delete for good', 'Send a new code'],
  ])
  expect(classOf('Delete for good')).toContain('text-danger')
  expect(busy()).toEqual([])
  const field = document.querySelector('input')
  expect(
    ['name', 'autocomplete', 'inputmode', 'maxlength', 'spellcheck'].map((name) =>
      field?.getAttribute(name),
    ),
  ).toEqual(['code', 'one-time-code', 'numeric', '16', 'false'])
  go = hold('POST /api/profile/code', codes(30))
  await page.press('Send a new code')
  expect(busy()).toEqual(['Delete for good', 'Send a new code'])
  await go()
  await until(() => page.text().includes('Send a new code in'))
  go = hold('DELETE /api/profile', refused(409, 'purchase_open'))
  await page.submit()
  expect(busy()).toEqual(['Delete for good'])
  await go()
  await until(() => page.text().includes('A purchase is being completed.'))
  expect(busy()).toEqual([])
  go = hold('DELETE /api/profile', refused(400, 'invalid_code'))
  await page.submit()
  expect(page.text()).not.toContain('A purchase is being completed.')
  await go()
  await until(() => page.text().includes('Invalid code'))
  expect(document.activeElement?.getAttribute('name')).toBe('code')
  expect(asked.filter((call) => call.startsWith('POST /api/profile'))).toHaveLength(2)
  expect(asked.filter((call) => call.startsWith('DELETE'))).toHaveLength(2)
})

it('a code that was typed in other digits or with a dash is sent as six digits', async () => {
  const page = await open(<DeleteForm profile={ada} />)
  await page.submit()
  await until(() => page.offers('Delete for good') > 0)
  await page.type(/^Code sent to/, '١٢٣-456789')
  expect(page.valueOf(/^Code sent to/)).toBe('123456')
  await page.submit()
  await until(() => page.text().includes('That did not work.'))
  expect(asked.at(-1)).toBe('DELETE /api/profile {"code":"123456"}')
})

it('a move: the texts and buttons of both steps, and each problem at its own field', async () => {
  const page = await open(<NumberForm profile={ada} onDone={() => undefined} />)
  const what =
    'We send a code to both numbers. Your country and currency follow the new one, your wallets stay as they are, and you are signed out everywhere else.'
  expect(words().filter((text) => text === what || text === 'Send both codes')).toEqual([
    what,
    'Send both codes',
  ])
  expect(page.offers('Send both codes')).toBe(0)
  await page.type('New phone number', '  ')
  expect(page.offers('Send both codes')).toBe(0)
  await page.type('New phone number', '07400 123456')
  expect(page.offers('Send both codes')).toBe(1)
  answers['POST /api/profile/code'] = refused(409, 'number_taken')
  await page.submit()
  const taken = 'This number already has a Carbon Passport.'
  await until(() => page.text().includes(taken))
  expect(page.text().split(taken)).toHaveLength(2)
  answers['POST /api/profile/code'] = codes(0)
  await page.submit()
  await until(() => page.text().includes('Code sent to +44 7400 123456'))
  expect(words()).toEqual([
    what,
    'Code sent to +44 7700 900123',
    'Code sent to +44 7400 123456',
    ...['Change number', 'Send a new code'],
  ])
  expect([...document.querySelectorAll('input')].map(({ name }) => name)).toEqual([
    ...['code', 'new_code'],
  ])
  const errors = () =>
    [...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent)
  const move = 'POST /api/profile/phone'
  for (const [answer, shown] of [
    [refused(400, 'invalid_code', 'code'), ['Invalid code—please try again.', '', '']],
    [refused(400, 'invalid_code', 'new_code'), ['', 'Invalid code—please try again.', '']],
    [refused(429, 'rate_limited', 'new_code'), ['', 'Too many requests.', '']],
    [refused(409, 'purchase_open'), ['', '', 'A purchase is being completed.']],
  ] as const) {
    answers[move] = answer
    await page.submit()
    await until(() =>
      expect(errors()).toEqual(shown.map((text) => expect.stringMatching(text || /^$/))),
    )
  }
  answers['POST /api/profile/code'] = refused(503, 'sms_unavailable')
  await page.press('Send a new code')
  await until(() => page.text().includes('Unable to send OTP.'))
  expect(errors()).toEqual([
    ...['', ''],
    'Unable to send OTP. Please check your phone number and try again. Something went wrong on our side. Please try again in a moment.',
  ])
})

it('the number of another country is chosen next to it, and sent in full', async () => {
  const page = await open(<NumberForm profile={ada} onDone={() => undefined} />)
  await page.type('New phone number', '0501 234 56 78')
  await page.type(/^Country/, 'TR')
  await page.submit()
  await until(() => asked.length === 2)
  expect(asked[0]).toBe(
    'POST /api/profile/code {"purpose":"change_number","phone":"+905012345678"}',
  )
})

it('an export: its texts, the busy button, the saved file, and a failure that the next press clears', async () => {
  const onDone = vi.fn<() => void>()
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file)
    return 'blob:file'
  })
  const page = await open(<ExportForm profile={ada} onDone={onDone} />)
  vi.spyOn(window.HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const what =
    'You get one file with your profile, purchases, gifts, wallets, messages and sessions. Other people’s numbers are shown in part, unless you typed them.'
  expect(words()).toEqual([what, 'Download'])
  await page.press('Download')
  await until(() => page.text().includes('That did not work.'))
  expect(busy()).toEqual([])
  const go = hold('GET /api/profile/export', () => new Response('{"own":1}'))
  await page.press('Download')
  expect(words()).toEqual([what, 'Download'])
  expect(busy()).toEqual(['Download'])
  await go()
  await until(() => onDone.mock.calls.length > 0)
  expect(await files[0]?.text()).toBe('{"own":1}')
  expect([files.length, toasts]).toEqual([1, ['Your data is in your downloads.']])
})

it('an export after a code: its texts, a wrong code, and the toast', async () => {
  answers['GET /api/profile/export'] = refused(403, 'code_required')
  const onDone = vi.fn<() => void>()
  const page = await open(<ExportForm profile={ada} onDone={onDone} />)
  vi.spyOn(window.HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await page.press('Download')
  const why = 'To be sure that it is you, we send a code to your phone first.'
  await until(() => page.offers('Send me a code') > 0)
  expect(words()).toEqual([why, 'Send me a code'])
  await page.submit()
  await until(() => page.text().includes('Code sent to +44 7700 900123'))
  expect(words()).toEqual([...[why, 'Code sent to +44 7700 900123', 'Download', 'Send a new code']])
  answers['POST /api/profile/confirm'] = refused(400, 'invalid_code')
  await page.submit()
  await until(() => page.text().includes('Invalid code'))
  expect(asked.filter((call) => call.startsWith('GET'))).toHaveLength(1)
  answers['POST /api/profile/confirm'] = done
  answers['GET /api/profile/export'] = refused(500, 'internal')
  await page.submit()
  await until(() => page.text().includes('That did not work.'))
  expect(onDone).not.toHaveBeenCalled()
  answers['GET /api/profile/export'] = () => new Response('{}')
  await page.submit()
  await until(() => onDone.mock.calls.length > 0)
  expect(toasts).toEqual(['Your data is in your downloads.'])
})

const card = (n: number, exp_year: number) => ({
  ...{ id: `0199c4a1-7f00-7a31-8c2e-1d2c3b4a500${n}`, brand: n === 1 ? 'visa' : 'mastercard' },
  ...{ last4: `424${n}`, exp_month: 9 + n, exp_year },
})

it('saved cards: each row, the busy button of the removed one, and its failure cleared by the next press', async () => {
  let cards = [card(1, 2199), card(2, 2020), card(3, 2198)]
  answers['GET /api/cards'] = () => Response.json(cards)
  const page = await open(<SavedCards />)
  await until(() => page.text().includes('4241'))
  const rows = () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(rows()).toEqual([
    'Visa ending in 4241Expires 10 / 99Remove',
    'Mastercard ending in 4242ExpiredRemove',
    'Mastercard ending in 4243Expires 12 / 98Remove',
  ])
  await page.press('Remove Mastercard ending in 4242')
  await page.press('Remove')
  await until(() => page.text().includes('That did not work.'))
  const call = `DELETE /api/cards/${card(2, 2020).id}`
  const go = hold(call, refused(404, 'card_not_found'))
  await page.press('Remove')
  expect(busy()).toEqual(['Remove'])
  expect(page.text()).not.toContain('That did not work.')
  cards = [card(1, 2199), card(3, 2198)]
  await go()
  await until(() => rows().length === 2)
  expect(toasts).toEqual(['Card removed.'])
  expect(busy()).toEqual([])
})

it('all other sessions are ended by one button, which is busy meanwhile; a failure shows why', async () => {
  let sessions = [session('here', true), session('phone', false), session('desk', false)]
  answers['GET /api/profile/sessions'] = () => Response.json({ sessions })
  const page = await open(<Sessions />)
  await until(() => page.offers('End desk') > 0)
  await page.press('End all others')
  await until(() => page.text().includes('That did not work.'))
  expect([page.offers('End phone'), page.offers('End all others'), toasts]).toEqual([1, 1, []])
  let go = hold('DELETE /api/profile/sessions/phone', done)
  await page.press('End phone')
  expect(busy()).toEqual(['End phone'])
  sessions = [session('here', true), session('desk', false)]
  await go()
  await until(() => page.offers('End phone') === 0)
  expect([page.offers('End desk'), page.text().includes('That did not work.')]).toEqual([1, false])
  go = hold('DELETE /api/profile/sessions', done)
  await page.press('End all others')
  expect(busy()).toEqual(['End all others'])
  sessions = [session('here', true)]
  await go()
  await until(() => page.text().includes('on this device only'))
  expect([toasts, busy()]).toEqual([['Signed out there.', 'Signed out there.'], []])
})

it('sessions that do not load show it, and come with Retry', async () => {
  const page = await open(<Sessions />)
  await until(() => page.text().includes('Could not load where you are signed in.'))
  answers['GET /api/profile/sessions'] = () => Response.json({ sessions: [session('here', true)] })
  await page.press('Retry')
  await until(() => page.text().includes('on this device only'))
})

const list = '/api/profile/passkeys'
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
const bytes = new Uint8Array(1).buffer
const credential = {
  id: 'AA',
  rawId: bytes,
  type: 'public-key',
  response: { attestationObject: bytes, clientDataJSON: bytes },
  getClientExtensionResults: () => ({}),
}
const keeping = (...passkeys: unknown[]) => {
  answers[`GET ${list}`] = () => Response.json(passkeys)
}

it('passkeys: the texts, the added one at once in the list, the removed one not, each with its toast', async () => {
  keeping()
  answers[`POST ${list}/options`] = () => Response.json(options)
  const page = await open(<Passkeys profile={ada} />)
  await until(() => page.offers('Add a passkey') > 0)
  const intro = [
    'Passkeys',
    'Sign in with your fingerprint, your face or your screen lock, without a code.',
  ]
  expect(words()).toEqual([...intro, 'Add a passkey'])
  create.mockResolvedValue(credential)
  let go = hold(`POST ${list}`, () => Response.json(passkey(1), { status: 201 }))
  await page.press('Add a passkey')
  await until(() => asked.some((call) => call.startsWith(`POST ${list} `)))
  expect(busy()).toEqual(['Add a passkey'])
  keeping(passkey(1), passkey(2, '2026-11-21T12:00:00.000Z'))
  await go()
  await until(() => page.text().includes('Key 1'))
  expect(words()).toEqual([
    ...intro,
    ...['Key 1', 'Not used yet', 'Remove', 'Key 2', 'Last used Nov 21, 2026', 'Remove'],
    'Add a passkey',
  ])
  expect(busy()).toEqual([])
  await page.press('Remove Key 1')
  go = hold(`DELETE ${list}/${passkey(1).id}`, done)
  await page.press('Remove')
  expect(busy()).toEqual(['Remove'])
  keeping(passkey(2))
  await go()
  await until(() => !page.text().includes('Key 1'))
  expect(page.offers('Remove Key 2')).toBe(1)
  expect(toasts).toEqual(['Passkey added. It signs you in next time.', 'Passkey removed.'])
})

it('a removal that needs a code continues after it, and removes the same passkey', async () => {
  keeping(passkey(1), passkey(2))
  const removal = `DELETE ${list}/${passkey(2).id}`
  answers[removal] = refused(403, 'code_required')
  answers['POST /api/profile/confirm'] = done
  const page = await open(<Passkeys profile={ada} />)
  await until(() => page.offers('Remove Key 2') > 0)
  expect(classOf('Add a passkey')).toContain('bg-accent')
  await page.press('Remove Key 2')
  await page.press('Remove')
  await until(() => page.offers('Send me a code') > 0)
  expect(words()).toContain('To be sure that it is you, we send a code to your phone first.')
  expect(classOf('Add a passkey')).not.toContain('bg-accent')
  expect(toasts).toEqual([])
  await page.submit()
  await until(() => page.offers('Continue') > 0)
  answers[removal] = () => {
    keeping(passkey(1))
    return done()
  }
  await page.submit()
  await until(() => !page.text().includes('Key 2'))
  expect(asked.filter((call) => call.startsWith('DELETE'))).toEqual([removal, removal])
  expect([page.offers('Continue'), toasts]).toEqual([0, ['Passkey removed.']])
  expect(classOf('Add a passkey')).toContain('bg-accent')
})

it('the offer: its texts, and a code where one is needed', async () => {
  keeping()
  answers[`POST ${list}/options`] = refused(403, 'code_required')
  const page = await open(<PasskeyOffer profile={ada} />)
  await until(() => page.offers('Add a passkey') > 0)
  expect(words()).toEqual([
    'Sign in without a code',
    'Sign in with your fingerprint, your face or your screen lock, without a code.',
    'Add a passkey',
  ])
  await page.press('Add a passkey')
  await until(() => page.offers('Send me a code') > 0)
  answers[`POST ${list}/options`] = refused(409, 'too_many_passkeys')
  await page.press('Add a passkey')
  await until(() => page.text().includes('You have ten passkeys.'))
  expect(page.offers('Send me a code')).toBe(0)
})

it('a user with a passkey, or whose passkeys are not known, gets no offer', async () => {
  keeping(passkey(1))
  const page = await open(<PasskeyOffer profile={ada} />)
  await until(() => asked.includes(`GET ${list}`))
  await until(() => true)
  expect(page.text()).toBe('')
  await page.close()
  answers[`GET ${list}`] = refused(500, 'internal')
  const failed = await open(<PasskeyOffer profile={ada} />)
  await until(() => asked.length === 2)
  expect(failed.text()).toBe('')
})

it('a press that was left shows it; without a network that, and the next success clears it', async () => {
  keeping(passkey(1))
  answers[`POST ${list}/options`] = () => Response.json(options)
  answers[`POST ${list}`] = () => Response.json(passkey(1), { status: 201 })
  create.mockRejectedValueOnce(Object.assign(new Error('left'), { name: 'AbortError' }))
  const page = await open(<Passkeys profile={ada} />)
  await until(() => page.offers('Add a passkey') > 0)
  await page.press('Add a passkey')
  await until(() => page.text().includes('No passkey was added. Please try again.'))
  await page.press('Remove Key 1')
  answers[`DELETE ${list}/${passkey(1).id}`] = () => {
    throw new TypeError('Failed to fetch')
  }
  await page.press('Remove')
  await until(() => page.text().includes('No connection'))
  expect(page.text()).not.toContain('No passkey was added.')
  create.mockResolvedValue(credential)
  await page.press('Add a passkey')
  await until(() => toasts.length > 0)
  await until(() => busy().length === 0)
  expect(page.text()).not.toContain('No connection')
})

it.each([
  [240_000, 1],
  [240_001, 2],
])('after %d ms the options of a failed press have been requested %d times', async (ms, times) => {
  keeping()
  answers[`POST ${list}/options`] = () => Response.json(options)
  create.mockRejectedValue(Object.assign(new Error('refused'), { name: 'NotAllowedError' }))
  const start = Date.parse('2026-11-20T12:00:00.000Z')
  const now = vi.spyOn(Date, 'now').mockReturnValue(start)
  const page = await open(<Passkeys profile={ada} />)
  await until(() => page.offers('Add a passkey') > 0)
  await page.press('Add a passkey')
  await until(() => page.text().includes('No passkey was added.'))
  now.mockReturnValue(start + ms)
  await page.press('Add a passkey')
  await until(() => create.mock.calls.length === 2)
  await until(() => busy().length === 0)
  expect(asked.filter((call) => call === `POST ${list}/options`)).toHaveLength(times)
})
