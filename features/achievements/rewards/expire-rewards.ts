// Expires unredeemed rewards whose achievement was taken back. A redeemed one stays. The caller
// takes the locks after those of purchases, before those of wallets.

import type { Transaction } from '#platform/database/database.ts'
import type { AchievementCode } from '#values/lists/achievements.ts'
import { lockUnredeemed, writeExpiries } from './reward-queries.ts'

/** Locks these passports' rewards, so that they are not redeemed until the transaction ends. */
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
