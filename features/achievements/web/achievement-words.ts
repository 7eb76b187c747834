// Returns the texts of achievements and rewards in the user's language. The server sends English
// texts, which are also used for achievements and rewards that this page does not know.

import type { Badge, Reward } from '#features/achievements/rewards/rewards-calls.ts'
import { achievementKinds, isAchievementCode } from '#values/lists/achievements.ts'
import type { Language } from '#values/lists/languages.ts'
import { locale, texts } from '#web/texts.ts'
import { formatKg } from '#web/ui/number-format.ts'
import type { Achievement } from '../achievements-calls.ts'

/** A language with its texts. By default they are those of this page's bundle. */
type Words = { readonly locale: Language; readonly texts: typeof texts }
const own: Words = { locale, texts }

/** Returns the title, or undefined for an achievement that this page does not know. */
export function achievementTitle(code: string, { texts } = own): string | undefined {
  return isAchievementCode(code) ? texts.achievements[code]() : undefined
}

/** Returns title, label and feedback in the user's language. */
export function achievementInWords(achievement: Achievement, { locale, texts } = own) {
  const { code, title, label, feedback, currentValue, threshold } = achievement
  if (locale === 'en' || !isAchievementCode(code)) return { title, label, feedback }
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

/** Returns the names of badges. A newer server may send other badges, which keep the server's names. */
function badgesIn({ texts }: Words): Readonly<Record<string, () => string>> {
  return {
    Seedling: texts.rewards_badge_seedling,
    Explorer: texts.rewards_badge_explorer,
    Tonne: texts.rewards_badge_tonne,
    Goals: texts.rewards_badge_goals,
  } satisfies Record<Badge, () => string>
}

export function badgeName(badge: string, words = own): string {
  return words.locale === 'en' ? badge : (badgesIn(words)[badge]?.() ?? badge)
}

/** Returns `2 kg · Carbon offset`, or the name of the badge. */
export function rewardTitle({ reward_value }: Reward, words = own): string {
  const { locale, texts } = words
  if ('badge' in reward_value) {
    return texts.rewards_badge({ name: badgeName(reward_value.badge, words) })
  }
  const label = locale === 'en' ? reward_value.label : texts.rewards_token_label()
  return `${formatKg(reward_value.kg)} · ${label}`
}

export function rewardDescription(reward: Reward, words = own): string {
  const { locale, texts } = words
  const { achievement_code, description } = reward
  const title = achievementTitle(achievement_code, words)
  return locale === 'en' || !title ? description : texts.rewards_for({ title })
}
