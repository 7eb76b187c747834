// Tests when exchange rates count as old.
import { expect, it } from 'vitest'
import { areOldRates, ratesAgeDays } from './rate-age.ts'

it.each([
  ['2026-04-13T00:00:00Z', 0, false],
  ['2026-04-13T23:59:59Z', 0, false],
  ['2026-04-20T23:59:59Z', 7, false],
  ['2026-04-21T00:00:00Z', 8, true],
  ['2027-04-13T12:00:00Z', 365, true],
])('rates of 13 April are %s: %d days old, old: %s', (now, days, old) => {
  expect(ratesAgeDays('2026-04-13', Date.parse(now))).toBe(days)
  expect(areOldRates('2026-04-13', Date.parse(now))).toBe(old)
})
