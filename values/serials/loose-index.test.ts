// Tests that the index of serials without a grammar finds what the comparison of each pair finds.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LooseIndex } from './loose-index.ts'
import { looseSerial, looseSerialsOverlap } from './loose-units.ts'

const number = fc.oneof(
  fc.integer({ min: 1, max: 12 }),
  fc.constantFrom(2023, 2024, 3_001, 3_010),
  fc.integer({ min: 9_990, max: 10_060 }),
)
const serial = fc
  .tuple(
    fc.array(number, { minLength: 1, maxLength: 5 }),
    fc.constantFrom('-', '/', ' ', ',', ''),
    fc.constantFrom(1, 2, 3, 10, 50, 99, 100, 101),
  )
  .map(([numbers, sign, tonnes]) => looseSerial(`X-${numbers.join(sign)}`, tonnes))

it('finds the first added serial that may share units, and none where no pair does', () => {
  let found = 0
  fc.assert(
    fc.property(fc.array(serial, { minLength: 1, maxLength: 12 }), serial, (added, sought) => {
      const index = new LooseIndex<number>()
      for (const [place, each] of added.entries()) index.add(each, place)
      const first = added.findIndex((each) => looseSerialsOverlap(sought, each))
      const expected = first < 0 ? undefined : first
      if (first >= 0) found += 1
      expect(index.find(sought)).toBe(expected)
      const later = added.findIndex(
        (each, place) => place !== first && looseSerialsOverlap(sought, each),
      )
      expect(index.find(sought, (place) => place !== first)).toBe(later < 0 ? undefined : later)
    }),
    { numRuns: 2_000 },
  )
  expect(found).toBeGreaterThan(200)
})
