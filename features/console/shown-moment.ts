// Words moments for staff, in UTC.

/** Returns a time such as `2026-11-27 09:30 UTC`. */
export function minuteOf(moment: Date): string {
  return `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
