// Limits of time, judged where a run has the machine to itself: `npm run faults` sets FAULT_TIMES. In
// `npm test` the order of events is judged instead, since a busy machine is late without being wrong.
import { expect } from 'vitest'

const isJudged = process.env.FAULT_TIMES !== undefined

/** Expects `ms` to be less than `maxMs` where times are judged. */
export function expectInTime(ms: number, maxMs: number): void {
  if (isJudged) expect(ms).toBeLessThan(maxMs)
}
