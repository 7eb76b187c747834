// Tests which headers Retry-After give seconds to wait.
import { expect, it } from 'vitest'
import { secondsInRetryAfter } from '#values/text/retry-after.ts'

it.each([
  ['0', 0],
  ['7', 7],
  ['120', 120],
])('"%s" is %i seconds', (header, seconds) => {
  expect(secondsInRetryAfter(header)).toBe(seconds)
})

it.each([
  null,
  '',
  ' ',
  '-5',
  '1.5',
  '1e3',
  '0x10',
  'Infinity',
  'Fri, 20 Nov 2026 10:00:00 GMT',
  '9'.repeat(10),
])('%j gives no seconds', (header) => {
  expect(secondsInRetryAfter(header)).toBeUndefined()
})
