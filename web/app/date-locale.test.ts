// Tests the form of dates by the browser's languages and the country of the user's number.
import { afterEach, expect, it, vi } from 'vitest'
import { cardOf } from '#values/shown-card.ts'
import { ada } from '#web/test-person.ts'
import { formatDate } from '#web/ui/number-format.ts'
import { setDateLocale } from './date-locale.ts'

afterEach(() => {
  setDateLocale({ status: 'signed-out', reason: 'left' })
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

it.each([
  [['en-US'], 'GB', '28 Nov 2026'],
  [['en'], 'TR', '28 Nov 2026'],
  [['en'], 'US', 'Nov 28, 2026'],
  [['en-CA'], 'GB', 'Nov 28, 2026'],
])('with the languages %j and a number of %s a date is %s', (languages, country, shown) => {
  vi.stubEnv('SSR', false)
  vi.stubGlobal('navigator', { languages })
  setDateLocale({ status: 'signed-in', profile: { ...ada, country } })
  expect(formatDate('2026-11-28')).toBe(shown)
  setDateLocale({ status: 'signed-out', reason: 'left' })
  expect(formatDate('2026-11-28')).toBe('Nov 28, 2026')
  // The stored card is shown before the session is known, and without a network.
  const card = { ...cardOf({ ...ada, country }), date: '2026-11-28T10:00:00.000Z' }
  for (const status of ['unknown', 'offline'] as const) {
    setDateLocale({ status, card })
    expect(formatDate('2026-11-28')).toBe(shown)
  }
})
