// The pure parts of the activity: months, tonnes, the window over many ids, the next page.
import { describe, expect, it } from 'vitest'
import type { ActivityEntry } from '../contract.ts'
import { groupByMonth } from './months.ts'
import { nextPathOf } from './next-path.ts'
import { tonnesOf } from './token-place.ts'
import { pagesOf, windowOf } from './token-window.ts'

const entry: ActivityEntry = {
  tx_id: 'CP-1',
  created_at: '2026-11-21T10:00:00.000Z',
  amount: 0.02,
  currency: 'GBP',
  status: 'COMPLETED',
  kg: 10,
  total: 0.2,
  total_currency: 'GBP',
  project_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  project_name: 'A project',
  project_country: 'TR',
  project_type: ['Wind'],
  is_gift: false,
  is_reward: false,
  from_user: null,
  note: null,
  batch_serial_number: 'GS1',
  payment_source: 'card',
}

describe('months', () => {
  it('stand newest first, as their entries came', () => {
    const days = ['2026-11-21', '2026-11-02', '2026-10-15']
    const months = groupByMonth(days.map((day) => ({ ...entry, created_at: `${day}T12:00:00Z` })))
    expect(months.map(({ key, entries }) => [key, entries.length])).toEqual([
      ['2026-11', 2],
      ['2026-10', 1],
    ])
  })
})

describe('where kilograms stand', () => {
  it.each([
    ['GS1-1-4937.1', 'GS1-1-4937.1000', { first: 1, last: 1 }],
    ['GS1-1-4937.1000', 'GS1-1-4937.1001', { first: 1, last: 2 }],
    ['a.b.30001', 'a.b.40000', { first: 31, last: 40 }],
    ['no place', 'no place', null],
  ])('%s to %s', (first, last, tonnes) => expect(tonnesOf(first, last)).toEqual(tonnes))
})

describe('the window over 10,000 ids', () => {
  it('holds only what is in sight and a little around', () => {
    expect(windowOf(0, 10_000)).toEqual({ first: 0, last: 20 })
    expect(windowOf(44 * 5_000, 10_000)).toEqual({ first: 4_988, last: 5_020 })
    expect(windowOf(1e9, 10_000)).toEqual({ first: 9_992, last: 10_000 })
    expect(windowOf(0, 3)).toEqual({ first: 0, last: 3 })
  })

  it('asks for the pages that it touches', () => {
    expect(pagesOf(0, 20)).toEqual([0])
    expect(pagesOf(988, 1_020)).toEqual([0, 1])
    expect(pagesOf(5, 5)).toEqual([])
  })
})

describe('the next page', () => {
  it('is what the Link header names', () => {
    expect(nextPathOf('</api/x?cursor=1>; rel="next"')).toBe('/api/x?cursor=1')
    expect(nextPathOf(null)).toBeNull()
    expect(nextPathOf('</api/x>; rel="prev"')).toBeNull()
  })
})
