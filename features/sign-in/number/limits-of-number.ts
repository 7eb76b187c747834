// Reads the current waits and the block of a phone number, for an operator who helps its owner.

import { findChallengeWait } from '#features/sign-in/codes/challenge-queries.ts'
import { findTryWait } from '#features/sign-in/codes/try-queries.ts'
import type { Db } from '#platform/database/database.ts'
import { findBlock } from './number-blocks.ts'

export async function limitsOfNumber(db: Db, numberHash: string) {
  const [codeWait, tryWait, blockedAt] = await Promise.all([
    findChallengeWait(db, numberHash),
    findTryWait(db, numberHash),
    findBlock(db, numberHash),
  ])
  // `findChallengeWait` returns at least 1, so 1 means no wait.
  return {
    /**
     * Seconds until a code may be requested, and until a code may be typed; 0 without a wait.
     */
    code_wait_seconds: codeWait > 1 ? codeWait : 0,
    try_wait_seconds: tryWait ?? 0,
    /** Time at which the operator blocked the phone number, or null. */
    blocked_at: blockedAt,
  }
}
