// Tests the bounds of ids by day.
import { describe, expect, it } from 'vitest'
import { boundsOf, firstIdAt, startOfDay } from './moment-ids.ts'

const id = '019ac2f2-b800-7a31-8c2e-1d2c3b4a5f61'

describe('the bounds of a list by day', () => {
  it('have no end without days, and begin after the last row of the page before', () => {
    const bounds = boundsOf({ after: null })
    expect(bounds.afterId < id && id < bounds.beforeId).toBe(true)
    expect(boundsOf({ after: id }).beforeId).toBe(id)
    const oldest = boundsOf({ after: id, order: 'oldest' })
    expect(oldest.afterId).toBe(id)
    expect(oldest.beforeId).toBe(bounds.beforeId)
  })

  it('include both days in UTC', () => {
    const { since, before } = boundsOf({ since: '2026-11-26', until: '2026-11-27', after: null })
    expect(since.toISOString()).toBe('2026-11-26T00:00:00.000Z')
    expect(before.toISOString()).toBe('2026-11-28T00:00:00.000Z')
  })

  it('include the id of a row that was inserted some minutes after its transaction began', () => {
    const day = { since: '2026-11-27', until: '2026-11-27', after: null }
    const { afterId, beforeId } = boundsOf(day)
    const lateId = firstIdAt(new Date('2026-11-28T00:05:00Z'))
    expect(afterId).toBe(firstIdAt(new Date('2026-11-27T00:00:00Z')))
    expect(lateId < beforeId).toBe(true)
    expect(firstIdAt(new Date('2026-11-28T02:00:00Z')) < beforeId).toBe(false)
  })

  it('end at the earlier of the key and the last day', () => {
    const [early, late] = ['2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'].map((at) =>
      firstIdAt(new Date(at)),
    )
    const beforeIdAfter = (after = '') => boundsOf({ until: '2026-11-15', after }).beforeId
    expect(beforeIdAfter(early)).toBe(early)
    expect(beforeIdAfter(late) < (late ?? '')).toBe(true)
  })

  it.each(['0000-01-01', '0001-01-01', '1969-12-31', '9999-12-31'])('are ids for %s', (day) => {
    const { afterId, beforeId } = boundsOf({ since: day, until: day, after: null })
    for (const each of [afterId, beforeId]) {
      expect(each).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7000-8000-0{12}$/)
    }
  })
})

it('The first id of a moment has its milliseconds, as a UUID of version 7', () => {
  expect(firstIdAt(new Date(0x0199_c4a1_7f00))).toBe('0199c4a1-7f00-7000-8000-000000000000')
})

it('A day begins at midnight in UTC', () => {
  const now = Date.parse('2026-11-27T23:59:59Z')
  expect(startOfDay(now, 0).toISOString()).toBe('2026-11-27T00:00:00.000Z')
  expect(startOfDay(now, 29).toISOString()).toBe('2026-10-29T00:00:00.000Z')
})
