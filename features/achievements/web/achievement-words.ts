// Returns the texts of achievements and rewards in the user's language. The server sends English
// texts, which are also used for achievements and rewards that this page does not know.

import type { Badge, Reward } from '#features/achievements/rewards/rewards-calls.ts'
import { achievementKinds, isAchievementCode } from '#values/lists/achievements.ts'
import type { Language } from '#values/lists/languages.ts'
import { locale, texts } from '#web/texts.ts'
import { formatKg } from '#web/ui/number-format.ts'
import type { Achievement } from '../achievements-calls.ts'

/** Returns the title, or undefined for an achievement that this page does not know. */
export function achievementTitle(code: string): string | undefined {
  return isAchievementCode(code) ? texts.achievements[code]() : undefined
}

/** Returns title, label and feedback in the user's language. */
export function achievementInWords(achievement: Achievement, language: Language = locale) {
  const { code, title, label, feedback, currentValue, threshold } = achievement
  if (language === 'en' || !isAchievementCode(code)) return { title, label, feedback }
  const missing = threshold - currentValue
  const toGo =
    achievementKinds[code].measure === 'kg'
      ? texts.achievements_missing_kg({ kg: missing })
      : texts.achievements_feedback_missing({ missing })
  return {
    title: texts.achievements[code](),
    label: texts.achievement_labels[code](),
    feedback: achievement.progressPct >= 100 ? texts.achievements_feedback_reached() : toGo,
  }
}

const ownBadges = {
  Seedling: texts.rewards_badge_seedling,
  Explorer: texts.rewards_badge_explorer,
  Tonne: texts.rewards_badge_tonne,
  Goals: texts.rewards_badge_goals,
} as const satisfies Record<Badge, () => string>
/** A newer server may send other badges, which keep the server's names. */
const badges: Readonly<Record<string, () => string>> = ownBadges

export function badgeName(badge: string, language: Language = locale): string {
  return language === 'en' ? badge : (badges[badge]?.() ?? badge)
}

/** Returns `2 kg · Carbon offset`, or the name of the badge. */
export function rewardTitle({ reward_value }: Reward, language: Language = locale): string {
  if ('badge' in reward_value) {
    return texts.rewards_badge({ name: badgeName(reward_value.badge, language) })
  }
  const label = language === 'en' ? reward_value.label : texts.rewards_token_label()
  return `${formatKg(reward_value.kg)} · ${label}`
}

export function rewardDescription(
  { achievement_code, description }: Reward,
  language: Language = locale,
): string {
  const title = achievementTitle(achievement_code)
  return language === 'en' || !title ? description : texts.rewards_for({ title })
}
