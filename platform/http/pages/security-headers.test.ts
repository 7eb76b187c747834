// Tests the headers that depend on the public address: https for a year, and Secure cookies.
import { expect, it } from 'vitest'
import { isSecure, securityHeaders } from './security-headers.ts'

const foreignSources = { scripts: [], calls: [], frames: [] }

it.each([
  ['https://passport.example', 'max-age=31536000; includeSubDomains'],
  ['http://passport.example', undefined],
])('at %s browsers must use https: %s', (publicUrl, told) => {
  const headers = securityHeaders({ publicUrl, imageHosts: [], foreignSources })
  expect(headers['strict-transport-security']).toBe(told)
})

it('no page may be framed, use sensors, or take payments but by the card provider', () => {
  const publicUrl = 'https://passport.example'
  const without = securityHeaders({ publicUrl, imageHosts: [], foreignSources })
  expect(without['x-frame-options']).toBe('DENY')
  expect(without['permissions-policy']).toMatch(/camera=\(\),.* microphone=\(\),.* payment=\(\)$/)
  expect(without['cross-origin-opener-policy']).toBe('same-origin')
  const frames = ['https://js.provider.example', 'https://hooks.provider.example']
  const paying = securityHeaders({
    publicUrl,
    imageHosts: [],
    foreignSources: { ...foreignSources, frames },
  })
  expect(paying['permissions-policy']).toContain(
    'payment=(self "https://js.provider.example" "https://hooks.provider.example")',
  )
  // Its frames open the windows of Google Pay and Link.
  expect(paying['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
})

it.each([
  ['https://passport.example', true],
  ['https://localhost', true],
  ['http://passport.example', true],
  ['http://localhost:3000', false],
  ['http://127.0.0.1:3000', false],
  ['http://[::1]:3000', false],
])('cookies of %s are Secure: %s', (publicUrl, isAlone) => {
  expect(isSecure({ publicUrl })).toBe(isAlone)
})
