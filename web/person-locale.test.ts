// Tests the locale of numbers and dates: the browser's region of the page's language.
import { afterEach, expect, it, vi } from 'vitest'
import { personLocale } from './person-locale.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

it.each([
  [['de-AT', 'en-IE', 'en-GB'], 'en-IE'],
  [['en-US@posix', 'en-GB'], 'en-GB'],
  [['en-US@posix'], 'en'],
  [['en-GB-oed', 'C', 'de'], 'en'],
  [[], 'en'],
])('of the browser languages %j it is %s', (languages, locale) => {
  vi.stubEnv('SSR', false)
  vi.stubGlobal('navigator', { languages })
  expect(personLocale()).toBe(locale)
})
