// Writes a time as its day in UTC, and counts days.

const dayMs = 86_400_000

/** Returns the day in UTC, such as `2026-11-22`. */
export function utcDayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** Returns the day that is a number of days after another, such as `2026-11-22`. */
export function addDays(day: string, days: number): string {
  return utcDayOf(new Date(Date.parse(day) + days * dayMs))
}
