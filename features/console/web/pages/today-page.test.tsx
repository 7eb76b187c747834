// Tests the figures of the day.
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { until } from '#web/test-page.ts'
import { answer, answerCalls, drawForStaff, exampleAction } from '../test-console-page.tsx'
import { TodayPage } from './today-page.tsx'

const tile = (label: string, level: string, value = '1') => ({
  ...{ id: label, label, value, level, path: '/disputes' },
})
const today = {
  tiles: [tile('Sales', 'fine'), tile('Disputes', 'alarm'), tile('Stock', 'warning')],
  days: [
    {
      ...{ day: '2026-11-27', purchases: 3, kilograms: 60, sign_ups: 1 },
      sums: [{ currency: 'GBP', amount: 2 }],
    },
  ],
}
const named = (name: string, title: string) => ({ ...exampleAction, name, title, subject: null })
/** First words of the actions that the other pages offer. */
const placed = [
  ...['people', 'purchases', 'projects', 'featured', 'batches', 'retirements', 'programmes'],
  ...['partners', 'wallet', 'staff', 'accounts', 'rates'],
].map((word) => named(`${word} change`, `Placed ${word}`))
const unplaced = named('news write', 'Write news')

it('shows urgent figures first, a chart of each currency, and actions of no other page', async () => {
  answerCalls((path) => answer(path.endsWith('/actions') ? [...placed, unplaced] : today))
  const page = await drawForStaff(<TodayPage />)
  await until(() => expect(page.offers('Write news')).toBe(1))
  expect(page.text()).toMatch(/Act todayDisputes1Look at theseStock1As it should beSales1/)
  expect(page.text()).toContain('Sales in GBP2.00 GBP in all')
  expect(page.offers(/^Placed/)).toBe(0)
})

it('lets a value break between a number and its unit', async () => {
  const value = '1, due 2026-12-07\u00a015:22 UTC'
  answerCalls((path) =>
    answer(path.endsWith('/actions') ? [] : { ...today, tiles: [tile('Disputes', 'fine', value)] }),
  )
  const page = await drawForStaff(<TodayPage />)
  await until(() => expect(page.text()).toContain('Disputes1, due 2026-12-07 15:22 UTC'))
})

it('loads the figures again each minute', async () => {
  vi.useFakeTimers()
  const calls = answerCalls((path) => answer(path.endsWith('/actions') ? [] : today))
  const read = () => calls.filter(({ path }) => path.endsWith('/today')).length
  const page = await drawForStaff(<TodayPage />)
  await until(() => expect(page.text()).toContain('Disputes1'))
  await act(async () => void (await vi.advanceTimersByTimeAsync(50_000)))
  expect(read()).toBe(1)
  await act(async () => void (await vi.advanceTimersByTimeAsync(20_000)))
  expect(read()).toBe(2)
})
