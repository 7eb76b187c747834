// Which of sign-in's limits hold a number up at this moment, for whoever helps its owner.

import { findChallengeWait } from '#features/sign-in/codes/challenge-queries.ts'
import { findTryWait } from '#features/sign-in/codes/try-queries.ts'
import type { Db } from '#platform/database/database.ts'
import { findBlock } from './number-blocks.ts'

export type NumberLimits = {
  /** Seconds until the number may ask for a code, and until one may be typed; 0 where it may now. */
  readonly code_wait_seconds: number
  readonly try_wait_seconds: number
  /** Since when the operator blocks it; null where nobody does. */
  readonly blocked_at: Date | null
}

export async function limitsOfNumber(db: Db, numberHash: string): Promise<NumberLimits> {
  const [codeWait, tryWait, blockedAt] = await Promise.all([
    findChallengeWait(db, numberHash),
    findTryWait(db, numberHash),
    findBlock(db, numberHash),
  ])
  // Whoever is refused is told to wait a second at least: one second is no wait any more.
  return {
    code_wait_seconds: codeWait > 1 ? codeWait : 0,
    try_wait_seconds: tryWait ?? 0,
    blocked_at: blockedAt,
  }
}
