// Tests the welcome of a new user: its ways out, the holder's name, and what the server stores.
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Profile } from '#features/people/people-calls.ts'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { openSession, signOut, updateProfile } from '#features/people/web/session/session.ts'
import { isSignInMarked, markSignIn } from '#web/storage/sign-in-mark.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { endWelcome, WelcomeForm } from './welcome-screen.tsx'

const newcomer: Profile = {
  ...ada,
  firstName: null,
  lastName: null,
  total_offsets: 0,
  is_welcomed: false,
}
let sent: unknown[] = []
/** Answers the change of the profile. */
let answer: (body: Partial<Profile>) => Response

beforeEach(async () => {
  openPage()
  sent = []
  answer = (body) => Response.json({ ...newcomer, ...body })
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit = {}) => {
    if (path !== '/api/profile') return Response.json(newcomer)
    sent.push([method, JSON.parse(String(body))])
    return answer(JSON.parse(String(body)))
  })
  await openSession(newcomer, terminal)
  markSignIn()
})
let close: (() => Promise<void>) | undefined
afterEach(async () => {
  await close?.()
  await signOut()
})

let bought = 0
/** Shows the welcome until the profile says that it has ended. */
function Shown() {
  const profile = useProfile()
  const client = useQueryClient()
  if (!profile) return null
  if (profile.is_welcomed) return <p>{`Passport of ${profile.holder_name ?? 'a member'}`}</p>
  return (
    <WelcomeForm
      profile={profile}
      onSkip={() => endWelcome(client, profile)}
      onBuy={() => {
        bought += 1
      }}
    >
      <h1>Welcome</h1>
    </WelcomeForm>
  )
}
async function drawWelcome() {
  bought = 0
  const page = await draw(
    <QueryClientProvider client={new QueryClient()}>
      <Shown />
    </QueryClientProvider>,
  )
  close = page.close
  return page
}

it.each([
  ['Open without a name', 0],
  ['Buy Offsets', 1],
])('%s ends it at once without a name, and for every device', async (button, purchases) => {
  const page = await drawWelcome()
  await page.press(button)
  expect(page.text()).toContain('Passport of a member')
  await until(() => sent.length === 1)
  expect(sent).toEqual([['PATCH', { is_welcomed: true }]])
  expect(isSignInMarked()).toBe(false)
  expect(bought).toBe(purchases)
})

it.each([
  ['Open my passport', 0],
  ['Buy Offsets', 1],
])('with a name, %s keeps it', async (button, purchases) => {
  const page = await drawWelcome()
  await page.type('Your name in the passport', ' Ada Lovelace ')
  await page.press(button)
  await until(() => page.text().includes('Passport of Ada Lovelace'))
  expect(sent).toEqual([['PATCH', { holder_name: 'Ada Lovelace', is_welcomed: true }]])
  expect(bought).toBe(purchases)
  expect(isSignInMarked()).toBe(false)
})

it('a user with kilograms is not asked to buy first', async () => {
  const page = await drawWelcome()
  expect(page.offers('Buy Offsets')).toBe(1)
  await act(async () => updateProfile({ ...newcomer, total_offsets: 1 }))
  expect([page.offers('Buy Offsets'), page.offers('Open without a name')]).toEqual([0, 1])
})

it('a name that is none, and one that the server refuses, stay with a sentence', async () => {
  const page = await drawWelcome()
  await page.type('Your name in the passport', '<b>')
  await page.press('Open my passport')
  expect(page.text()).toContain('Please use 2 to 24 letters')
  expect(sent).toEqual([])
  answer = () => Response.json({ error: 'No.', code: 'bad_request' }, { status: 400 })
  await page.type('Your name in the passport', 'Support')
  expect(page.text()).not.toContain('Please use 2 to 24 letters')
  await page.press('Open my passport')
  await until(() => page.text().includes('Please use 2 to 24 letters'))
  expect(isSignInMarked()).toBe(true)
  answer = () => Response.json({ error: 'Busy.', code: 'internal' }, { status: 500 })
  await page.type('Your name in the passport', 'Ada')
  await page.press('Buy Offsets')
  await until(() => page.text().includes('It could not be saved.'))
  expect(bought).toBe(0)
})

it('the welcome has its texts, and only the pressed button is busy until the name is kept', async () => {
  const page = await drawWelcome()
  expect(page.text()).toContain(
    'WelcomeThis passport is yours. Every kilogram leaves a stamp in it.Your name in the passportOnly you see it. You can leave it empty.Buy OffsetsOpen without a name',
  )
  const busy = () =>
    [...document.querySelectorAll('button[aria-busy=true]')].map(({ textContent }) => textContent)
  await page.type('Your name in the passport', '  ')
  expect(page.offers('Open without a name')).toBe(1)
  await page.type('Your name in the passport', 'Ada')
  for (const button of ['Buy Offsets', 'Open my passport']) {
    const { promise, resolve } = Promise.withResolvers<Response>()
    vi.stubGlobal('fetch', async () => promise)
    await page.press(button)
    expect(busy()).toEqual([button])
    await page.press('Buy Offsets')
    await act(async () => resolve(Response.json({ code: 'internal' }, { status: 500 })))
    await until(() => page.text().includes('It could not be saved.'))
    expect(busy()).toEqual([])
  }
  expect(bought).toBe(0)
})

it('an unreachable server does not hold back a user without a name', async () => {
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  const page = await drawWelcome()
  await page.press('Open without a name')
  expect(page.text()).toContain('Passport of a member')
})
