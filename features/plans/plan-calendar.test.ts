// Tests the days of monthly plans, for every day of many years.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  attemptAfterDecline,
  endOfDay,
  isMissed,
  nextRunAfter,
  periodAfter,
  periodOf,
  periodsBetween,
  runOf,
} from './plan-calendar.ts'

const moment = fc.date({
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2099-12-31T23:59:59Z'),
  noInvalidDate: true,
})
const dayOfMonth = fc.integer({ min: 1, max: 28 })
const at = (text: string) => new Date(text)
const dayMs = 86_400_000

describe('a period', () => {
  it('is the month in UTC', () => {
    expect(periodOf(at('2026-11-30T23:59:59.999Z'))).toBe('2026-11-01')
    expect(periodOf(at('2026-12-01T00:00:00Z'))).toBe('2026-12-01')
    expect(periodOf(at('2026-12-01T00:30:00+01:00'))).toBe('2026-11-01')
  })

  it('is followed by the next month, over the end of a year', () => {
    expect(periodAfter('2026-11-01')).toBe('2026-12-01')
    expect(periodAfter('2026-12-01')).toBe('2027-01-01')
  })

  it('lists those between two', () => {
    expect(periodsBetween('2026-11-01', '2027-02-01')).toEqual([
      '2026-11-01',
      '2026-12-01',
      '2027-01-01',
    ])
    expect(periodsBetween('2026-11-01', '2026-11-01')).toEqual([])
    expect(periodsBetween('2026-12-01', '2026-11-01')).toEqual([])
  })
})

describe('a run', () => {
  it('starts at 09:00 UTC on its day of every month', () => {
    fc.assert(
      fc.property(moment, dayOfMonth, (any, day) => {
        const run = runOf(periodOf(any), day)
        expect(run.toISOString()).toBe(
          `${any.toISOString().slice(0, 7)}-${String(day).padStart(2, '0')}T09:00:00.000Z`,
        )
      }),
    )
  })

  it.each([
    ['2026-11-14T23:59:59Z', 15, '2026-11-15T09:00:00.000Z'],
    ['2026-11-15T08:59:59Z', 15, '2026-11-15T09:00:00.000Z'],
    ['2026-11-15T09:00:00Z', 15, '2026-12-15T09:00:00.000Z'],
    ['2026-12-28T10:00:00Z', 28, '2027-01-28T09:00:00.000Z'],
    ['2027-01-31T10:00:00Z', 28, '2027-02-28T09:00:00.000Z'],
    ['2028-02-29T10:00:00Z', 1, '2028-03-01T09:00:00.000Z'],
  ])('after %s with day %i is %s', (now, day, next) => {
    expect(nextRunAfter(at(now), day).toISOString()).toBe(next)
  })

  it('is the first one after any moment', () => {
    fc.assert(
      fc.property(moment, dayOfMonth, (now, day) => {
        const next = nextRunAfter(now, day)
        expect(next.getTime()).toBeGreaterThan(now.getTime())
        expect(next.getTime() - now.getTime()).toBeLessThanOrEqual(31 * dayMs)
        expect(next.getUTCDate()).toBe(day)
        const before = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() - 1, day, 9))
        expect(before.getTime()).toBeLessThanOrEqual(now.getTime())
      }),
    )
  })

  it('of a new plan is on a later day than that of its set-up', () => {
    expect(nextRunAfter(endOfDay(at('2026-11-15T00:00:00Z')), 15).toISOString()).toBe(
      '2026-12-15T09:00:00.000Z',
    )
    expect(nextRunAfter(endOfDay(at('2026-11-14T23:59:59Z')), 15).toISOString()).toBe(
      '2026-11-15T09:00:00.000Z',
    )
  })

  it('is never in a period that has one already', () => {
    const now = at('2026-11-10T00:00:00Z')
    expect(nextRunAfter(now, 15, '2026-12-01').toISOString()).toBe('2026-12-15T09:00:00.000Z')
    expect(nextRunAfter(now, 15, '2026-10-01').toISOString()).toBe('2026-11-15T09:00:00.000Z')
    fc.assert(
      fc.property(moment, moment, dayOfMonth, (present, other, day) => {
        const next = nextRunAfter(present, day, periodOf(other))
        expect(periodOf(next) >= periodOf(other)).toBe(true)
        expect(next > present).toBe(true)
      }),
    )
  })

  it('is left out a week after its start', () => {
    const run = at('2026-11-15T09:00:00Z')
    expect(isMissed(run, at('2026-11-22T08:59:59.999Z'))).toBe(false)
    expect(isMissed(run, at('2026-11-22T09:00:00Z'))).toBe(true)
    expect(isMissed(run, at('2020-01-01T00:00:00Z'))).toBe(false)
  })

  it('is tried again 1, 3 and 7 days after its first attempt, and then no more', () => {
    const first = at('2026-12-28T09:00:00Z')
    const attempts = [1, 2, 3, 4].map((declines) => attemptAfterDecline(first, declines))
    expect(attempts.map((each) => each?.toISOString() ?? null)).toEqual([
      '2026-12-29T09:00:00.000Z',
      '2026-12-31T09:00:00.000Z',
      '2027-01-04T09:00:00.000Z',
      null,
    ])
  })

  it('ends, with its last and latest attempt, before the next one', () => {
    fc.assert(
      fc.property(moment, dayOfMonth, (any, day) => {
        const run = runOf(periodOf(any), day)
        const latestStart = new Date(run.getTime() + 7 * dayMs - 1)
        const last = attemptAfterDecline(latestStart, 3)
        const next = runOf(periodAfter(periodOf(any)), day)
        expect((last?.getTime() ?? 0) + 7 * dayMs).toBeLessThan(next.getTime())
      }),
    )
  })
})
