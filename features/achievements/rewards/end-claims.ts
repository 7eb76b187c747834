// Claims end by the clock alone; whom they were for must not stay behind with them.

import type { Db } from '#platform/database/database.ts'
import { clearReceivers } from './reward-queries.ts'

/** Claims of one round. */
const roundMax = 1_000

/** Clears the receivers of claims that are over; answers how many there were. */
export function forgetEndedClaims(db: Db): Promise<number> {
  return clearReceivers(db, roundMax)
}
