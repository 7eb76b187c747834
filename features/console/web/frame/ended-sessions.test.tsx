// Tests where the end of a session leads, and that the sign-in leads back to the same list.
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { draw, openPage, until } from '#web/test-page.ts'
import { ConsoleApp } from '../console-app.tsx'
import { answer, answerCalls, drawForStaff, exampleMe, openConsole } from '../test-console-page.tsx'
import { stubPasskeys } from '../test-passkeys.ts'
import { endSessionOfForms, useKeptForm } from './kept-form.tsx'
import { SignInPage } from './sign-in-page.tsx'

const ended = () => answer({ error: 'Please sign in.', code: 'unauthenticated' }, 401)
const options = {
  ...{ challenge: 'AAAA', rpId: 'passport.example', timeout: 1, userVerification: 'required' },
}
/** Sets the address that the browser shows. */
const showAddress = (address: string) => window.history.replaceState(null, '', address)
const back = '/sign-in?back=%2Fpeople%3Fcountry%3DGB'

it('a page that opens without a session leads to the sign-in with its filters', async () => {
  answerCalls(ended)
  openPage()
  for (const name of ['requestAnimationFrame', 'cancelAnimationFrame'] as const) {
    vi.stubGlobal(name, window[name].bind(window))
  }
  showAddress('/people?country=GB')
  const { hook, searchHook, history } = memoryLocation({
    ...{ path: '/people', searchPath: 'country=GB', record: true },
  })
  await draw(
    <Router hook={hook} searchHook={searchHook}>
      <ConsoleApp />
    </Router>,
  )
  await until(() => expect(history.at(-1)).toBe(back))
})

it('a session that ends while a list is open leads to the sign-in with its filters', async () => {
  const { navigate, address, page } = await openConsole('/staff', { '/staff': [] })
  answerCalls(ended)
  showAddress('/people?country=GB')
  await act(async () => navigate('/people?country=GB'))
  await until(() => expect(address()).toBe(back))
  expect(page.offers('Sign in with a passkey')).toBe(1)
})

function Form() {
  const { leave } = useKeptForm()
  return (
    <button type="button" onClick={leave}>
      Leave
    </button>
  )
}

it('a form that is closed after the end leads to the sign-in with the filters of its page', async () => {
  answerCalls(ended)
  const { hook, searchHook, history } = memoryLocation({ path: '/people', record: true })
  const page = await drawForStaff(
    <Router hook={hook} searchHook={searchHook}>
      <Form />
    </Router>,
  )
  showAddress('/people?country=GB')
  await act(async () => {
    endSessionOfForms()
  })
  await page.press('Leave')
  await until(() => expect(history.at(-1)).toBe(back))
})

/** The sign-in at an address that the browser shows. */
function SignInAt({ address }: { address: string }) {
  showAddress(address)
  return <SignInPage />
}

it.each([
  [back, '/people?country=GB'],
  ['/sign-in', '/'],
  ['/sign-in?back=https://elsewhere.example/', '/'],
])('the sign-in at %s leads to %s', async (address, page) => {
  answerCalls((path) => answer(path.endsWith('/options') ? options : exampleMe))
  const { hook, searchHook, history } = memoryLocation({ path: '/sign-in', record: true })
  const drawn = await drawForStaff(
    <Router hook={hook} searchHook={searchHook}>
      <SignInAt address={address} />
    </Router>,
  )
  stubPasskeys()
  await drawn.press('Sign in with a passkey')
  await until(() => expect(history.at(-1)).toBe(page))
})

it.each([
  ['/sign-in', 'Sign in with a passkey'],
  [`/invitation/${'a'.repeat(43)}`, 'Create a passkey'],
])('a refusal of the passkey at %s stays on the page', async (path, label) => {
  const { page, address } = await openConsole(path, { '/me': ended() })
  answerCalls(() => answer({ error: 'Not this passkey.', code: 'unauthenticated' }, 401))
  stubPasskeys()
  await page.press(label)
  await until(() => expect(page.text()).toContain('Not this passkey.'))
  expect([address(), page.offers(label)]).toEqual([path, 1])
})

it('a page that fails says so, and the next page is shown', async () => {
  const member = {
    ...{ id: 'm1', name: 'Ada', email: 'a@b.example', roles: ['look'], shell_user: null },
    ...{ state: 'active', created_at: '2026-11-20T09:30:00.000Z', last_seen_at: null },
  }
  const { page, navigate, shown } = await openConsole('/staff', { '/staff': [member] })
  // React writes the error of the page to the console.
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  const { toISOString } = Date.prototype
  Date.prototype.toISOString = () => {
    throw new RangeError('Invalid time value')
  }
  try {
    answerCalls(() => answer(member))
    await act(async () => navigate('/staff/m1'))
    await until(() => expect(shown()).toContain('This page failed'))
    expect(shown()).toContain('Nothing was changed by it.')
  } finally {
    Date.prototype.toISOString = toISOString
  }
  await page.press('Show it again')
  await until(() => expect(shown()).toContain('Email: a@b.example'))
})
