// Returns the texts of rewards in the user's language. The server sends English texts, which are also
// used for rewards that this page does not know.

import type { Badge, Reward } from '#features/achievements/rewards/rewards-calls.ts'
import { achievementTitle } from '#features/achievements/web/achievement-words.ts'
import { locale, texts } from '#web/texts.ts'
import { formatKg } from '#web/ui/number-format.ts'

const ownBadges = {
  Seedling: texts.rewards_badge_seedling,
  Explorer: texts.rewards_badge_explorer,
  Tonne: texts.rewards_badge_tonne,
  Goals: texts.rewards_badge_goals,
} as const satisfies Record<Badge, () => string>
/** A newer server may send other badges, which keep the server's names. */
const badges: Readonly<Record<string, () => string>> = ownBadges

export function badgeName(badge: string): string {
  return locale === 'en' ? badge : (badges[badge]?.() ?? badge)
}

/** Returns `2 kg · Carbon offset`, or the name of the badge. */
export function rewardTitle({ reward_value }: Reward): string {
  if ('badge' in reward_value) return texts.rewards_badge({ name: badgeName(reward_value.badge) })
  const label = locale === 'en' ? reward_value.label : texts.rewards_token_label()
  return `${formatKg(reward_value.kg)} · ${label}`
}

export function rewardDescription({ achievement_code, description }: Reward): string {
  const title = achievementTitle(achievement_code)
  return locale === 'en' || !title ? description : texts.rewards_for({ title })
}
