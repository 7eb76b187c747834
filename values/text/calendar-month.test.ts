// Tests the days of a calendar month.
import { expect, it } from 'vitest'
import { monthOf, readMonth } from './calendar-month.ts'

it.each([
  ['2026-01', '2026-01-01', '2026-02-01'],
  ['2026-12', '2026-12-01', '2027-01-01'],
  ['2028-02', '2028-02-01', '2028-03-01'],
])('%s goes from %s to the day before %s', (name, first, next) => {
  expect(readMonth(name)).toEqual({ name, first, next })
})

it.each(['2026-00', '2026-13', '2026-1', '1999-05', '2026-05-01', ' 2026-05', '2026-05 ', ''])(
  '"%s" is no month',
  (name) => {
    expect(readMonth(name)).toBeNull()
  },
)

it('a day is in the month of its first seven letters', () => {
  expect(monthOf('2026-10-31')).toBe('2026-10')
})
