// Computes the writes that insert the reward of each reached achievement.

import type { Write } from '#platform/database/write.ts'
import type { AchievementCode } from '#values/lists/achievements.ts'
import { rewardWrites } from './reward-queries.ts'
import { rewardTable } from './reward-table.ts'

/** Returns the writes. A unique constraint makes a write fail if the passport already has the reward. */
export function earnedRewardWrites(
  reached: readonly { readonly passportId: string; readonly code: AchievementCode }[],
): Write[] {
  return rewardWrites(
    reached.map(({ passportId, code }) => {
      const reward = { kg: null, badge: null, ...rewardTable[code] }
      return { passportId, code, ...reward }
    }),
  )
}
