// The last day that a serial of the VCS names, in the spellings that people copy.
import { expect, it } from 'vitest'
import { serialPeriodEnd } from '#values/serial-period.ts'

const serial = '19385-941467007-941467431-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1'

it.each([
  serial,
  serial.toLowerCase(),
  serial.replaceAll('-', ' – '),
  serial.replaceAll('-', '/'),
  serial.slice(0, -2),
  `VCU Serial Number: ${serial}`,
  serial.replace('01012020', '1012020'),
])('of %j is 2020-12-31', (text) => expect(serialPeriodEnd(text)).toBe('2020-12-31'))

it('of 9 January is its own day', () => {
  expect(serialPeriodEnd(serial.replace('31122020', '9012021'))).toBe('2021-01-09')
})

it.each([
  'GS1-1-UG-GS11236-16-2024-30307-1-19149',
  'ACR-FR-1129-2025-2917-30932 to 35143',
  'RW-5-1463953-2-2-0-7014 - RW-5-1467609-2-2-0-7014',
  '',
])('of %j is none', (text) => expect(serialPeriodEnd(text)).toBeNull())
