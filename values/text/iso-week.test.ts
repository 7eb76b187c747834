// Tests week numbers at the turns of years.
import { describe, expect, it } from 'vitest'
import { isoWeek, lastWeekStarts, weekLabel } from './iso-week.ts'

describe('ISO weeks', () => {
  it.each([
    ['2026-01-01T00:00:00Z', '2026-1'],
    ['2025-12-29T00:00:00Z', '2026-1'],
    ['2027-01-03T23:59:59Z', '2026-53'],
    ['2026-02-12T12:00:00Z', '2026-7'],
    ['2026-11-21T08:00:00Z', '2026-47'],
  ])('%s is %s', (moment, label) => {
    expect(weekLabel(isoWeek(new Date(moment)))).toBe(label)
  })

  it('lists the last twelve weeks, oldest first, this week last', () => {
    const weeks = lastWeekStarts(new Date('2026-01-07T10:00:00Z'), 12).map(isoWeek).map(weekLabel)
    expect(weeks).toHaveLength(12)
    expect(weeks.at(0)).toBe('2025-43')
    expect(weeks.at(-1)).toBe('2026-2')
  })
})
