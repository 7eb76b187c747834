// Reads the days of a list of the books: those that its query names, or the last ones. Pure.

const dayMs = 86_400_000

/** Number of days of a journal that names none. */
export const journalDays = 31

/** Days in UTC, both included. */
export type Days = {
  readonly since?: string | undefined
  readonly until?: string | undefined
}
export type Period = {
  /** Included. */
  readonly since: Date
  /** Excluded. */
  readonly before: Date
}

/** Returns the start of the day after a date such as `2026-11-27`, in UTC. */
export const endOfDate = (date: string) => new Date(Date.parse(date) + dayMs)

/** Returns the named days. Without a last day it is today; without a first one there are `days` days. */
export function periodOf({ since, until }: Days, days: number, nowMs: number): Period {
  const before =
    until === undefined ? new Date((Math.floor(nowMs / dayMs) + 1) * dayMs) : endOfDate(until)
  const first = since === undefined ? before.getTime() - days * dayMs : Date.parse(since)
  return { since: new Date(first), before }
}
