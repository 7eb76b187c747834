// Tests the leagues at their first render: the shown board, the locked ones, and how scores work.

import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Profile } from '#features/people/people-calls.ts'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { markupOf, textOf } from '#web/test-markup.tsx'
import { ada, terminal } from '#web/test-person.ts'
import { type BoardRow, getLeaderboard, getLeaderboards } from '../boards-calls.ts'
import { BoardIdentity } from './board-identity.tsx'
import { LeaderboardTile } from './leaderboard-tile.tsx'
import { HowScoresWork, LeaderboardsPage } from './leaderboards-page.tsx'

const profile: Profile = { ...ada, nickname: 'Sam', hide_from_leaderboards: true }
beforeAll(async () => {
  vi.stubGlobal('window', { sessionStorage: { clear: () => undefined } })
  vi.stubGlobal('location', new URL('https://passport.example/app'))
  vi.stubGlobal('fetch', async () => Response.json([]))
  await openSession(profile, terminal)
})
afterAll(async () => {
  await signOut()
  vi.unstubAllGlobals()
})

const rowsOf = (name: string, count: number): BoardRow[] =>
  Array.from({ length: count }, (_, place) => ({
    ...{ rank: place + 1, name: `${name} ${place + 1}`, score: 100 - place, isMe: place === 6 },
  }))

const namesIn = (html: string) =>
  [...html.matchAll(/(?:Eco|Offset|Else) \d+/g)].map(([name]) => name)

it('the home tile begins with five rows of the eco league around the user', () => {
  const boards = { eco: rowsOf('Eco', 10), offsets: rowsOf('Offset', 10) }
  const html = markupOf(<LeaderboardTile />, [[[getLeaderboards.id], boards]])
  expect(namesIn(html)).toEqual(['Eco 5', 'Eco 6', 'Eco 7', 'Eco 8', 'Eco 9'])
  expect(html).toContain('href="/app/leaderboards"')
})

it('the page begins with the user’s own league of each kind, ten rows of it, and locks those above', () => {
  const html = markupOf(<LeaderboardsPage />, [
    [[getLeaderboard.id, 'eco', 'bronze'], rowsOf('Eco', 8)],
    [[getLeaderboard.id, 'offsets', 'silver'], rowsOf('Offset', 10)],
    [[getLeaderboard.id, 'eco', 'silver'], rowsOf('Else', 10)],
    [[getLeaderboard.id, 'offsets', 'bronze'], rowsOf('Else', 10)],
  ])
  const [, eco = '', offsets = ''] = html.split(/<section /)
  expect(namesIn(eco)).toEqual(rowsOf('Eco', 8).map(({ name }) => name))
  expect(namesIn(offsets)).toEqual(rowsOf('Offset', 10).map(({ name }) => name))
  const openTabs = (board: string) =>
    [...board.matchAll(/<button[^>]* role="tab"[^>]*>.*?<\/button>/g)]
      .filter(([tab]) => !tab.includes('Locked'))
      .map(([tab]) => textOf(tab).replaceAll('|', ''))
  expect(openTabs(eco)).toEqual(['Bronze'])
  expect(openTabs(offsets)).toEqual(['Bronze', 'Silver'])
  expect(textOf(eco)).toContain('65 points to Silver: try a new project (+15)')
  expect(textOf(eco)).toContain('Gold opens at an eco score of 300. Yours is 35.')
  expect(textOf(offsets)).toContain('|880 kg to Gold|')
  expect(textOf(offsets)).not.toContain('Silver opens at')
})

it('how scores work is explained with each rule’s points and each league’s start', () => {
  const text = textOf(markupOf(<HowScoresWork />))
  for (const words of [
    '|10 for each week in which you buy or gift',
    '|5 for each gift you send',
    '|15 for each different project',
    '|10 for each achievement',
  ]) {
    expect(text).toContain(words)
  }
  expect(text).toMatch(/The leagues: Silver from 100(,| and) Gold from 300\b/)
  expect(text).toMatch(/The leagues: Silver from 100 kg(,| and) Gold from 1,000 kg\b/)
})

it('the nickname is in its field and not saved unchanged, and a hidden user is informed', () => {
  const form = (more: Partial<Profile>) =>
    markupOf(<BoardIdentity profile={{ ...profile, ...more }} />)
  expect(form({})).toMatch(/<input[^>]* maxLength="24"[^>]* value="Sam"/)
  expect(form({})).toMatch(/<button[^>]* disabled=""[^>]*><span>Save nickname/)
  expect(form({})).toMatch(/type="checkbox"[^>]* checked=""/)
  expect(form({ hide_from_leaderboards: false })).not.toMatch(/ checked=""/)
})
