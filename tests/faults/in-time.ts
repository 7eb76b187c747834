// Checks time limits only if a run has the machine to itself: `npm run faults` sets FAULT_TIMES. In
// `npm test` the order of events is checked instead, since a busy machine is late without a fault.
import { expect } from 'vitest'

const isJudged = process.env.FAULT_TIMES !== undefined

/** Expects `ms` to be less than `maxMs` if times are checked. */
export function expectInTime(ms: number, maxMs: number): void {
  if (isJudged) expect(ms).toBeLessThan(maxMs)
}
