// Tests which of the last four ISO weeks count, and the days left in the present one.
import { expect, it } from 'vitest'
import { streakOf } from './weekly-streak.tsx'

const doneOf = (done: readonly string[], now: string) =>
  streakOf(done, Date.parse(now)).weeks.map(({ isDone }) => isDone)

it('marks the weeks that count, oldest first, and the present one', () => {
  const done = ['2026-11-16', '2026-11-02', '2026-10-05']
  expect(doneOf(done, '2026-11-19T12:00:00Z')).toEqual([false, true, false, true])
  expect(
    streakOf(done, Date.parse('2026-11-19T12:00:00Z')).weeks.map((week) => week.monday),
  ).toEqual(['2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16'])
  expect(streakOf(done, Date.parse('2026-11-19T12:00:00Z')).isCurrentDone).toBe(true)
  expect(streakOf(done, Date.parse('2026-11-23T00:00:00Z')).isCurrentDone).toBe(false)
})

it('continues over the turn of the year', () => {
  const done = ['2027-01-04', '2026-12-28', '2026-12-21', '2026-12-14']
  expect(doneOf(done, '2027-01-06T00:00:00Z')).toEqual([true, true, true, true])
})

it.each([
  ['2026-11-16T00:00:00.000Z', 7],
  ['2026-11-16T00:00:00.001Z', 7],
  ['2026-11-20T12:00:00Z', 3],
  ['2026-11-22T00:00:00Z', 1],
  ['2026-11-22T23:59:59.999Z', 1],
])('at %s a week has %i days left', (now, days) => {
  expect(streakOf([], Date.parse(now)).daysLeft).toBe(days)
})
