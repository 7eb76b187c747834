// Tests ranges of places with both ends included, single places too.
import { expect, it } from 'vitest'
import { intersectRanges, kgOf, rangesOf, withoutOldest } from './place-ranges.ts'

const ranges = rangesOf('{[1,1001),[3001,4001)}')

it('are read from PostgreSQL’s spelling', () => {
  expect(ranges).toEqual([
    { first: 1, last: 1_000 },
    { first: 3_001, last: 4_000 },
  ])
  expect(kgOf(ranges)).toBe(2_000)
  expect(rangesOf(null)).toEqual([])
})

it.each([
  [
    'one place at the end of a range',
    { first: 1_000, last: 3_000 },
    [{ first: 1_000, last: 1_000 }],
  ],
  ['one place at its start', { first: 2_000, last: 3_001 }, [{ first: 3_001, last: 3_001 }]],
  ['nothing between two', { first: 1_001, last: 3_000 }, []],
])('have a part of %s', (_, places, part) => {
  expect(intersectRanges(ranges, places)).toEqual(part)
})

it('give their oldest places first', () => {
  expect(withoutOldest(ranges, { first: 1, last: 999 })).toEqual([
    { first: 1_000, last: 1_000 },
    { first: 3_001, last: 4_000 },
  ])
  expect(withoutOldest(ranges, { first: 1, last: 1_000 })).toEqual([{ first: 3_001, last: 4_000 }])
  for (const taken of [
    { first: 3_001, last: 4_000 },
    { first: 1, last: 1_001 },
    { first: 2, last: 10 },
  ]) {
    expect(withoutOldest(ranges, taken)).toBeNull()
  }
  expect(withoutOldest([], { first: 1, last: 1 })).toBeNull()
})
