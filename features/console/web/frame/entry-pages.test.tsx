// Tests the pages before the console: sign-in and invitation by passkey, and the menu of a phone.
import { WebAuthnError } from '@simplewebauthn/browser'
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '#web/api/api.ts'
import { until } from '#web/test-page.ts'
import { answer, exampleMe, openConsole } from '../test-console-page.tsx'
import { passkeyFailure, stubPasskeys } from '../test-passkeys.ts'
import { passkeyProblem } from './passkey.ts'

const me = { ...exampleMe, roles: ['admin'] }
const challenge = 'AAAA'
const requestOptions = {
  ...{ challenge, rpId: 'passport.example', timeout: 300_000, userVerification: 'required' },
}
const creationOptions = {
  ...{ challenge, rp: { id: 'passport.example', name: 'Console' }, excludeCredentials: [] },
  ...{ user: { id: challenge, name: 'ada', displayName: 'Ada' }, timeout: 300_000 },
  ...{ pubKeyCredParams: [{ type: 'public-key', alg: -7 }], attestation: 'none' },
  authenticatorSelection: {
    ...{ residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  },
}

const ended = () => answer({ error: 'Please sign in.', code: 'unauthenticated' }, 401)

const token = 'a'.repeat(43)
const pages = [
  [
    '/sign-in',
    'Sign in with a passkey',
    'get',
    { '/passkey/options': requestOptions, '/passkey': me },
    ['/passkey/options', '/passkey'],
  ],
  [
    `/invitation/${token}`,
    'Create a passkey',
    'create',
    { [`/invitations/${token}/options`]: creationOptions, [`/invitations/${token}`]: me },
    [`/invitations/${token}/options`, `/invitations/${token}`],
  ],
] as const

describe.each(pages)('the page %s', (path, label, method, answers, calls) => {
  const open = (more: object = {}) =>
    openConsole(path, { '/me': ended(), '/today': { tiles: [], days: [] }, ...answers, ...more })

  it('uses nothing up when it opens, and opens the console after one press', async () => {
    const opened = await open()
    const asked = stubPasskeys()
    for (const call of calls) expect(opened.paths()).not.toContain(call)
    await opened.page.press(label)
    await until(() => expect(opened.address()).toBe('/'))
    expect(asked).toEqual([method])
    expect(opened.paths().filter((each) => calls.some((call) => call === each))).toEqual(calls)
    await until(() => expect(opened.part('nav[aria-label=Pages]')).toContain('Staff'))
  })

  it('says why a passkey was not used, and may be pressed again', async () => {
    const { page, address } = await open()
    let isRefused = true
    stubPasskeys(async () => {
      if (isRefused) throw passkeyFailure('NotAllowedError')
    })
    await page.press(label)
    await until(() => {
      if (!page.text().includes('The passkey was not used')) throw new Error(page.text())
    })
    expect([page.offers(label), address()]).toEqual([1, path])
    isRefused = false
    await page.press(label)
    await until(() => expect(address()).toBe('/'))
  })

  it('says why the server refused', async () => {
    const [first] = calls
    const refusal = answer({ error: 'This link was used.', code: 'invitation_used' }, 410)
    const { page } = await open({ [first]: refusal })
    const asked = stubPasskeys()
    await page.press(label)
    await until(() => page.text().includes('This link was used.'))
    expect(asked).toEqual([])
  })
})

const apiError = (status: number) =>
  new ApiError(new Response(null, { status }), { code: 'x', error: 'Of the server.' })
const browserError = (name: string) =>
  new WebAuthnError({
    ...{ message: 'x', code: 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY' },
    cause: new DOMException('x', name),
  })

it.each<[string, unknown, string]>([
  ['no network', new TypeError('Failed to fetch'), 'There is no connection. Please try again.'],
  ['a refusal', apiError(409), 'Of the server.'],
  ['a failure', apiError(503), 'The server failed. Please try again.'],
  [
    'a passkey that exists',
    browserError('InvalidStateError'),
    'This device has a passkey for you already. Sign in with it.',
  ],
  [
    'a cancelled passkey',
    browserError('NotAllowedError'),
    'The passkey was not used. Please try again.',
  ],
  ['another fault', browserError('SecurityError'), 'This browser could not use a passkey.'],
  ['anything', 'x', 'This browser could not use a passkey.'],
])('%s has its words', (_, error, words) => {
  expect(passkeyProblem(error)).toBe(words)
})

describe('the menu of a phone', () => {
  const key = (name: string) =>
    act(async () => void document.dispatchEvent(new window.KeyboardEvent('keydown', { key: name })))
  const menu = () => document.querySelector('header [aria-expanded]')
  const state = () => [
    menu()?.getAttribute('aria-expanded'),
    menu()?.getAttribute('aria-label'),
    document
      .getElementById(menu()?.getAttribute('aria-controls') ?? '')
      ?.className.includes('max-lg:hidden'),
  ]
  const closed = ['false', 'Menu', true]

  it('opens, and closes by its button, Escape, and a navigation', async () => {
    const { page, navigate } = await openConsole('/staff', { '/staff': [], '/audit': [] })
    expect(state()).toEqual(closed)
    await page.press('Menu')
    expect(state()).toEqual(['true', 'Close menu', false])
    await key('a')
    expect(state()[0]).toBe('true')
    await page.press('Close menu')
    expect(state()).toEqual(closed)
    await page.press('Menu')
    await key('Escape')
    expect(state()).toEqual(closed)
    await page.press('Menu')
    await act(async () => navigate('/audit'))
    await until(() => expect(state()).toEqual(closed))
    expect(document.activeElement?.id).toBe('content')
  })
})

it('a slash focuses the search, but not where somebody types', async () => {
  const { page } = await openConsole('/staff', { '/staff': [] })
  vi.stubGlobal('Element', window.Element)
  const search = document.querySelector<HTMLElement>('[role=combobox]')
  const slash = (target: EventTarget, more = {}) =>
    act(async () => {
      const event = { key: '/', bubbles: true, cancelable: true, ...more }
      target.dispatchEvent(new window.KeyboardEvent('keydown', event))
    })
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) {
    await slash(document.body, { [modifier]: true })
    expect(document.activeElement, modifier).not.toBe(search)
  }
  const field = document.body.appendChild(document.createElement('textarea'))
  await slash(field)
  expect(document.activeElement).not.toBe(search)
  await slash(document.body)
  expect(document.activeElement).toBe(search)
  field.remove()
  await page.close()
})
