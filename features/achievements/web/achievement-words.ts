// Returns the texts of achievements in the user's language. The server sends English texts, which are
// also used for achievements that a newer server has and this page does not know.
import { achievementKinds, isAchievementCode } from '#values/lists/achievements.ts'
import { locale, texts } from '#web/texts.ts'
import type { Achievement } from '../achievements-calls.ts'

/** Returns the title, or undefined for an achievement that this page does not know. */
export function achievementTitle(code: string): string | undefined {
  return isAchievementCode(code) ? texts.achievements[code]() : undefined
}

/** Returns title, label and feedback in the user's language. */
export function achievementInWords(achievement: Achievement) {
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
