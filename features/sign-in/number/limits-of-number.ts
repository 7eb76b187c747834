// Reads sign-in's present limits of a number, for the operator who helps its owner.

import { findChallengeWait } from '#features/sign-in/codes/challenge-queries.ts'
import { findTryWait } from '#features/sign-in/codes/try-queries.ts'
import type { Db } from '#platform/database/database.ts'
import { findBlock } from './number-blocks.ts'

export type NumberLimits = {
  /**
   * Seconds until the number may request a code, and until one may be typed; 0 where it may now.
   */
  readonly code_wait_seconds: number
  readonly try_wait_seconds: number
  /** When the operator blocked it; null where it is not blocked. */
  readonly blocked_at: Date | null
}

export async function limitsOfNumber(db: Db, numberHash: string): Promise<NumberLimits> {
  const [codeWait, tryWait, blockedAt] = await Promise.all([
    findChallengeWait(db, numberHash),
    findTryWait(db, numberHash),
    findBlock(db, numberHash),
  ])
  // A refused caller gets at least one second, so one second counts as no wait.
  return {
    code_wait_seconds: codeWait > 1 ? codeWait : 0,
    try_wait_seconds: tryWait ?? 0,
    blocked_at: blockedAt,
  }
}
