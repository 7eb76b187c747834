// Tests the hours of messages before runs and of gifts with a day.
import { getCountries } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import { callingCodes } from '#values/lists/calling-codes.ts'
import {
  countryOfMessages,
  dayIn,
  isMessageHour,
  messageHoursOf,
  nextMessageHour,
} from './message-hours.ts'

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

  it.each([
    ['SE', from(8, 16)],
    ['JP', from(0, 8)],
    // India's clocks are half an hour off: 9:00 there is 3:30 in UTC.
    ['IN', from(4, 11).concat(3)],
    ['RU', from(6, 14)],
    // A place that is no country has those of the default one.
    ['AC', from(9, 17)],
  ])('of %s, which is not in the table, are those of its time zones', (country, hours) => {
    expect(hoursOf(country, '2026-01-15').sort()).toEqual(hours.sort())
  })

  it('exist on every day in every country', () => {
    for (const country of getCountries()) {
      const opening = messageHoursOf(country, '2026-12-24')
      expect([country, isMessageHour(country, opening)]).toEqual([country, true])
      expect([country, dayIn(country, opening)]).toEqual([country, '2026-12-24'])
    }
  })
})

describe('a day of messages', () => {
  it.each([
    ['GB', '2026-07-15', '2026-07-15T08:00:00.000Z'],
    ['US', '2026-01-15', '2026-01-15T19:00:00.000Z'],
    ['NZ', '2026-01-15', '2026-01-14T20:00:00.000Z'],
    ['IN', '2026-01-15', '2026-01-15T03:30:00.000Z'],
  ])('of %s on %s begins at %s', (country, day, moment) => {
    expect(messageHoursOf(country, day).toISOString()).toBe(moment)
  })

  it('continues now, or begins the next morning', () => {
    const inTheDay = new Date('2026-01-15T12:34:56Z')
    expect(nextMessageHour('GB', inTheDay)).toEqual(inTheDay)
    const evening = nextMessageHour('GB', new Date('2026-01-15T18:00:00Z'))
    expect(evening.toISOString()).toBe('2026-01-16T09:00:00.000Z')
  })

  it('is the later one, where a country has two', () => {
    expect(dayIn('US', new Date('2026-01-15T06:00:00Z'))).toBe('2026-01-15')
    expect(dayIn('US', new Date('2026-01-15T04:00:00Z'))).toBe('2026-01-14')
    expect(dayIn('NZ', new Date('2026-01-14T12:00:00Z'))).toBe('2026-01-15')
  })

  it.each([
    ['+447400123456', 'GB'],
    ['+81312345678', 'JP'],
    ['+14165550123', 'CA'],
    // The library knows no country.
    ['+9991234567890', 'GB'],
  ])('of the number %s is that of %s', (phone, country) => {
    expect(countryOfMessages(phone)).toBe(country)
  })
})
