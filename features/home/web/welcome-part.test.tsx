// Tests who is welcomed on home: a new user after the sign-in, and not before a gift that led the user here.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { GiftShown } from '#features/activity/web/unopened-gifts.ts'
import type { Profile } from '#features/people/people-calls.ts'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { type ActivityEntry, listActivity } from '#features/purchases/activity-calls.ts'
import { testEntry } from '#features/purchases/web/test-entry.ts'
import { isSignInMarked, markSignIn } from '#web/storage/sign-in-mark.ts'
import { browserBack, WithDialogs } from '#web/test-dialogs.tsx'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { WelcomePart } from './welcome-part.tsx'

const newcomer: Profile = { ...ada, total_offsets: 0, is_welcomed: false }
const gift: ActivityEntry = {
  ...testEntry,
  ...{ created_at: new Date().toISOString(), is_gift: true, from_user: 'Ben', opened_at: null },
}
let purchases: number
beforeEach(() => {
  purchases = 0
  openPage()
  vi.stubGlobal('fetch', async () => Response.json({}))
})
afterEach(() => act(signOut))

async function drawHome(profile: Profile, entries: readonly ActivityEntry[] = []) {
  await openSession(profile, terminal)
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  client.setQueryData([listActivity.id], { pages: [{ entries, nextPath: null }], pageParams: [''] })
  const home = (isGiftShown: boolean) => (
    <QueryClientProvider client={client}>
      <GiftShown value={isGiftShown}>
        <WithDialogs>
          <WelcomePart
            onBuy={() => {
              purchases += 1
            }}
          />
        </WithDialogs>
      </GiftShown>
    </QueryClientProvider>
  )
  const page = await draw(home(false))
  const isWelcomed = () => page.offers('Open without a name') === 1
  return { page, isWelcomed, show: (isShown: boolean) => page.again(home(isShown)) }
}

it('a new user is welcomed after the sign-in, and Back ends the welcome without a purchase', async () => {
  markSignIn()
  const { page, isWelcomed } = await drawHome(newcomer)
  await until(isWelcomed)
  await page.press(browserBack)
  await until(() => page.text() === '')
  expect([purchases, isSignInMarked()]).toEqual([0, false])
})

it('the way to the first kilograms ends the welcome, too', async () => {
  markSignIn()
  const { page, isWelcomed } = await drawHome(newcomer)
  await until(isWelcomed)
  await page.press('Buy Offsets')
  await until(() => page.text() === '')
  expect(purchases).toBe(1)
})

it.each([
  ['that did not sign in here', newcomer, false],
  ['that was welcomed before', { ...newcomer, is_welcomed: true }, true],
])('a user %s is not welcomed', async (_, profile, isMarked) => {
  if (isMarked) markSignIn()
  const { page } = await drawHome(profile)
  await act(async () => undefined)
  expect(page.text()).toBe('')
})

it('a gift that led the user here comes first, and the welcome follows once it was seen', async () => {
  window.history.replaceState(null, '', '/app?gift')
  markSignIn()
  const { page, isWelcomed, show } = await drawHome(newcomer, [gift])
  await act(async () => undefined)
  expect(page.text()).toBe('')
  await show(true)
  expect(page.text()).toBe('')
  // The user may close it with the seal unbroken.
  await show(false)
  await until(isWelcomed)
})

it('a sealed gift alone does not hold the welcome back', async () => {
  markSignIn()
  const { isWelcomed } = await drawHome(newcomer, [gift])
  await until(isWelcomed)
})
