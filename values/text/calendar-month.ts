// Reads calendar months such as `2026-10`, and returns their days in UTC.
import { utcDayOf } from './utc-day.ts'

const monthForm = /^(20\d\d)-(0[1-9]|1[0-2])$/

/** A month as days in UTC, such as `2026-10-01`. */
export type CalendarMonth = {
  /** Such as `2026-10`. */
  readonly name: string
  readonly first: string
  /** The first day of the month after it. */
  readonly next: string
}

/** Returns the month, or null if the text is none. */
export function readMonth(name: string): CalendarMonth | null {
  const [, year, month] = monthForm.exec(name) ?? []
  if (year === undefined || month === undefined) return null
  const dayOf = (at: number) => utcDayOf(new Date(Date.UTC(Number(year), at, 1)))
  return { name, first: dayOf(Number(month) - 1), next: dayOf(Number(month)) }
}

/** Returns the name of the month of a day such as `2026-10-31`. */
export const monthOf = (day: string): string => day.slice(0, 7)
