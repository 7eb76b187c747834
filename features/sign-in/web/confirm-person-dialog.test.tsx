// Tests the question for a code over a page: when it is shown, and what the interrupted action gets.
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { confirmPerson } from '#features/people/web/session/signing.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { texts } from '#web/texts.ts'
import { ConfirmPerson } from './confirm-person-dialog.tsx'

let answers: Record<string, () => Response>
const refused = (status: number, code: string) => () => Response.json({ code }, { status })
beforeEach(async () => {
  openPage()
  window.HTMLDialogElement.prototype.showModal = () => undefined
  answers = {
    '/api/auth/logout': () => new Response(null, { status: 204 }),
    '/api/auth/request-otp': () =>
      Response.json({ expires_in_seconds: 300, resend_in_seconds: 30 }),
  }
  vi.stubGlobal('fetch', async (path: string) => answers[path]?.() ?? refused(500, 'internal')())
  await openSession(ada, terminal)
})
afterEach(() => act(signOut))

async function ask() {
  await draw(<ConfirmPerson />)
  const confirmed: boolean[] = []
  const asking = act(async () => void confirmPerson().then((is) => confirmed.push(is)))
  await asking
  return confirmed
}
const shown = () => document.body.textContent ?? ''
function press(words: string) {
  const button = [...document.querySelectorAll('button')].find((each) => each.textContent === words)
  if (!button) throw new Error(`no button ${words} in ${shown()}`)
  return act(async () => button.click())
}
const type = (code: string) =>
  act(async () => {
    const field = document.querySelector<HTMLInputElement>('[name=code]')
    if (!field) throw new Error('no field')
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, code)
    field.dispatchEvent(new window.Event('input', { bubbles: true }))
  })

it('a right code confirms, and the question goes', async () => {
  const confirmed = await ask()
  await until(() => shown().includes('Enter your code'))
  answers['/api/auth/verify-otp'] = () => Response.json({ user: ada, terminal })
  await type('123456')
  await until(() => confirmed.length > 0)
  expect(confirmed).toEqual([true])
  expect(shown()).not.toContain('Enter your code')
})

it('Cancel confirms nothing', async () => {
  const confirmed = await ask()
  await until(() => shown().includes('Enter your code'))
  await press('Cancel')
  await until(() => confirmed.length > 0)
  expect(confirmed).toEqual([false])
})

it('where an earlier code may be valid it is asked for, and without any code there is no question', async () => {
  answers['/api/auth/request-otp'] = refused(429, 'rate_limited')
  const confirmed = await ask()
  await until(() => shown().includes('Enter the code that you received'))
  await press('Cancel')
  await until(() => confirmed.length > 0)
  answers['/api/auth/request-otp'] = refused(500, 'internal')
  expect(await confirmPerson()).toBe(false)
  expect(shown()).not.toContain('Enter')
})

it('says why it asks, counts wrong codes, and the next question starts empty', async () => {
  const confirmed = await ask()
  await until(() => shown().includes('Enter your code'))
  expect(shown()).toContain(texts.sign_in_confirm_why())
  expect(shown()).not.toContain('Tick the box')
  answers['/api/auth/verify-otp'] = refused(429, 'rate_limited')
  await type('111111')
  await until(() => shown().includes('Too many tries.'))
  await press('Cancel')
  await until(() => confirmed.length > 0)
  expect(shown()).not.toContain('Enter your code')
  await act(async () => void confirmPerson().then((is) => confirmed.push(is)))
  await until(() => shown().includes('Enter your code'))
  expect(shown()).not.toMatch(/Too many tries|Invalid code/)
  expect(document.querySelector<HTMLInputElement>('[name=code]')?.value).toBe('')
  answers['/api/auth/verify-otp'] = () => Response.json({ user: ada, terminal })
  await type('222222')
  await until(() => confirmed.length > 1)
  expect(confirmed).toEqual([false, true])
})
