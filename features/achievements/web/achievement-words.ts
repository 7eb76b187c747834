// Names achievements and what is missing. The server sends English; the other languages have words
// for the achievements that this page knows.
import type { AchievementCode } from '#values/lists/achievement-codes.ts'
import { locale, texts } from '#web/texts.ts'
import type { Achievement } from '../achievements-calls.ts'

type Words = { title: () => string; label: () => string; missing: (count: number) => string }

const missingKg = (kg: number) => texts.achievements_missing_kg({ kg })
const missingCount = (missing: number) => texts.achievements_feedback_missing({ missing })

const ownWords = {
  first_offset: {
    title: texts.achievements_first_offset,
    label: texts.achievements_first_offset_label,
    missing: missingKg,
  },
  offset_100: {
    title: texts.achievements_offset_100,
    label: texts.achievements_offset_100_label,
    missing: missingKg,
  },
  offset_1000: {
    title: texts.achievements_offset_1000,
    label: texts.achievements_offset_1000_label,
    missing: missingKg,
  },
  first_gift: {
    title: texts.achievements_first_gift,
    label: texts.achievements_first_gift_label,
    missing: missingCount,
  },
  gift_5: {
    title: texts.achievements_gift_5,
    label: texts.achievements_gift_5_label,
    missing: missingCount,
  },
  explorer_3: {
    title: texts.achievements_explorer_3,
    label: texts.achievements_explorer_3_label,
    missing: missingCount,
  },
  streak_4: {
    title: texts.achievements_streak_4,
    label: texts.achievements_streak_4_label,
    missing: missingCount,
  },
  sdg_5: {
    title: texts.achievements_sdg_5,
    label: texts.achievements_sdg_5_label,
    missing: missingCount,
  },
} as const satisfies Record<AchievementCode, Words>
/** A newer server may send other achievements, which keep the server's words. */
const words: Readonly<Record<string, Words>> = ownWords

/** Returns the title; undefined for an achievement that this page does not know. */
export function achievementTitle(code: string): string | undefined {
  return words[code]?.title()
}

/** Returns title, label and feedback in the user's language. */
export function achievementInWords(achievement: Achievement) {
  const { code, title, label, feedback, currentValue, threshold } = achievement
  const own = words[code]
  if (locale === 'en' || !own) return { title, label, feedback }
  return {
    title: own.title(),
    label: own.label(),
    feedback:
      achievement.progressPct >= 100
        ? texts.achievements_feedback_reached()
        : own.missing(threshold - currentValue),
  }
}
