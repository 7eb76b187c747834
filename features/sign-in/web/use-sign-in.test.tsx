// Tests the sign-in form: its error, the way back to a sent code, and where a used code leads.
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { isSignInMarked } from '#web/storage/sign-in-mark.ts'
import { draw, openPage, pass, until } from '#web/test-page.ts'
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
  const { number, changeNumber, requestCode, error, hint, dialogProps } = useSignIn('GB')
  if (dialogProps) use = dialogProps.onUsed
  return (
    <>
      <input
        aria-label="Number"
        value={number.text}
        onChange={(event) => changeNumber({ text: event.target.value, country: 'GB' })}
      />
      <button type="button" onClick={() => void requestCode()}>
        Join
      </button>
      <p>{error}</p>
      <p>{hint?.text}</p>
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
