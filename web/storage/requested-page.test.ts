// Tests the page that sign-in leads to: the one that was opened, never one outside /app.
import { expect, it } from 'vitest'
import { openPage } from '#web/test-page.ts'
import { forgetRequestedPage, keepRequestedPage, requestedPage } from './requested-page.ts'
import { forgetSignIn, isSignInMarked, markSignIn } from './sign-in-mark.ts'

it.each([
  ['/app/projects/VCS%201', '/app/projects/VCS%201'],
  ['/app/projects?first=featured&limit=3', '/app/projects?first=featured&limit=3'],
  ['/app', '/app'],
  ['/app/x?then=https://evil.example/', '/app/x?then=https://evil.example/'],
  ['https://evil.example/app/settings', '/app'],
  ['//evil.example/app', '/app'],
  ['\\\\evil.example/app', '/app'],
  ['/app/..//evil.example', '/app'],
  ['/app/%2e%2e//evil.example/app', '/app'],
  ['/application', '/app'],
  ['javascript:alert(1)', '/app'],
  ['https://passport.example:bad/app', '/app'],
  ['', '/app'],
])('after %j, sign-in leads to %s', (kept, page) => {
  openPage()
  keepRequestedPage(kept)
  expect(requestedPage()).toBe(page)
})

it('without a page, after its arrival, sign-in leads home, and from a gift’s message to the gift', () => {
  openPage()
  expect(requestedPage()).toBe('/app')
  keepRequestedPage('/app/settings')
  window.history.replaceState(null, '', '/?gift&language=de')
  expect(requestedPage()).toBe('/app?gift')
  window.history.replaceState(null, '', '/')
  expect(requestedPage()).toBe('/app/settings')
  forgetRequestedPage()
  expect(requestedPage()).toBe('/app')
})

it('a browser that refuses storage leads home and shows no error', () => {
  openPage()
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  Object.defineProperty(window, 'sessionStorage', { get: refuse, configurable: true })
  keepRequestedPage('/app/settings')
  expect(requestedPage()).toBe('/app')
  forgetRequestedPage()
  markSignIn()
  expect(isSignInMarked()).toBe(false)
  forgetSignIn()
})

it('the mark of a sign-in stays in its tab until it is removed', () => {
  openPage()
  expect(isSignInMarked()).toBe(false)
  markSignIn()
  expect(isSignInMarked()).toBe(true)
  forgetRequestedPage()
  expect(isSignInMarked()).toBe(true)
  forgetSignIn()
  expect(isSignInMarked()).toBe(false)
})
