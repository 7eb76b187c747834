// Tests that the audit finds among many serials what the comparison of each pair finds.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findPartners, Intervals } from './audited-partners.ts'
import { haveSharedUnits, spellingsOf } from './audited-spellings.ts'

const number = fc.oneof(
  fc.integer({ min: 1, max: 12 }),
  fc.constantFrom(24, 2023, 2024, 3_001, 3_010),
  fc.integer({ min: 9_990, max: 10_060 }),
)
const spellings = fc
  .tuple(
    fc.array(number, { maxLength: 5 }),
    fc.constantFrom('-', '/', ' ', ','),
    fc.constantFrom(1, 2, 3, 10, 50, 99, 100, 101),
  )
  .map(([numbers, sign, tonnes]) =>
    spellingsOf({ serial: `X-${numbers.join(sign)}`, issuedKg: tonnes * 1_000 }),
  )

it('finds the first other serial that may share units, and none where no pair does', () => {
  let found = 0
  fc.assert(
    fc.property(fc.array(spellings, { minLength: 1, maxLength: 12 }), (serials) => {
      const partners = findPartners(serials)
      for (const [place, one] of serials.entries()) {
        const first = serials.findIndex((other, at) => at !== place && haveSharedUnits(one, other))
        expect(partners.get(place)).toBe(first < 0 ? undefined : first)
        if (first >= 0) found += 1
      }
    }),
    { numRuns: 2_000 },
  )
  expect(found).toBeGreaterThan(1_000)
})

it('an interval is found if and only if one shares a unit', () => {
  const interval = fc
    .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 12 }))
    .map(([first, length]) => ({ first: BigInt(first), last: BigInt(first + length) }))
  fc.assert(
    fc.property(fc.array(interval), interval, (intervals, sought) => {
      const meets = (one: typeof sought) => one.first <= sought.last && sought.first <= one.last
      const found = new Intervals(intervals).find(sought)
      expect(found !== undefined).toBe(intervals.some(meets))
      if (found) expect(meets(found)).toBe(true)
    }),
  )
})
