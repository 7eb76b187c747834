// Tests which achievements are celebrated: each once, and no old one in a new browser.
import { expect, test } from 'vitest'
import { freshCodes } from './achievements-section.tsx'

const now = Date.parse('2026-11-21T12:00:00.000Z')
const reachedAt = (moment: string | null, code = 'first_offset') => ({
  code,
  progressPct: moment === null ? 40 : 100,
  reached_at: moment,
})
const seen = (...codes: string[]) => ({ passportId: 'p', codes })

test.each([
  [
    'one reached since the last visit',
    [reachedAt('2026-11-01T12:00:00.000Z')],
    seen(),
    ['first_offset'],
  ],
  ['none that was celebrated', [reachedAt('2026-11-21T11:59:00.000Z')], seen('first_offset'), []],
  ['none that is not reached', [reachedAt(null)], seen(), []],
  [
    'one of today on a new browser',
    [reachedAt('2026-11-21T11:00:00.000Z')],
    undefined,
    ['first_offset'],
  ],
  ['none of last week on a new browser', [reachedAt('2026-11-14T11:00:00.000Z')], undefined, []],
])('celebrates %s', (_case, all, before, codes) => {
  expect(freshCodes(all, before, now)).toEqual(codes)
})
