// Lists the achievements: the measure of each, its threshold and its words. Thresholds are only
// here, so a product person may change them. Pure.
import { type AchievementCode, achievementCodes } from '#values/lists/achievement-codes.ts'

/** The measure of an achievement. Kilograms from rewards do not count. */
export type Measure = 'kg' | 'gifts' | 'numbers' | 'projects' | 'weeksInARow' | 'goals'

export type AchievementKind = {
  readonly code: AchievementCode
  readonly counts: Measure
  readonly threshold: number
  readonly title: string
  readonly label: string
  /** Ink of its stamp; the browser maps it to a colour. */
  readonly colorClass: 'blue' | 'wine' | 'green' | 'brown' | 'violet'
}

const kinds = {
  first_offset: {
    counts: 'kg',
    threshold: 1,
    title: 'First offset',
    label: 'Hold your first kilogram',
    colorClass: 'blue',
  },
  offset_100: {
    counts: 'kg',
    threshold: 100,
    title: '100 kg',
    label: 'Hold 100 kg',
    colorClass: 'wine',
  },
  offset_1000: {
    counts: 'kg',
    threshold: 1_000,
    title: 'One tonne',
    label: 'Hold 1,000 kg',
    colorClass: 'brown',
  },
  first_gift: {
    counts: 'gifts',
    threshold: 1,
    title: 'First gift',
    label: 'Give your first gift',
    colorClass: 'green',
  },
  gift_5: {
    counts: 'numbers',
    threshold: 5,
    title: 'Five friends',
    label: 'Give to 5 different people',
    colorClass: 'violet',
  },
  explorer_3: {
    counts: 'projects',
    threshold: 3,
    title: 'Explorer',
    label: 'Support 3 different projects',
    colorClass: 'blue',
  },
  streak_4: {
    counts: 'weeksInARow',
    threshold: 4,
    title: 'Four weeks',
    label: 'Contribute 4 weeks in a row',
    colorClass: 'wine',
  },
  sdg_5: {
    counts: 'goals',
    threshold: 5,
    title: 'Five goals',
    label: 'Support 5 different Global Goals',
    colorClass: 'green',
  },
} as const satisfies Record<AchievementCode, Omit<AchievementKind, 'code'>>

/** The achievements in the order in which they are shown. */
export const achievementTable: readonly AchievementKind[] = achievementCodes.map((code) => ({
  code,
  ...kinds[code],
}))

/** Singular and plural of a measure's unit. */
export const measureUnits: Readonly<Record<Measure, readonly [one: string, many: string]>> = {
  kg: ['kg', 'kg'],
  gifts: ['gift', 'gifts'],
  numbers: ['person', 'people'],
  projects: ['project', 'projects'],
  weeksInARow: ['week', 'weeks'],
  goals: ['goal', 'goals'],
}
