// Calculates with days in UTC, such as `2026-10-31`.
import { utcDayOf } from '#values/text/utc-day.ts'

const dayMs = 86_400_000

/** Returns the start of a day in UTC. */
export const utcMidnightOf = (day: string): Date => new Date(`${day}T00:00:00Z`)

/** Returns the day that is a number of days later. */
export const addDays = (day: string, days: number): string =>
  utcDayOf(new Date(utcMidnightOf(day).getTime() + days * dayMs))
