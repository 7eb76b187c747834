// Reaching an achievement earns its reward, in the same transaction.

import { writeRewards } from '#features/rewards/queries.ts'
import { rewardTable } from '#features/rewards/reward-table.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { AchievementCode } from '#values/achievement-codes.ts'

/** Throws (unique constraint) where one was earned before. */
export async function earnRewards(
  tx: Transaction,
  reached: readonly { readonly passportId: string; readonly code: AchievementCode }[],
): Promise<void> {
  await writeRewards(
    tx,
    reached.map(({ passportId, code }) => {
      const reward = { kg: null, badge: null, ...rewardTable[code] }
      return { passportId, code, ...reward }
    }),
  )
}
