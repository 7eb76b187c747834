// Tests which days a list of the books is about.
import { expect, it } from 'vitest'
import { periodOf } from './book-days.ts'

const now = Date.parse('2026-11-27T09:30:00Z')

it.each([
  [{}, '2026-10-28 2026-11-28'],
  [{ since: '2026-11-01' }, '2026-11-01 2026-11-28'],
  [{ until: '2026-10-31' }, '2026-10-01 2026-11-01'],
  [{ since: '2026-11-02', until: '2026-11-02' }, '2026-11-02 2026-11-03'],
])('%j is the period %s, without its last day', (days, period) => {
  const { since, before } = periodOf(days, 31, now)
  const dayOf = (date: Date) => date.toISOString().replace('T00:00:00.000Z', '')
  expect(`${dayOf(since)} ${dayOf(before)}`).toBe(period)
})
