// Computes the days of a monthly plan (docs/product.md#monthly-plans). Pure. A period is a month in UTC, named
// by its first day, such as `2026-11-01`.

const runHourUtc = 9
const dayMs = 86_400_000
/** Age of a run, or of a repeated attempt, at which it is left out. */
const missedAfterMs = 7 * dayMs
/** Time after the first attempt of a run at which the next one starts, by the number of declines so far. */
const daysAfterDecline: readonly number[] = [1, 3, 7]
/** Time before a run from which its message may be sent. */
export const noticeSpanMs = 3 * dayMs

/** Returns the period of a moment. */
export function periodOf(moment: Date): string {
  return `${moment.toISOString().slice(0, 7)}-01`
}

/** Returns the start of a period's run. */
export function runOf(period: string, day: number): Date {
  const [year = 0, month = 0] = period.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day, runHourUtc))
}

/** Returns the period after another. */
export function periodAfter(period: string): string {
  const [year = 0, month = 0] = period.split('-').map(Number)
  return periodOf(new Date(Date.UTC(year, month, 1)))
}

/** Returns the first run after `moment` in a period that is not before `earliest`. */
export function nextRunAfter(moment: Date, day: number, earliest: string = periodOf(moment)): Date {
  const present = periodOf(moment)
  const period = earliest > present ? earliest : present
  const run = runOf(period, day)
  return run > moment ? run : runOf(periodAfter(period), day)
}

/** Returns the last millisecond of a moment's day in UTC. The first run of a plan is on a later day. */
export function endOfDay(moment: Date): Date {
  return new Date(new Date(moment).setUTCHours(23, 59, 59, 999))
}

/** Returns the periods from `first` to the one before `end`. */
export function periodsBetween(first: string, end: string): string[] {
  const periods: string[] = []
  for (let period = first; period < end; period = periodAfter(period)) periods.push(period)
  return periods
}

/** Returns true if a run or an attempt is so late that it is left out. */
export function isMissed(dueAt: Date, now: Date): boolean {
  return now.getTime() - dueAt.getTime() >= missedAfterMs
}

/**
 * Returns the time of the attempt after a number of declines, which counts from the first attempt. Returns
 * null if there is none.
 */
export function attemptAfterDecline(startedAt: Date, declines: number): Date | null {
  const days = daysAfterDecline[declines - 1]
  return days === undefined ? null : new Date(startedAt.getTime() + days * dayMs)
}
