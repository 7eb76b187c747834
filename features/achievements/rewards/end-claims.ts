// Erases the phone numbers and notes of expired or redeemed claims. A claim expires by the clock, so this
// task changes nothing else.

import type { Db } from '#platform/database/database.ts'
import { eraseEndedClaims } from './reward-queries.ts'

/** Maximum number of claims in one run of the task. */
const roundMax = 1_000

/** Erases phone numbers and notes. Returns the number of erased claims. */
export function forgetEndedClaims(db: Db): Promise<number> {
  return eraseEndedClaims(db, roundMax)
}
