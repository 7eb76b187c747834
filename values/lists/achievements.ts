// Lists the achievements in the order in which they are shown: the measure of each, its threshold
// and its stamp (docs/product.md#achievements). A new row or another threshold also needs a
// migration: docs/architecture.md#add-an-achievement.

/** The measure of an achievement. Kilograms from rewards do not count. */
export type Measure = 'kg' | 'gifts' | 'numbers' | 'projects' | 'weeksInARow' | 'goals'

export const stampShapes = ['round', 'rect', 'oval', 'hex', 'date'] as const
export type StampShape = (typeof stampShapes)[number]

export const stampInks = ['blue', 'wine', 'green', 'brown', 'violet'] as const
export type StampInk = (typeof stampInks)[number]

type AchievementKind = {
  readonly measure: Measure
  readonly threshold: number
  readonly shape: StampShape
  readonly ink: StampInk
}

/**
 * The achievements by code. Codes are stored with each user who reached them, so a code is never
 * changed or reused.
 */
export const achievementKinds = {
  first_offset: { measure: 'kg', threshold: 1, shape: 'round', ink: 'blue' },
  offset_100: { measure: 'kg', threshold: 100, shape: 'rect', ink: 'wine' },
  offset_1000: { measure: 'kg', threshold: 1_000, shape: 'hex', ink: 'brown' },
  first_gift: { measure: 'gifts', threshold: 1, shape: 'oval', ink: 'green' },
  gift_5: { measure: 'numbers', threshold: 5, shape: 'rect', ink: 'violet' },
  explorer_3: { measure: 'projects', threshold: 3, shape: 'date', ink: 'blue' },
  streak_4: { measure: 'weeksInARow', threshold: 4, shape: 'round', ink: 'wine' },
  sdg_5: { measure: 'goals', threshold: 5, shape: 'hex', ink: 'green' },
} as const satisfies Readonly<Record<string, AchievementKind>>

export type AchievementCode = keyof typeof achievementKinds

export const isAchievementCode = (code: string): code is AchievementCode =>
  Object.hasOwn(achievementKinds, code)

export const achievementCodes = Object.keys(achievementKinds).filter(isAchievementCode)
