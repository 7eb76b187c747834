// Tests the sign-in form: its error, the way back to a sent code, and where a used code leads.
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { keepRequestedPage } from '#web/storage/requested-page.ts'
import { isSignInMarked } from '#web/storage/sign-in-mark.ts'
import { draw, openPage, pass, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { loadCodeDialog } from './load-code-dialog.ts'
import { useSignIn } from './use-sign-in.ts'

let answer: () => Response
let use: (language: string) => void
let at: ReturnType<typeof memoryLocation>
beforeEach(async () => {
  // A first load takes long on a busy machine.
  await Promise.all([loadCodeDialog(), import('./ask-for-code.ts')])
  openPage()
  window.history.replaceState(null, '', '/')
  at = memoryLocation({ path: '/', record: true })
  answer = () => Response.json({ expires_in_seconds: 300, resend_in_seconds: 30 })
  vi.stubGlobal('fetch', async () => answer())
})
afterEach(() => vi.useRealTimers())

function Form() {
  const form = useSignIn('GB')
  const { number, changeNumber, requestCode, enterCode, error, hint, dialogProps } = form
  if (dialogProps) use = dialogProps.onUsed
  return (
    <>
      <input
        aria-label="Number"
        value={number.text}
        onChange={(event) => changeNumber({ text: event.target.value, country: 'GB' })}
      />
      <button type="button" aria-busy={form.isBusy} onClick={() => void requestCode()}>
        Join
      </button>
      <p>{error}</p>
      <p>{hint?.text}</p>
      {hint?.code ? (
        <button type="button" onClick={() => hint.code && void enterCode(hint.code)}>
          Enter code
        </button>
      ) : null}
      {dialogProps ? (
        <button type="button" onClick={dialogProps.onClose}>
          Close
        </button>
      ) : null}
    </>
  )
}
async function join(number = '07400 123456') {
  const page = await draw(
    <Router hook={at.hook}>
      <Form />
    </Router>,
  )
  await page.type('Number', number)
  await page.press('Join')
  return page
}
const lastCode = 'Your last code still works.'

it('a refusal is shown until the number changes', async () => {
  answer = () => Response.json({ code: 'invalid_phone' }, { status: 400 })
  const page = await join()
  await until(() => page.text().includes('Unable to send OTP.'))
  expect(page.offers('Close')).toBe(0)
  await page.type('Number', '07400 123457')
  expect(page.text()).not.toContain('Unable to send OTP.')
})

it('a closed code has a way back for its own number, and an open one needs none', async () => {
  const page = await join()
  await until(() => page.offers('Close') === 1)
  expect(page.text()).not.toContain(lastCode)
  await page.press('Close')
  expect(page.text()).toContain(lastCode)
  await page.type('Number', '07400 123457')
  expect(page.text()).not.toContain(lastCode)
})

it('a dialog whose code expires stays open', async () => {
  vi.useFakeTimers()
  const page = await join()
  await until(() => page.offers('Close') === 1)
  await pass(301_000)
  expect(page.offers('Close')).toBe(1)
  await page.press('Close')
  await pass(1_000)
  expect(page.text()).not.toContain(lastCode)
})

it('a used code leads to the app once, and marks the tab for the welcome', async () => {
  const page = await join()
  await until(() => page.offers('Close') === 1)
  expect(isSignInMarked()).toBe(false)
  await act(async () => use('en'))
  expect(at.history).toEqual(['/app'])
  expect(isSignInMarked()).toBe(true)
})

it('a user of another language gets the app as another document', async () => {
  const replace = vi.fn<(page: string) => void>()
  const page = await join()
  await until(() => page.offers('Close') === 1)
  vi.stubGlobal('location', { pathname: '/', search: '', replace })
  await act(async () => use('de'))
  expect(replace.mock.calls).toEqual([['/app']])
  expect(at.history).toEqual(['/'])
})

it('a request for another number that fails leaves no way back to the code of the first one', async () => {
  const page = await join()
  await until(() => page.offers('Close') === 1)
  await page.press('Close')
  answer = () => Response.json({ code: 'invalid_phone' }, { status: 400 })
  await page.type('Number', '07400 123457')
  await page.press('Join')
  await until(() => page.text().includes('Unable to send OTP.'))
  await page.type('Number', '07400 123456')
  expect(page.text()).not.toContain(lastCode)
})

const open = () =>
  draw(
    <Router hook={at.hook}>
      <Form />
    </Router>,
  )

it('a reload opens the dialog again, with the number in its field', async () => {
  const page = await join()
  await until(() => page.offers('Close') === 1)
  await page.close()
  const again = await open()
  await until(() => again.offers('Close') === 1)
  await until(() => again.valueOf('Number') === '+44 7400 123456')
  await again.press('Close')
  await again.close()
  const closed = await open()
  await until(() => closed.valueOf('Number') === '+44 7400 123456')
  expect(closed.offers('Close')).toBe(0)
  expect(closed.text()).toContain(lastCode)
  await closed.press('Enter code')
  await until(() => closed.offers('Close') === 1)
  expect(closed.text()).not.toContain(lastCode)
})

it('a reload after the code was used, or has expired, does not open the dialog', async () => {
  const page = await join()
  await until(() => page.offers('Close') === 1)
  await act(async () => use('en'))
  await page.close()
  const again = await open()
  expect([again.offers('Close'), again.valueOf('Number')]).toEqual([0, ''])
})

it('one press requests one code, and the form is busy until the answer', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  let requests = 0
  vi.stubGlobal('fetch', async () => {
    requests += 1
    return promise
  })
  const page = await join()
  const isBusy = () => document.querySelector('[aria-busy=true]') !== null
  await until(() => requests === 1)
  expect(isBusy()).toBe(true)
  await page.press('Join')
  await act(async () => resolve(answer()))
  await until(() => page.offers('Close') === 1)
  expect([requests, isBusy()]).toEqual([1, false])
})

it('a used code leads to the page of the app that was requested', async () => {
  keepRequestedPage('/app/transactions')
  const page = await join()
  await until(() => page.offers('Close') === 1)
  await act(async () => use('en'))
  expect(at.history).toEqual(['/app/transactions'])
})

it('a session that another tab opens leads to the app, and forgets the code', async () => {
  const page = await join()
  await until(() => page.offers('Close') === 1)
  answer = () => new Response(null, { status: 204 })
  await act(() => openSession(ada, terminal))
  await until(() => at.history.at(-1) === '/app')
  await page.close()
  await act(signOut)
  const again = await open()
  expect([again.offers('Close'), again.valueOf('Number')]).toEqual([0, ''])
})

it.each([true, false])(
  'a used code waits until its closing dialog has removed its entry of the history (%s)',
  async (isRemoved) => {
    vi.useFakeTimers()
    const page = await join()
    await until(() => page.offers('Close') === 1)
    window.history.replaceState({ isSheet: true }, '', '/')
    await act(async () => use('en'))
    expect(at.history).toEqual(['/'])
    if (isRemoved) {
      await act(async () => void window.dispatchEvent(new window.Event('popstate')))
      expect(at.history).toEqual(['/app'])
    }
    await pass(600)
    expect(at.history).toEqual(['/app'])
  },
)
