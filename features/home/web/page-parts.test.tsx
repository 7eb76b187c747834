// Tests that home and the profile have each of their parts, in order.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadPhoneLibrary } from '#features/people/web/phone/phone-text.ts'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { opening } from '#web/paths.ts'
import { markSignIn } from '#web/storage/sign-in-mark.ts'
import { markupOf } from '#web/test-markup.tsx'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { HomePage, OpeningCover, PassportSection } from './home-page.tsx'
import { ProfilePage } from './profile-page.tsx'

beforeEach(async () => {
  openPage()
  vi.stubGlobal('fetch', async () => Response.json({}))
  await openSession(ada, terminal)
})
afterEach(() => act(signOut))
const headingsIn = (html: string) =>
  [...html.matchAll(/<h2[^>]*>([^<]*)/g)].map(([, heading]) => heading)

it('home has the stamps, the rewards, the projects, the activity and the leaderboards', () => {
  document.documentElement.dataset.googleWallet = ''
  const html = markupOf(<HomePage />)
  expect(headingsIn(html)).toEqual([
    ...['Achievements', 'Unclaimed rewards', 'Featured projects', 'Offset activity'],
    'Leaderboards',
  ])
  for (const words of ['Buy Offsets', 'Add to Google Wallet', 'class="passport-figure">120<']) {
    expect(html).toContain(words)
  }
})

it('the profile has its details, the wallet with its activity, the name on boards, privacy and legal links', () => {
  const html = markupOf(<ProfilePage />)
  expect(headingsIn(html)).toEqual([
    ...['Your details', 'Wallet', 'Wallet activity', 'You on the leaderboards', 'Privacy'],
  ])
  for (const words of ['aria-label="Legal and contact"', 'Export my data', 'Delete my passport']) {
    expect(html).toContain(words)
  }
})

const drawn = (part: ReactNode) =>
  draw(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      {part}
    </QueryClientProvider>,
  )

it('a passport that does not load shows no figures, and comes with Retry', async () => {
  await act(signOut)
  vi.stubGlobal('requestAnimationFrame', () => 0)
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  let answer = () => Response.json({ code: 'internal' }, { status: 500 })
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/passport/me' ? answer() : Response.json({ code: 'internal' }, { status: 500 }),
  )
  const page = await drawn(<PassportSection />)
  await until(() => page.text().includes('Could not load your Carbon Passport.'))
  expect(page.count('passport-figure')).toBe(0)
  answer = () => Response.json({ ...ada, total_offsets: 77 })
  await page.press('Retry')
  await until(() => page.text().includes('77'))
  expect(page.text()).not.toContain('Could not load')
})

it('the profile holds the name on the passport, and saves it as that alone', async () => {
  await act(() => openSession({ ...ada, holder_name: 'Ada Lovelace', nickname: 'Sam' }, terminal))
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, { method, body }: RequestInit = {}) => {
    if (method === 'PATCH') sent.push(JSON.parse(String(body)))
    return Response.json({ ...ada, holder_name: 'Ada' })
  })
  await loadPhoneLibrary()
  const page = await drawn(<ProfilePage />)
  await until(() => page.text().includes('+44 7700 900123'))
  expect(page.valueOf('Name on the passport')).toBe('Ada Lovelace')
  expect(page.valueOf('Nickname')).toBe('Sam')
  expect(page.offers('Save name')).toBe(0)
  await page.type('Name on the passport', 'Ada')
  await page.press('Save name')
  await until(() => sent.length === 1)
  expect(sent).toEqual([{ holder_name: 'Ada' }])
})

const moving = (isStill = false) =>
  Object.assign(window, {
    matchMedia: () => ({ matches: isStill, addEventListener() {}, removeEventListener() {} }),
  })
const cover = () => document.querySelector('.opening')

it('the cover opens once, then it is gone, and a reload does not show it again', async () => {
  moving()
  window.history.replaceState(opening, '')
  await drawn(<OpeningCover />)
  expect([cover() !== null, window.history.state]).toEqual([true, null])
  expect(cover()?.className).not.toContain('opening-closed')
  const end = new window.Event('animationend', { bubbles: true })
  await act(async () => cover()?.dispatchEvent(end))
  expect(cover()).toBeNull()
})

it('the cover stays closed while a new user is welcomed, and clears the entry that Back leads to', async () => {
  moving()
  markSignIn()
  await act(signOut)
  await act(() => openSession({ ...ada, is_welcomed: false }, terminal))
  markSignIn()
  window.history.replaceState(null, '')
  await drawn(<OpeningCover />)
  expect(cover()?.className).toContain('opening-closed')
  window.history.replaceState(opening, '')
  window.dispatchEvent(new window.Event('popstate'))
  expect(window.history.state).toBeNull()
  await act(() => openSession(ada, terminal))
  expect(cover()?.className).not.toContain('opening-closed')
})
