// Computes ISO weeks in UTC: pure date arithmetic, no clock.

const dayMs = 86_400_000

export type IsoWeek = { readonly year: number; readonly week: number }

/** Returns the Monday, 00:00 UTC, of the week of a time. */
export function weekStart(moment: Date): Date {
  const midnight = Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate())
  const sinceMonday = (new Date(midnight).getUTCDay() + 6) % 7
  return new Date(midnight - sinceMonday * dayMs)
}

/** Returns year and week of ISO 8601. A week belongs to the year of its Thursday. */
export function isoWeek(moment: Date): IsoWeek {
  const thursday = new Date(weekStart(moment).getTime() + 3 * dayMs)
  const firstDay = Date.UTC(thursday.getUTCFullYear(), 0, 1)
  const week = Math.floor((thursday.getTime() - firstDay) / (7 * dayMs)) + 1
  return { year: thursday.getUTCFullYear(), week }
}

/** Returns the API's text of a week, without padding: `2026-7` (docs/product.md#weekly-purchases). */
export function weekLabel({ year, week }: IsoWeek): string {
  return `${year}-${week}`
}

/** Returns the Mondays of the last `count` weeks, oldest first, including the week of `moment`. */
export function lastWeekStarts(moment: Date, count: number): Date[] {
  const last = weekStart(moment).getTime()
  return Array.from({ length: count }, (_, i) => new Date(last - (count - 1 - i) * 7 * dayMs))
}
