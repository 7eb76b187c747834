// Tests the name of the console's cookie, with and without HTTPS.
import { expect, it } from 'vitest'
import { staffCookieName } from './staff-cookie.ts'

it.each([
  ['https://console.passport.example', '__Host-staff'],
  ['http://localhost:3001', 'staff'],
])('the cookie of the console at %s has the name %s', (consoleUrl, name) => {
  expect(staffCookieName({ consoleUrl })).toBe(name)
})
