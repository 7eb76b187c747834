// Tests that commands take days and times of ISO 8601 only, and read them in UTC.
import { expect, it } from 'vitest'
import { readDay, readFrom, readSince, readUntil } from './read-moments.ts'

it.each([
  ['2026-05-31', '2026-05-31T00:00:00.000Z', '2026-06-01T00:00:00.000Z'],
  [' 2024-02-29 ', '2024-02-29T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
  ['2026-05-31T14:30', '2026-05-31T14:30:00.000Z', '2026-05-31T14:30:00.000Z'],
  ['2026-05-31T14:30:05.25Z', '2026-05-31T14:30:05.250Z', '2026-05-31T14:30:05.250Z'],
  ['2026-05-31T14:30+02:00', '2026-05-31T12:30:00.000Z', '2026-05-31T12:30:00.000Z'],
])('%s begins and ends a period', (text, start, end) => {
  expect(readFrom(text)?.toISOString()).toBe(start)
  expect(readUntil(text)?.toISOString()).toBe(end)
  expect(readSince({ options: { since: text } })?.toISOString()).toBe(start)
})

it.each([
  ...['11/27/2026', '27.11.2026', 'Nov 1 2026', '2026', '2026-10', '2026-1-1', '20261127'],
  ...['1', '-1', 'tomorrow 1', '', ' ', '2026-02-31', '2026-02-31T10:00', '2026-13-01'],
  ...['2026-05-31T25:00', '2026-05-31 10:00', '2026-05-31T10', '2026-05-31T10:00 CET'],
])('%j is no time', (text) => {
  expect(readFrom(text)).toBeUndefined()
  expect(readUntil(text)).toBeUndefined()
})

it('an absent option is no fault', () => {
  expect([readFrom(undefined), readUntil(undefined), readSince({ options: {} })]).toEqual([
    null,
    null,
    null,
  ])
})

it('a day alone is its midnight, and nothing else is a day', () => {
  expect(readDay('2028-02-29')?.toISOString()).toBe('2028-02-29T00:00:00.000Z')
  for (const text of [undefined, '', ' 2028-02-29', '2027-02-29', '2028-02-29T00:00', '2028-2-9']) {
    expect([text, readDay(text)]).toEqual([text, null])
  }
})
