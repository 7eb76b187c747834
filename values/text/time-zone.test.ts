// Tests the names of time zones.
import { expect, it } from 'vitest'
import { isTimeZone } from './time-zone.ts'

it.each([
  ['Europe/Istanbul', true],
  ['UTC', true],
  ['Europe/Atlantis', false],
  ['', false],
])('"%s" is a time zone: %s', (name, isZone) => {
  expect(isTimeZone(name)).toBe(isZone)
})
