// Computes the streak's last four ISO weeks in UTC, and the days left of this one. Pure.
import { lastWeekStarts } from '#values/text/iso-week.ts'

const dayMs = 24 * 60 * 60 * 1000
/** As many weeks as the streak needs. */
const weeksShown = 4

/** `monday`: `2026-11-16`. */
export type StreakWeek = { readonly monday: string; readonly isDone: boolean }
export type Streak = {
  /** Oldest first, the present week last. */
  readonly weeks: readonly StreakWeek[]
  readonly isDoneNow: boolean
  /** Days until this week ends, the present day included. */
  readonly daysLeft: number
}

/**
 * Returns the streak. `done`: the Mondays of the newest weeks that count, as `2026-11-16`. `now` in
 * milliseconds.
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
