// Tests the sheet of the code in use: typed, sent by itself, refused, and requested again.

import { act, useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { HeroNotice } from '#features/landing/web/landing-page.tsx'
import { PassAction } from '#features/passes/web/pass-action.tsx'
import { sentAfterDeletion, sentToCheckAgain, sentToLogIn } from '#web/paths.ts'
import { draw, openPage, pass, until } from '#web/test-page.ts'
import { CodeDialog } from './code-dialog.tsx'
import { sentNow } from './requested-code.ts'
import type { SentCode } from './sent-code.ts'

const phone = '+447700900123'
const agree = /^I agree to the/
const field = 'Code from the SMS'

let asked: [path: string, body: unknown][]
let answer: () => Response
beforeEach(() => {
  asked = []
  answer = () => Response.json({ code: 'invalid_code' }, { status: 400 })
  openPage()
  vi.stubGlobal('fetch', async (path: string, { body = '' }: { body?: string } = {}) => {
    asked.push([path, JSON.parse(body || '{}')])
    return answer()
  })
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
})

async function sheet(why?: string) {
  const sent = sentNow(phone, { expiresInSeconds: 300, resendInSeconds: 30 }, undefined, Date.now())
  const changes: SentCode[] = []
  const onClose = vi.fn<() => void>()
  const page = await draw(
    <CodeDialog
      {...{ sent, onClose, onUsed: () => undefined, ...(why === undefined ? {} : { why }) }}
      onChange={(next) => changes.push(next)}
    />,
  )
  return { page, changes, onClose }
}

/** Another code may be requested at once, and the page keeps its state. */
function KeptSheet() {
  const before = { expiresInSeconds: 300, resendInSeconds: 0 }
  const [sent, setSent] = useState(() => sentNow(phone, before, undefined, Date.now()))
  const nothing = () => undefined
  return <CodeDialog {...{ sent }} onChange={setSent} onClose={nothing} onUsed={nothing} />
}

const tried = (code: string) => ['/api/auth/verify-otp', { phone, code }]

it('before the agreement no code is sent, after it the last digit sends the code by itself', async () => {
  const { page, changes } = await sheet()
  await page.type(field, '111 111')
  await page.submit()
  expect(page.offers('Verify')).toBe(0)
  expect(asked).toEqual([])
  await page.tick(agree)
  expect(page.offers('Verify')).toBe(1)
  await page.type(field, '11111')
  expect(asked).toEqual([])
  await page.type(field, '222222')
  await until(() => changes.length > 0)
  expect(asked).toEqual([tried('222222')])
  expect(page.text()).toContain('Invalid code—please try again.')
  expect(page.valueOf(field)).toBe('222222')
  // The same code is not sent again without a press.
  await page.type(field, '2222223')
  expect(asked).toHaveLength(1)
  await page.press('Cancel')
})

it.each([undefined, 'We must be sure.'])(
  'changed terms need another agreement, and the typed code is sent with them (%s)',
  async (why) => {
    const { page, changes } = await sheet(why)
    answer = () =>
      Response.json({ code: 'terms_changed', terms_version: '2026-11' }, { status: 409 })
    if (why === undefined) await page.tick(agree)
    await page.type(field, '111111')
    await until(() => page.text().includes('Our Privacy Policy and Terms of Use have changed.'))
    expect([page.offers('Verify'), page.valueOf(field), changes]).toEqual([0, '111111', []])
    await page.submit()
    expect(asked).toHaveLength(1)
    await page.tick(agree)
    await page.submit()
    await until(() => asked.length === 2)
    expect(asked.at(-1)).toEqual([
      '/api/auth/verify-otp',
      { phone, code: '111111', terms_version: '2026-11' },
    ])
  },
)

it('a lost network is shown beneath, and costs no attempt', async () => {
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  const { page, changes } = await sheet('We must be sure.')
  await page.type(field, '111111')
  await until(() => page.text().includes('No connection.'))
  expect(changes).toEqual([])
  answer = () => Response.json({}, { status: 500 })
  await page.submit()
  await until(() => page.text().includes('Something went wrong on our side.'))
  expect(changes).toEqual([])
})

it('a network lost at the question about the passport’s owner is shown there, and the answer is sent again', async () => {
  answer = () => Response.json({ code: 'number_idle' }, { status: 409 })
  const { page } = await sheet('We must be sure.')
  await page.type(field, '111111')
  await until(() => page.offers('It is mine') === 1)
  expect(page.text()).toContain('Is this passport yours?')
  expect(page.text()).not.toMatch(/Enter your code|Invalid code/)
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  await page.press('It is mine')
  await until(() => page.text().includes('Invalid code—please try again.No connection.'))
  await page.press('It is mine')
  await until(() => asked.length === 3)
  expect(asked.at(-1)).toEqual(['/api/auth/verify-otp', { phone, code: '111111', mine: true }])
})

it('another code can be requested after its wait, and a failed request shows why', async () => {
  const { page, changes, onClose } = await sheet()
  expect(page.offers(/^Send a new code/)).toBe(0)
  await pass(29_000)
  expect(page.offers(/^Send a new code/)).toBe(0)
  await pass(1_500)
  answer = () => Response.json({ code: 'rate_limited' }, { status: 429 })
  await page.press('Send a new code')
  await until(() => page.text().includes('Unable to send OTP.'))
  expect(page.text()).toContain('Your last code still works.')
  expect(changes).toHaveLength(1)
  answer = () => Response.json({}, { status: 500 })
  await page.press('Send a new code')
  await until(() => page.text().includes('Something went wrong on our side.'))
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  await page.press('Send a new code')
  await until(() => page.text().includes('No connection.'))
  await page.press('Cancel')
  expect(onClose).toHaveBeenCalledTimes(1)
})

it('with another code the field is empty again, and the one typed then is sent', async () => {
  const page = await draw(<KeptSheet />)
  await page.tick(agree)
  await page.type(field, '111111')
  await until(() => page.text().includes('Invalid code'))
  await pass(1_000)
  answer = () => Response.json({ expires_in_seconds: 300, resend_in_seconds: 30 })
  await page.press('Send a new code')
  await until(() => page.text().includes('Send a new code in'))
  expect(page.valueOf(field)).toBe('')
  expect(page.text()).not.toContain('Invalid code')
  await page.type(field, '222222')
  await until(() => asked.length === 3)
  expect(asked.at(-1)).toEqual(tried('222222'))
})

it('a user sent to the landing page sees why, and a visitor for a gift that it waits', async () => {
  const notice = async (state: unknown, search = '') => {
    vi.stubGlobal('history', { state, pushState: () => undefined })
    vi.stubGlobal('location', new URL(`https://passport.example/${search}`))
    const page = await draw(<HeroNotice />)
    const told = { text: page.text(), canRetry: page.offers('Retry') > 0 }
    await page.close()
    return told
  }
  expect(await notice(null)).toEqual({ text: '', canRetry: false })
  const logIn = { text: 'Please log in to see your pass.', canRetry: false }
  expect(await notice(sentToLogIn)).toEqual(logIn)
  expect(await notice(sentToLogIn, '?gift')).toEqual(logIn)
  const deleted = 'Your passport is deleted, and you are signed out everywhere.'
  expect(await notice(sentAfterDeletion)).toEqual({ text: deleted, canRetry: false })
  expect((await notice(sentToCheckAgain)).canRetry).toBe(true)
  expect((await notice(null, '?gift')).text).toMatch(/gift/i)
})

it('a pass that could not be loaded shows that, and the next attempt begins without the text', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const again = Promise.withResolvers<void>()
  const tries = [() => Promise.reject(new Error('away')), () => again.promise]
  const page = await draw(
    <PassAction
      {...{ label: 'Add', icon: 'wallet', failed: 'It failed.', sandboxNote: undefined }}
      onPress={async () => tries.shift()?.()}
    />,
  )
  await page.press('Add')
  await until(() => page.text().includes('It failed.'))
  await page.press('Add')
  expect(page.text()).not.toContain('It failed.')
  // A press has no effect while it is under way.
  const more = vi.fn<() => Promise<void>>()
  tries.push(more)
  await page.press('Add')
  expect(more).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

it('after another code was requested the focus is on its field', async () => {
  const page = await draw(<KeptSheet />)
  answer = () => Response.json({ expires_in_seconds: 300, resend_in_seconds: 30 })
  await act(async () => document.querySelector<HTMLElement>('[type=checkbox]')?.focus())
  await page.press('Send a new code')
  await until(() => page.text().includes('Send a new code in'))
  expect(document.activeElement?.getAttribute('name')).toBe('code')
})

/** The busy buttons, and those that are disabled. */
const buttons = () => {
  const all = [...document.querySelectorAll('button')]
  const named = (list: typeof all) => list.map(({ textContent }) => textContent)
  return {
    busy: named(all.filter((button) => button.getAttribute('aria-busy') === 'true')),
    disabled: named(all.filter((button) => button.disabled)),
  }
}

it('the sheet has its number, its field and its buttons, and only the running one is busy', async () => {
  const page = await draw(<KeptSheet />)
  const sentence = 'We sent a code to +44 7700 900123'
  await until(() => page.text().includes('+44'))
  expect(page.text().replace('+447700900123', '+44 7700 900123')).toMatch(
    new RegExp(`^Enter your codeCancel${sentence.replace('+', '.')}.*Code from the SMS`),
  )
  const input = document.querySelector<HTMLInputElement>('[name=code]')
  const attributes = ['autocomplete', 'inputmode', 'pattern', 'maxlength', 'spellcheck']
  expect(attributes.map((name) => input?.getAttribute(name))).toEqual([
    ...['one-time-code', 'numeric', '[0-9]*', '16', 'false'],
  ])
  expect(buttons()).toEqual({ busy: [], disabled: ['Verify'] })
  await page.tick(agree)
  const held = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push([path, undefined])
    return held.promise
  })
  await page.type(field, '111111')
  expect(buttons()).toEqual({ busy: ['Verify'], disabled: [] })
  // Another code that is typed meanwhile waits for a press.
  await page.type(field, '222222')
  await page.submit()
  expect(asked).toHaveLength(1)
  await act(async () => held.resolve(Response.json({ code: 'invalid_code' }, { status: 400 })))
  await until(() => page.text().includes('Invalid code'))
  const resent = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', async () => resent.promise)
  await page.press('Send a new code')
  expect(buttons()).toEqual({ busy: ['Send a new code'], disabled: [] })
  await act(async () => resent.resolve(Response.json({}, { status: 400 })))
  await until(() => page.text().includes('Unable to send OTP.'))
  expect(buttons()).toEqual({ busy: [], disabled: [] })
  expect(page.text()).toContain('Your last code still works.')
  expect(page.valueOf(field)).toBe('222222')
})

it('an agreement that is withdrawn holds the code back again', async () => {
  const { page } = await sheet()
  await page.tick(agree)
  await page.tick(agree)
  expect(buttons().disabled).toContain('Verify')
  expect(page.text()).toContain('Tick the box to verify.')
  await page.type(field, '111111')
  await page.submit()
  expect(asked).toEqual([])
})

it('an empty field is not sent, and fewer digits only by a press', async () => {
  const { page } = await sheet('We must be sure.')
  await page.submit()
  await page.type(field, '1')
  expect(asked).toEqual([])
  await page.submit()
  await until(() => asked.length === 1)
  expect(asked).toEqual([tried('1')])
})

it('the owner of the number who is not that of the passport says so with the same code', async () => {
  answer = () => Response.json({ code: 'number_idle' }, { status: 409 })
  const { page, onClose } = await sheet('We must be sure.')
  await page.type(field, '111111')
  await until(() => page.offers('Not mine') === 1)
  expect(document.activeElement?.textContent).toBe('Is this passport yours?')
  await page.press('Not mine')
  await until(() => asked.length === 2)
  expect(asked.at(-1)).toEqual(['/api/auth/verify-otp', { phone, code: '111111', mine: false }])
  await page.press('Cancel')
  expect(onClose).toHaveBeenCalledTimes(1)
})

it('after the last wrong attempt the sheet says so, until another code comes', async () => {
  const page = await draw(<KeptSheet />)
  await page.tick(agree)
  for (const code of ['1', '2', '3', '4', '5']) {
    expect(page.text()).not.toContain('Too many tries.')
    await page.type(field, code.repeat(6))
    await until(() => asked.length === Number(code))
    await until(() => buttons().busy.length === 0)
  }
  expect(page.text()).toContain('Too many tries.')
  await pass(1_000)
  answer = () => Response.json({ expires_in_seconds: 300, resend_in_seconds: 30 })
  await page.press('Send a new code')
  await until(() => page.text().includes('Send a new code in'))
  expect(page.text()).not.toContain('Too many tries.')
})

it('Escape closes the sheet', async () => {
  const { onClose } = await sheet()
  await act(async () => document.querySelector('dialog')?.close())
  expect(onClose).toHaveBeenCalledTimes(1)
})
