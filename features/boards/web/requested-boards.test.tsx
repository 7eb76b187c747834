// Tests which boards the page and the home tile request, and which one each tab shows.

import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { newQueryClient } from '#web/api/query-client.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import type { BoardRow } from '../boards-calls.ts'
import { LeaderboardTile } from './leaderboard-tile.tsx'
import { LeaderboardsPage } from './leaderboards-page.tsx'

const rowsOf = (name: string): BoardRow[] =>
  Array.from({ length: 10 }, (_, place) => ({
    ...{ rank: place + 1, name: `${name} ${place + 1}`, score: 100 - place, isMe: place === 6 },
  }))

let requested: string[]
beforeEach(async () => {
  openPage()
  // The tabs' library uses these as globals.
  vi.stubGlobal('Element', window.Element)
  vi.stubGlobal('MutationObserver', window.MutationObserver)
  vi.stubGlobal('getComputedStyle', window.getComputedStyle.bind(window))
  vi.stubGlobal('requestAnimationFrame', window.requestAnimationFrame.bind(window))
  vi.stubGlobal('cancelAnimationFrame', window.cancelAnimationFrame.bind(window))
  requested = []
  vi.stubGlobal('fetch', async (path: string) => {
    if (!path.includes('leaderboard')) return Response.json({})
    requested.push(path)
    const boards = { eco: rowsOf('Eco'), offsets: rowsOf('Offset') }
    return Response.json(path.includes('?') ? rowsOf('Else') : boards)
  })
  await openSession(ada, terminal)
})
afterEach(signOut)

const open = (part: ReactNode) =>
  draw(
    <QueryClientProvider client={newQueryClient()}>
      <Router ssrPath="/app">{part}</Router>
    </QueryClientProvider>,
  )

/** The names of the shown boards. */
const captions = () =>
  [...document.querySelectorAll('caption')].map((caption) => caption.textContent)

it('the page requests the own league of each kind, and another league once its tab is chosen', async () => {
  const page = await open(<LeaderboardsPage />)
  const board = '/api/achievements/leaderboard'
  const own = [`${board}/eco?league=bronze`, `${board}/offsets?league=silver`]
  await until(() => expect(requested).toEqual(own))
  // Everyone begins in the lowest league, so that only the other one can be shared.
  expect(page.offers('Share')).toBe(1)
  const locked = [...document.querySelectorAll('[role=tab][data-disabled]')]
  expect(locked.map((tab) => tab.textContent?.slice(0, 4))).toEqual(['Silv', 'Gold', 'Gold'])
  await page.press('Bronze', 1)
  await until(() => expect(requested.slice(2)).toEqual([`${board}/offsets?league=bronze`]))
  await until(() => expect(captions()).toEqual(['Eco league: Bronze', 'Offset league: Bronze']))
})

it('the home tile requests both boards at once, and shows each under its tab', async () => {
  const page = await open(<LeaderboardTile />)
  await until(() => expect(page.text()).toContain('Eco 7'))
  expect(page.text()).not.toContain('Offset 7')
  expect(captions()).toEqual(['Eco league'])
  await page.press('Offset league')
  expect(captions()).toEqual(['Offset league'])
  expect(page.text()).toContain('Offset 7')
  expect(page.text()).not.toContain('Eco 7')
  expect(requested).toEqual(['/api/achievements/leaderboard'])
})
