// Lists the reward of each achievement: a badge, or kilograms of a batch (docs/product.md#achievements). A
// change to this table does not affect rewards that passports already have.

import type { AchievementCode } from '#values/lists/achievements.ts'
import type { Badge } from './rewards-calls.ts'

type RewardKind = { readonly badge: Badge } | { readonly kg: number }

export const rewardTable: Readonly<Record<AchievementCode, RewardKind>> = {
  first_offset: { badge: 'Seedling' },
  offset_100: { kg: 1 },
  first_gift: { kg: 2 },
  explorer_3: { badge: 'Explorer' },
  streak_4: { kg: 3 },
  offset_1000: { badge: 'Tonne' },
  gift_5: { kg: 5 },
  sdg_5: { badge: 'Goals' },
}
