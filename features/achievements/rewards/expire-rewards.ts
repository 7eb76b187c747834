// Expires unredeemed rewards after a refund; redeemed ones stay. To avoid deadlocks, the caller locks
// purchases first, then rewards, then wallets.

import type { Transaction } from '#platform/database/database.ts'
import type { AchievementCode } from '#values/lists/achievements.ts'
import { lockUnredeemed, writeExpiries } from './reward-queries.ts'

/** Locks the passports' unredeemed rewards until the transaction ends, so that no claim redeems them. */
export async function lockRewardsOf(
  tx: Transaction,
  passportIds: readonly string[],
): Promise<void> {
  await lockUnredeemed(tx, [...new Set(passportIds)])
}

export async function expireRewards(
  tx: Transaction,
  passportId: string,
  codes: readonly AchievementCode[],
): Promise<void> {
  if (codes.length > 0) await writeExpiries(tx, passportId, codes)
}
