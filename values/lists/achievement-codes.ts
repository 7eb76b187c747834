// Lists the achievements by their codes, in the order in which they are shown. Their measures,
// words, stamps and rewards are Records of AchievementCode.

/** Stored with each person who reached one: a code is never changed or reused. */
export const achievementCodes = [
  'first_offset',
  'offset_100',
  'offset_1000',
  'first_gift',
  'gift_5',
  'explorer_3',
  'streak_4',
  'sdg_5',
] as const
export type AchievementCode = (typeof achievementCodes)[number]
