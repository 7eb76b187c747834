// Tests when messages before runs are sent.
import { describe, expect, it } from 'vitest'
import { callingCodes } from '#values/lists/calling-codes.ts'
import { isMessageHour } from './message-hours.ts'

const hoursOf = (country: string, day: string) =>
  Array.from({ length: 24 }, (_, hour) => hour).filter((hour) =>
    isMessageHour(country, new Date(`${day}T${String(hour).padStart(2, '0')}:30:00Z`)),
  )
const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

describe('the hours of messages', () => {
  it.each([
    ['GB', '2026-01-15', from(9, 17)],
    ['GB', '2026-07-15', from(8, 16)],
    ['NL', '2026-01-15', from(8, 16)],
    ['TR', '2026-07-15', from(6, 14)],
    // 9 to 18 in Madrid and on the Canary Islands, in New York and in Honolulu.
    ['ES', '2026-01-15', from(9, 16)],
    ['US', '2026-01-15', from(19, 22)],
  ])('of %s on %s are %j in UTC', (country, day, hours) => {
    expect(hoursOf(country, day)).toEqual(hours)
  })

  it('begin at 9:00 and end at 18:00', () => {
    const isHour = (time: string) => isMessageHour('GB', new Date(`2026-01-15T${time}Z`))
    expect(['08:59:59', '09:00:00', '17:59:59', '18:00:00'].map(isHour)).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it('exist on every day for every country of the table, also when clocks change', () => {
    for (const { country } of callingCodes) {
      for (const day of ['2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01', '2026-12-31']) {
        expect(hoursOf(country, day).length).toBeGreaterThan(2)
      }
    }
  })

  it('of another country are those of the default one', () => {
    expect(hoursOf('SE', '2026-01-15')).toEqual(from(9, 17))
  })
})
