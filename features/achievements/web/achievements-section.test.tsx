// Tests the page of stamps at its first render: its stamps, their ink, and the next goal.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { send } from '#web/api/api.ts'
import { WithDialogs } from '#web/test-dialogs.tsx'
import { markupOf, textOf } from '#web/test-markup.tsx'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { type Achievement, listAchievements } from '../achievements-calls.ts'
import { achievementInWords, achievementTitle } from './achievement-words.ts'
import { AchievementsSection } from './achievements-section.tsx'
import { PurchaseStamp } from './purchase-stamp.tsx'
import { Stamp } from './stamp.tsx'

beforeEach(async () => {
  openPage()
  vi.stubGlobal('fetch', async () => Response.json({}))
  await openSession(ada, terminal)
})
afterEach(signOut)

const achievement = (code: string, progressPct: number, reached_at: string | null = null) => ({
  ...{ code, progressPct, reached_at, title: `Title of ${code}`, label: `Label of ${code}` },
  ...{ currentValue: 1, threshold: 4, colorClass: 'blue', feedback: `${code} to go` },
})

function page(all: readonly Achievement[]) {
  const html = markupOf(<AchievementsSection />, [[[listAchievements.id], all]])
  return { text: textOf(html), stamps: html.match(/<p [^>]*>Label of /g)?.length ?? 0 }
}

const reached = achievement('first_offset', 100, '2026-11-20T12:00:00.000Z')
const near = achievement('offset_100', 66)
const far = achievement('gift_5', 20)

it('four stamps are shown initially, reached before near, and all on request', () => {
  const none = achievement('streak_4', 0)
  const five = page([far, none, near, achievement('explorer_3', 10), reached])
  expect(five.stamps).toBe(4)
  expect(five.text).toContain('|See all|')
  const labels = [...five.text.matchAll(/Label of (\w+)/g)].map(([, code]) => code)
  expect(labels).toEqual(['first_offset', 'offset_100', 'gift_5', 'explorer_3'])
  const four = page([far, none, near, reached])
  expect(four.stamps).toBe(4)
  expect(four.text).not.toContain('|See all|')
})

it('the nearest goal is next, and none for a user who has them all', () => {
  expect(page([far, near, reached]).text).toContain(
    'Next stamp: Title of offset_100. offset_100 to go',
  )
  expect(page([reached]).text).not.toContain('Next stamp')
  // The stamps initially shown are all reached.
  const others = ['gift_1', 'gift_2', 'gift_3'].map((code) => ({ ...reached, code }))
  expect(page([reached, ...others, near]).text).toContain('Next stamp: Title of offset_100.')
})

it('on a phone the words of progress are hidden below reached stamps alone', () => {
  const html = markupOf(<AchievementsSection />, [[[listAchievements.id], [reached, near, far]]])
  const words = [...html.matchAll(/<p class="([^"]*)">(\w+) to go<\/p>/g)]
  expect(words.map(([, classes, code]) => [code, classes?.includes('max-md:hidden')])).toEqual([
    ['first_offset', true],
    ['offset_100', false],
    ['gift_5', false],
  ])
  expect(html.match(/aria-haspopup="dialog"/g)).toHaveLength(1)
})

it('each reached stamp opens alone, and the next one after it', async () => {
  const second = achievement('first_gift', 100, '2026-11-19T12:00:00.000Z')
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  client.setQueryData([listAchievements.id], [reached, second])
  const page = await draw(
    <QueryClientProvider client={client}>
      <Router ssrPath="/app">
        <WithDialogs>
          <AchievementsSection />
        </WithDialogs>
      </Router>
    </QueryClientProvider>,
  )
  const open = () =>
    [...document.querySelectorAll('[role=dialog]')].map((each) => each.getAttribute('aria-label'))
  const stamps = () => document.querySelectorAll<HTMLElement>('[aria-haspopup=dialog]')
  for (const [place, { title }] of [reached, second].entries()) {
    await act(async () => stamps()[place]?.click())
    expect(open()).toEqual([title])
    await page.press('Close')
    expect(open()).toEqual([])
  }
})

it('without any stamp their outlines are empty', () => {
  const empty = page([])
  expect(empty.text).toContain('No stamps yet.')
  expect(empty.stamps).toBe(0)
})

const stamp = (progressPct: number, reachedAt?: string) =>
  renderToStaticMarkup(
    <Stamp
      achievement={{ code: 'offset_100', title: '100 kg', progressPct }}
      reachedAt={reachedAt}
    />,
  )

it('a stamp is inked with its day once it is reached, and before that has an arc of its progress', () => {
  expect(stamp(100, '2026-11-20T12:00:00.000Z')).toContain(
    '<title>100 kg: reached on Nov 20, 2026</title>',
  )
  expect(stamp(100, '2026-11-20T12:00:00.000Z')).toContain('>NOV 20, 26<')
  expect(stamp(100)).toContain('<title>100 kg: reached</title>')
  expect(stamp(99)).toContain('<title>100 kg: 99% of the way</title>')
  const [, arc, whole] =
    /stroke-linecap="round" stroke-dasharray="([\d.]+) ([\d.]+)"/.exec(stamp(25)) ?? []
  expect(Number(arc) / Number(whole)).toBeCloseTo(0.25, 9)
  expect(stamp(0)).not.toContain('stroke-linecap')
})

it('new stamps are pressed one after another, and a stamp that is not new is not pressed', () => {
  const delayOf = (turn?: number) => {
    const achievement = { code: 'offset_100', title: '100 kg', progressPct: 100 }
    const html = renderToStaticMarkup(
      <Stamp {...(turn === undefined ? { achievement } : { achievement, turn })} />,
    )
    return [html.includes('stamp-fresh'), /animation-delay:(\w+)/.exec(html)?.[1]]
  }
  expect([undefined, -1, 0, 1, 2].map(delayOf)).toEqual([
    ...[
      [false, undefined],
      [false, undefined],
      [true, undefined],
    ],
    ...[
      [true, '350ms'],
      [true, '700ms'],
    ],
  ])
})

it.each([
  ['first_offset', 'First offset', 'blue'],
  ['offset_100', '100 kg', 'wine'],
  ['offset_1000', 'One tonne', 'brown'],
  ['first_gift', 'First gift', 'green'],
  ['gift_5', 'Five friends', 'violet'],
  ['explorer_3', 'Explorer', 'blue'],
  ['streak_4', 'Four weeks', 'wine'],
  ['sdg_5', 'Five goals', 'green'],
])('%s is %s everywhere, in ink of its own (%s)', (code, title, ink) => {
  expect(achievementTitle(code)).toBe(title)
  const html = renderToStaticMarkup(<Stamp achievement={{ code, title, progressPct: 100 }} />)
  expect(html).toContain(`--ink-${ink})`)
})

it('the words that the server sends are shown', () => {
  const { title, label, feedback } = far
  expect(achievementInWords(far)).toEqual({ title, label, feedback })
})

it('the stamp of a purchase names its kilograms and its project', () => {
  const drawn = (isGift: boolean) =>
    renderToStaticMarkup(<PurchaseStamp kg={1_200} isGift={isGift} />).replaceAll('\u00a0', ' ')
  expect(drawn(false)).toContain('1,200 kg contributed on')
  expect(drawn(true)).toContain('1,200 kg given on')
  const words = [drawn(false), drawn(true)].map((html) => /CONTRIBUTED|GIVEN/.exec(html)?.[0])
  expect(words).toEqual(['CONTRIBUTED', 'GIVEN'])
})

it('the stamp of a purchase has the day of the server, whatever the browser’s clock says', async () => {
  const answerOf = (moment: Date) => async () =>
    new Response('{}', {
      headers: { 'cache-control': 'no-store', date: moment.toUTCString() },
    })
  vi.stubGlobal('fetch', answerOf(new Date('2031-05-17T12:00:00Z')))
  await send('/api/auth/me')
  expect(renderToStaticMarkup(<PurchaseStamp kg={10} />)).toContain('May 17, 2031')
  vi.stubGlobal('fetch', answerOf(new Date()))
  await send('/api/auth/me')
})

it('a stamp is celebrated once in a browser, and all can be shown and hidden again', async () => {
  const visit = async (all: readonly Achievement[]) => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
    client.setQueryData([listAchievements.id], all)
    return draw(
      <QueryClientProvider client={client}>
        <Router ssrPath="/app">
          <AchievementsSection />
        </Router>
      </QueryClientProvider>,
    )
  }
  const today = new Date().toISOString()
  const first = achievement('first_offset', 100, today)
  const page = await visit([first, near, far, achievement('a', 0), achievement('b', 0)])
  await until(() => page.text().includes('New stamp: Title of first_offset.'))
  expect(page.count('stamp-fresh')).toBe(1)
  expect(page.text().split('Label of ').length - 1).toBe(4)
  await page.press('See all')
  expect(page.text().split('Label of ').length - 1).toBe(5)
  await page.press('Show fewer')
  expect(page.text().split('Label of ').length - 1).toBe(4)
  await page.close()
  const later = await visit([first, achievement('offset_100', 100, today), far])
  await until(() => later.text().includes('New stamp: Title of offset_100.'))
  expect(later.text()).not.toContain('New stamp: Title of first_offset.')
  await later.close()
  // One that a refund took away is not celebrated again when it is back.
  for (const all of [
    [first, far],
    [first, achievement('offset_100', 100, today), far],
  ]) {
    const again = await visit(all)
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(again.text()).not.toContain('New stamp')
    await again.close()
  }
})
