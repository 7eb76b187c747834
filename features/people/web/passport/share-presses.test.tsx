// Tests what Share does with its picture: the device's sheet, a file without one, and a failure; and what it shows.
import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { StampDialog } from '#features/achievements/web/stamp-dialog.tsx'
import { LeaderboardsPage } from '#features/boards/web/leaderboards-page.tsx'
import { newQueryClient } from '#web/api/query-client.ts'
import { WithDialogs } from '#web/test-dialogs.tsx'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { toastManager } from '#web/ui/dialog/toast.tsx'
import { openSession, signOut } from '../session/session.ts'
import { ShareButton } from './share-button.tsx'
import { recordPictures } from './test-canvas.ts'

let words: string[]
let toasts: unknown[]
let saved: string[]
/** The files that the share sheet got. */
let shared: unknown[]
let canShare: boolean
let sheet: () => Promise<void>
beforeEach(() => {
  openPage()
  words = recordPictures()
  toasts = []
  saved = []
  shared = []
  canShare = true
  sheet = async () => undefined
  vi.stubGlobal('fetch', async (path: string) =>
    path.includes('leaderboard') ? Response.json([]) : Response.json({}),
  )
  vi.stubGlobal('navigator', {
    userAgent: '',
    canShare: () => canShare,
    share: async ({ files }: { files: File[] }) => {
      shared.push(...files.map(({ name, type }) => [name, type]))
      return sheet()
    },
  })
  vi.spyOn(window.HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  const added = vi.spyOn(toastManager, 'add').mockImplementation(({ title }) => {
    toasts.push(title)
    return 'toast'
  })
  return () => added.mockRestore()
})
afterEach(() => act(signOut))

const content = { figure: '1,200', unit: 'kg', words: 'of offsets' }
const button = <ShareButton contentOf={() => content} />
const isIdle = () => document.querySelector('[aria-busy=true]') === null
async function pressShare(part: ReactNode, nth = 0) {
  await openSession(ada, terminal)
  const page = await draw(
    <QueryClientProvider client={newQueryClient()}>
      <Router ssrPath="/app">
        <WithDialogs>{part}</WithDialogs>
      </Router>
    </QueryClientProvider>,
  )
  await page.press('Share', nth)
  await until(() => shared.length + saved.length + toasts.length > 0)
  await until(isIdle)
  return page
}
const failed = ['The picture could not be made. Please try again.']
const file = ['carbon-passport.png', 'image/png']

it('the picture goes to the device’s sheet, or into a file where there is none', async () => {
  await pressShare(button)
  expect([shared, saved, toasts]).toEqual([[file], [], []])
  expect(words).toEqual(expect.arrayContaining(['1,200', 'kg', 'of offsets']))
  canShare = false
  await pressShare(button)
  expect([shared, saved, toasts]).toEqual([[file], ['carbon-passport.png'], []])
})

it.each([
  ['closed by the user is no failure', 'AbortError', []],
  ['that the browser refuses says so', 'NotAllowedError', failed],
])('a sheet %s', async (_, name, said) => {
  sheet = async () => {
    throw new DOMException('no', name)
  }
  const page = await pressShare(button)
  expect(toasts).toEqual(said)
  expect(page.offers('Share')).toBe(1)
})

it('a picture that cannot be drawn says so, and Share can be pressed again', async () => {
  Object.assign(document, { fonts: { load: async () => Promise.reject(new Error('no font')) } })
  const page = await pressShare(button)
  expect([toasts, shared, page.offers('Share')]).toEqual([failed, [], 1])
})

it('without a session there is no Share', async () => {
  const page = await draw(button)
  expect(page.text()).toBe('')
})

it.each([
  ['eco', 0, ['Gold', 'Eco league']],
  ['offsets', 1, ['Silver', 'Offset league']],
])('a shared league is the own one of its board (%s)', async (_, nth, said) => {
  await openSession({ ...ada, eco_league: 'gold', offset_league: 'silver' }, terminal)
  vi.stubGlobal('Element', window.Element)
  vi.stubGlobal('MutationObserver', window.MutationObserver)
  vi.stubGlobal('requestAnimationFrame', window.requestAnimationFrame.bind(window))
  vi.stubGlobal('cancelAnimationFrame', window.cancelAnimationFrame.bind(window))
  const page = await draw(
    <QueryClientProvider client={newQueryClient()}>
      <Router ssrPath="/app">
        <LeaderboardsPage />
      </Router>
    </QueryClientProvider>,
  )
  await until(() => page.offers('Share') === 2)
  await page.press('Share', nth)
  await until(() => shared.length > 0)
  expect(words).toEqual(expect.arrayContaining(said))
  expect(words).not.toContain(nth === 0 ? 'Offset league' : 'Eco league')
})

it('a shared stamp has its title, what it is for, and its day', async () => {
  const achievement = {
    ...{ code: 'first_offset', title: 'First offset', label: 'Your first kilogram' },
    ...{ progressPct: 100, reached_at: '2026-11-20T12:00:00.000Z', feedback: '' },
    ...{ currentValue: 1, threshold: 1, colorClass: 'blue' },
  }
  let closed = 0
  const dialog = (
    <StampDialog
      achievement={achievement}
      onClose={() => {
        closed += 1
      }}
    />
  )
  const page = await pressShare(dialog)
  const said = ['First offset', 'Your first kilogram', 'FIRST', 'NOV 20, 26']
  expect(words).toEqual(expect.arrayContaining(said))
  expect(page.text()).toContain('Your first kilogram')
  expect(page.text()).toContain('First offset: reached on Nov 20, 2026')
  await page.press('Close')
  expect(closed).toBe(1)
})
