// Tests that home and the profile have each of their parts, in order.
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { markupOf } from '#web/test-markup.tsx'
import { openPage } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { HomePage } from './home-page.tsx'
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
