// Tests the dialogs of own data in Settings, what each success says, the focus after a removal, and which button is busy.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Profile } from '#features/people/people-calls.ts'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { getWallet } from '#features/wallet/wallet-calls.ts'
import { WithDialogs } from '#web/test-dialogs.tsx'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { toastManager } from '#web/ui/dialog/toast.tsx'
import { OwnData } from './own-data.tsx'
import { RemovableRows } from './removable-rows.tsx'

const done = () => new Response(null, { status: 204 })
const refused = (status: number, code: string) => () => Response.json({ code }, { status })
let asked: unknown[][]
/** The answer to each call, by method and path. */
let answers: Record<string, () => Response>
let toasts: unknown[]
let client: QueryClient
beforeEach(async () => {
  asked = []
  toasts = []
  answers = {
    'POST /api/auth/logout': done,
    'POST /api/profile/code': () =>
      Response.json({ expires_in_seconds: 300, resend_in_seconds: 30 }),
  }
  openPage()
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body as Uint8Array)
    asked.push([`${method} ${path}`, text === '' ? null : JSON.parse(text)])
    return answers[`${method} ${path}`]?.() ?? refused(500, 'internal')()
  })
  const added = vi.spyOn(toastManager, 'add').mockImplementation(({ title }) => {
    toasts.push(title)
    return 'toast'
  })
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await openSession(ada, terminal)
  return () => added.mockRestore()
})
afterEach(() => act(signOut))

/** Shows own data with the profile that the rest of the page has. */
function Settings({ own }: { own?: Partial<Profile> }) {
  const profile = useProfile()
  if (!profile) return null
  return (
    <>
      <p>{`Country ${profile.country}`}</p>
      <WithDialogs>
        <OwnData profile={{ ...profile, ...own }} />
      </WithDialogs>
    </>
  )
}
const open = (part: ReactNode = <Settings />) =>
  draw(<QueryClientProvider client={client}>{part}</QueryClientProvider>)
const dialogs = () =>
  [...document.querySelectorAll('[role=dialog]')].map((dialog) => [
    dialog.getAttribute('aria-label'),
    dialog.querySelector('button')?.textContent,
  ])

it.each([
  [/^Export my data/, 'Export my data', 'Cancel'],
  [/^Statement of a year/, 'Statement of a year', 'Close'],
  [/^Cards/, 'Cards', 'Close'],
  [/^Change number/, 'Change number', 'Cancel'],
  [/^Signed in/, 'Signed in here', 'Close'],
  [/^Delete my passport/, 'Delete my passport', 'Cancel'],
])('%s opens its dialog, which can be left again', async (button, title, leave) => {
  const page = await open()
  expect(dialogs()).toEqual([])
  await page.press(button)
  expect(dialogs()).toEqual([[title, leave]])
  await page.press(leave)
  expect(dialogs()).toEqual([])
})

it('a move shows the new country everywhere, says so, and closes its dialog', async () => {
  answers['POST /api/profile/phone'] = () => Response.json({ ...ada, country: 'TR' })
  const page = await open()
  await page.press(/^Change number/)
  await page.type('New phone number', '+90 501 234 56 78')
  await page.submit()
  await until(() => page.text().includes('Code sent to'))
  await page.submit()
  await until(() => dialogs().length === 0)
  expect(page.text()).toContain('Country TR')
  expect(toasts).toEqual(['Your passport is on the new number.'])
})

it('a number without a country code is one of the passport’s country', async () => {
  const page = await open(<Settings own={{ country: 'TR' }} />)
  await page.press(/^Change number/)
  await page.type('New phone number', '0501 234 56 78')
  await page.submit()
  await until(() => asked.length === 2)
  expect(asked[0]?.[1]).toEqual({ purpose: 'change_number', phone: '+905012345678' })
})

it('codes that cannot be sent show that it is the server’s fault, before and after the first ones', async () => {
  const codes = answers['POST /api/profile/code']
  const why = /Unable to send OTP\..*Something went wrong on our side/
  for (const button of [/^Delete my passport/, /^Change number/]) {
    answers['POST /api/profile/code'] = refused(503, 'sms_unavailable')
    const page = await open()
    await page.press(button)
    if (page.text().includes('New phone number'))
      await page.type('New phone number', '07400 123456')
    await page.submit()
    await until(() => expect(page.text()).toMatch(why))
    if (codes) answers['POST /api/profile/code'] = codes
    await page.submit()
    await until(() => page.text().includes('Code sent to'))
    expect(page.text()).not.toMatch(why)
    await page.close()
  }
})

it('the loss of money is named in the wallet’s currency, whatever the passport’s', async () => {
  const wallet = { wallets: [], totalInUserCurrency: 2.5, userCurrency: 'USD', as_of: null }
  client.setQueryDefaults([getWallet.id], { staleTime: 60_000 })
  client.setQueryData([getWallet.id], wallet)
  const page = await open()
  await page.press(/^Delete my passport/)
  expect(page.text()).toContain('$2.50')
})

it('an ended session, a removed card and a saved export each say so', async () => {
  const session = (id: string, current: boolean) => ({
    ...{ id, browser: id, system: null, current },
    ...{ signed_in_at: '2026-11-01T12:00:00.000Z', last_seen_at: '2026-11-20T12:00:00.000Z' },
  })
  answers['GET /api/profile/sessions'] = () =>
    Response.json({ sessions: [session('here', true), session('desk', false)] })
  answers['DELETE /api/profile/sessions/desk'] = done
  const id = '0199c4a1-7f00-7a31-8c2e-1d2c3b4a5001'
  answers['GET /api/cards'] = () =>
    Response.json([{ id, brand: 'visa', last4: '4242', exp_month: 3, exp_year: 2199 }])
  answers[`DELETE /api/cards/${id}`] = done
  answers['GET /api/profile/export'] = () => new Response('{}')
  const page = await open()
  await page.press(/^Signed in/)
  await until(() => page.offers('End desk') > 0)
  await page.press('End desk')
  await until(() => toasts.length === 1)
  await page.press('Close')
  await page.press(/^Cards/)
  await until(() => page.offers(/^Remove .*4242/) > 0)
  await page.press(/^Remove .*4242/)
  await page.press('Remove')
  await until(() => toasts.length === 2)
  await page.press('Close')
  await page.press(/^Export my data/)
  vi.spyOn(window.HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await page.press('Download')
  await until(() => dialogs().length === 0)
  expect(toasts).toEqual([
    ...['Signed out there.', 'Card removed.', 'Your data is in your downloads.'],
  ])
})

const rows = (names: readonly string[], busy?: string) => (
  <RemovableRows
    entries={names.map((name) => ({ id: name, name, detail: `detail of ${name}` }))}
    words={{ remove: ({ name }) => `Remove ${name}`, sure: ({ name }) => `Sure about ${name}?` }}
    empty="There is none."
    busy={busy}
    onRemove={() => undefined}
  />
)
const focused = () => {
  const { activeElement: element } = document
  return element?.getAttribute('aria-label') ?? element?.textContent
}

it('the focus goes to the answer that removes nothing, and back to the button of the same row', async () => {
  const page = await open(rows(['a', 'b']))
  await page.press('Remove b')
  expect(page.text()).toContain('Sure about b?')
  expect(focused()).toBe('Keep')
  await page.press('Keep')
  expect(focused()).toBe('Remove b')
})

it('after a removal the focus is on the rest, unless the user has it elsewhere', async () => {
  const page = await open(rows(['a', 'b', 'c']))
  await page.press('Remove b')
  const wrapped = (part: ReactNode) => (
    <QueryClientProvider client={client}>{part}</QueryClientProvider>
  )
  await page.again(wrapped(rows(['a', 'c'])))
  expect(document.activeElement?.getAttribute('tabindex')).toBe('-1')
  await page.press('Remove a')
  await page.again(wrapped(rows(['a'])))
  expect(focused()).toBe('Keep')
  await page.again(wrapped(rows([])))
  expect(focused()).toBe('There is none.')
})

it('only the entry that is being removed is busy', async () => {
  const page = await open(rows(['a', 'b'], 'b'))
  await page.press('Remove a')
  await page.press('Remove b')
  const isBusy = [...document.querySelectorAll('li')].map(
    (row) => row.querySelector('[aria-busy=true]') !== null,
  )
  expect(isBusy).toEqual([false, true])
})
