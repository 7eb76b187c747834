// Lists what reaching an achievement gives, once each: a badge, or kilograms to redeem from a batch
// (docs/product.md#achievements). What was earned before a change stays as it was promised. Pure.

import type { AchievementCode } from '#values/lists/achievement-codes.ts'
import type { Badge } from './contract.ts'

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

/** What the kilograms of a token reward are called. */
export const tokenLabel = 'Carbon offset'
