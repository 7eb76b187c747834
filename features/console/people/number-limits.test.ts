// Tests the sentences about the limits of a phone number.
import { expect, it } from 'vitest'
import { limitSentences } from './number-limits.ts'

const free = { code_wait_seconds: 0, try_wait_seconds: 0, blocked_at: null }
const moment = new Date('2026-11-27T09:30:59Z')

it.each([
  [null, null, []],
  [free, null, []],
  [{ ...free, code_wait_seconds: 1 }, null, ['No new code for 1 second.']],
  [{ ...free, code_wait_seconds: 119 }, null, ['No new code for 119 seconds.']],
  [{ ...free, try_wait_seconds: 121 }, null, ['No attempt at a code for 3 minutes.']],
  [{ ...free, try_wait_seconds: 86_400 }, null, ['No attempt at a code for 24 hours.']],
  [
    { ...free, blocked_at: moment },
    moment,
    [
      'The number is blocked since 2026-11-27 09:30 UTC.',
      'The owner stopped messages other than codes (STOP) on 2026-11-27 09:30 UTC.',
    ],
  ],
])('Limits %j and STOP %j are worded', (limits, stoppedAt, sentences) => {
  expect(limitSentences(limits, stoppedAt)).toEqual(sentences)
})
