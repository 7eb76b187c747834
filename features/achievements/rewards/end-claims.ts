// Erases the receivers of expired claims. A claim itself expires by the clock.

import type { Db } from '#platform/database/database.ts'
import { clearReceivers } from './reward-queries.ts'

/** Claims of one round. */
const roundMax = 1_000

/** Erases the receivers of expired claims. Returns their count. */
export function forgetEndedClaims(db: Db): Promise<number> {
  return clearReceivers(db, roundMax)
}
