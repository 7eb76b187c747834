// Tests the figures of the day.
import { expect, it } from 'vitest'
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
const placed = { ...exampleAction, name: 'staff invite', title: 'Invite', subject: null }
const unplaced = { ...exampleAction, name: 'rates refresh', title: 'Refresh', subject: null }

it('shows urgent figures first, a chart of each currency, and actions of no other page', async () => {
  answerCalls((path) => answer(path.endsWith('/actions') ? [placed, unplaced] : today))
  const page = await drawForStaff(<TodayPage />)
  await until(() => expect(page.text()).toContain('Refresh'))
  expect(page.text()).toMatch(/Act todayDisputes1Look at theseStock1As it should beSales1/)
  expect(page.text()).toContain('Sales in GBP2.00 GBP in all')
  expect(page.offers('Invite')).toBe(0)
})

it('lets a value break between a number and its unit', async () => {
  const value = '1, due 2026-12-07\u00a015:22 UTC'
  answerCalls((path) =>
    answer(path.endsWith('/actions') ? [] : { ...today, tiles: [tile('Disputes', 'fine', value)] }),
  )
  const page = await drawForStaff(<TodayPage />)
  await until(() => expect(page.text()).toContain('Disputes1, due 2026-12-07 15:22 UTC'))
})
