// Writes a time as its day in UTC.

/** Returns the day in UTC, such as `2026-11-22`. */
export function utcDayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
