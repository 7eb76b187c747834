// Which texts are a day, in ISO's order and in the American one.
import { describe, expect, it } from 'vitest'
import { dayOf } from '#providers/registries/day-of.ts'

describe('a registry’s date', () => {
  it.each([
    ['2025-06-30', '2025-06-30'],
    ['2024-02-29', '2024-02-29'],
    ['2025-06-30T19:43:26Z', '2025-06-30'],
    ['2025-06-30T23:59:59.123+02:00', '2025-06-30'],
    ['2025-06-30 19:43:26', '2025-06-30'],
    ['6/30/2025', '2025-06-30'],
    ['06/05/2025', '2025-06-05'],
    ['6/30/2025 7:43:26 PM', '2025-06-30'],
    ['12/31/2025 12:00:00 am', '2025-12-31'],
    ['6/30/2025 19:43', '2025-06-30'],
  ])('%s is the day %s', (text, day) => {
    expect(dayOf(text)).toBe(day)
  })

  it.each([
    '30/6/2025',
    '2/29/2025',
    '2025-02-30',
    '2025-6-30',
    '6/30/25',
    '6/30/2025 13:43:26 PM',
    '6/30/2025 0:10 AM',
    '2025-06-30T24:00:00Z',
    '2025-06-30T10:60',
    '30.06.2025',
    '6/30/2025, or so',
    'June 30, 2025',
    '45838',
  ])('%s is none', (text) => {
    expect(dayOf(text)).toBeUndefined()
  })
})
