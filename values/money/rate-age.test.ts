// Tests the age of exchange rates in days.
import { expect, it } from 'vitest'
import { ratesAgeDays } from './rate-age.ts'

it.each([
  ['2026-04-13T00:00:00Z', 0],
  ['2026-04-13T23:59:59Z', 0],
  ['2026-04-20T23:59:59Z', 7],
  ['2026-04-21T00:00:00Z', 8],
  ['2027-04-13T12:00:00Z', 365],
])('rates of 13 April are at %s %d days old', (now, days) => {
  expect(ratesAgeDays('2026-04-13', Date.parse(now))).toBe(days)
})
