// Tests the addresses of the console's pages.
import { expect, it } from 'vitest'
import { isWithin, pageAfterSignIn, signInAddress } from './console-paths.ts'

it('the sign-in leads back to the page with its filters', () => {
  const page = '/purchases?state=DISPUTED'
  const address = signInAddress(page)
  expect(address).toBe('/sign-in?back=%2Fpurchases%3Fstate%3DDISPUTED')
  expect(pageAfterSignIn(new URL(address, 'https://console.example').search)).toBe(page)
  expect(signInAddress('/')).toBe('/sign-in')
})

it.each([
  ['https://evil.example'],
  ['//evil.example'],
  ['/\\evil.example'],
  ['javascript:x'],
  [''],
])('the sign-in leads to no other origin: %j', (back) => {
  expect(pageAfterSignIn(`?${new URLSearchParams({ back })}`)).toBe('/')
})

it.each([
  ['/people', '/people', true],
  ['/people/7', '/people', true],
  ['/peoples', '/people', false],
  ['/people', '/', false],
  ['/', '/', true],
])('%s is within %s: %s', (location, path, isIn) => {
  expect(isWithin(location, path)).toBe(isIn)
})
