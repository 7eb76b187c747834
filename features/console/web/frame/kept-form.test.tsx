// Tests a form that is open when the session of its member of staff ends.
import { act } from 'react'
import { expect, it } from 'vitest'
import { Router, useLocation } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { until } from '#web/test-page.ts'
import { answer, answerCalls, drawForStaff, exampleMe } from '../test-console-page.tsx'
import { stubPasskeys } from '../test-passkeys.ts'
import { endSessionOfForms, SignInAgain, useKeptForm } from './kept-form.tsx'

const options = {
  ...{ challenge: 'AAAA', rpId: 'passport.example', timeout: 300_000 },
  userVerification: 'required',
}

function Form() {
  const { hasEnded, signIn, leave } = useKeptForm()
  const [location] = useLocation()
  return (
    <>
      <p>{`At ${location}`}</p>
      {hasEnded ? <SignInAgain signIn={signIn} /> : <p>The form</p>}
      <button type="button" onClick={leave}>
        Leave
      </button>
    </>
  )
}

/** Draws a form of which the session may end. */
async function openForm(signedIn: object = exampleMe) {
  const calls = answerCalls(
    () => answer(options),
    () => answer(signedIn),
  )
  const { hook, searchHook } = memoryLocation({ path: '/people' })
  const page = await drawForStaff(
    <Router hook={hook} searchHook={searchHook}>
      <Form />
    </Router>,
  )
  stubPasskeys()
  return { page, calls }
}
const end = () =>
  act(async () => {
    endSessionOfForms()
  })

it('asks to sign in again in its place, and goes on', async () => {
  const { page, calls } = await openForm()
  expect(page.text()).toContain('The form')
  await end()
  expect(page.text()).toContain('Your session has ended.')
  expect(calls).toEqual([])
  await page.press('Sign in and go on')
  await until(() => page.text().includes('At /peopleThe form'))
  expect(calls.map(({ path }) => path)).toEqual([
    '/console/api/passkey/options',
    '/console/api/passkey',
  ])
})

it('gives another member of staff nothing: it leads to the first page', async () => {
  const { page } = await openForm({ ...exampleMe, id: '0199c4a1-7f00-7a31-8c2e-000000000000' })
  await end()
  await page.press('Sign in and go on')
  await until(() => page.text().includes('At /The form'))
})

it('says why the sign-in failed, and stays', async () => {
  const { page } = await openForm()
  await end()
  answerCalls(() => answer({ error: 'Not this passkey.', code: 'staff_passkey_refused' }, 401))
  await page.press('Sign in and go on')
  await until(() => page.text().includes('Not this passkey.'))
  expect(page.offers('Sign in and go on')).toBe(1)
})

it('leads to the sign-in if it is closed after the end only', async () => {
  const { page } = await openForm()
  await page.press('Leave')
  expect(page.text()).toContain('At /peopleThe form')
  await end()
  await page.press('Leave')
  await until(() => page.text().includes('At /sign-in'))
})

it('is counted while it is open', async () => {
  expect(endSessionOfForms()).toBe(false)
  const { page } = await openForm()
  let isOpen = false
  await act(async () => {
    isOpen = endSessionOfForms()
  })
  expect(isOpen).toBe(true)
  await page.close()
  expect(endSessionOfForms()).toBe(false)
})
