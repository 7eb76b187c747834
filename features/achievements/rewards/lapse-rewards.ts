// Rewards that were earned and not redeemed lapse where what earned them was taken back. One that was
// redeemed stays. The caller takes the locks after those of purchases, before those of wallets.

import type { Transaction } from '#platform/database/database.ts'
import type { AchievementCode } from '#values/lists/achievement-codes.ts'
import { lockUnredeemed, writeLapses } from './reward-queries.ts'

/** Keeps these people's rewards from being redeemed until the transaction ends. */
export async function lockRewardsOf(
  tx: Transaction,
  passportIds: readonly string[],
): Promise<void> {
  await lockUnredeemed(tx, [...new Set(passportIds)])
}

export async function lapseRewards(
  tx: Transaction,
  passportId: string,
  codes: readonly AchievementCode[],
): Promise<void> {
  if (codes.length > 0) await writeLapses(tx, passportId, codes)
}
