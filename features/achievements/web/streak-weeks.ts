// Computes which of the last four ISO weeks (UTC) have a purchase, and the days left in the current one.
// Pure.
import { lastWeekStarts } from '#values/text/iso-week.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Number of weeks that the streak needs. */
const weeksShown = 4

/** `monday` is a day such as `2026-11-16`. */
export type StreakWeek = { readonly monday: string; readonly isDone: boolean }
export type Streak = {
  /** Oldest first; the current week is last. */
  readonly weeks: readonly StreakWeek[]
  readonly isDoneNow: boolean
  /** Days until the current week ends, including today. */
  readonly daysLeft: number
}

/**
 * Returns the streak. `done` holds the Mondays of the weeks with a purchase, such as `2026-11-16`. `now` is
 * in milliseconds.
 */
export function streakOf(done: readonly string[], now: number): Streak {
  const starts = lastWeekStarts(new Date(now), weeksShown)
  const weeks = starts
    .map((start) => start.toISOString().slice(0, 10))
    .map((monday) => ({ monday, isDone: done.includes(monday) }))
  const endsAt = Math.max(...starts.map((start) => start.getTime())) + 7 * dayMs
  return {
    weeks,
    isDoneNow: weeks.at(-1)?.isDone === true,
    daysLeft: Math.ceil((endsAt - now) / dayMs),
  }
}
