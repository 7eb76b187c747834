// Sums the kilograms of the months on a page of activity, in the user's time zone. A sum includes the whole
// month, even if the month continues on other pages.

import type { MonthSums } from '#features/purchases/activity-calls.ts'
import type { Db } from '#platform/database/database.ts'
import { findMonthSums } from './activity-queries.ts'

type Month = { readonly from: Date; readonly to: Date }

/** Returns the month of a time in a time zone. `from` is its start, `to` is the start of the next month. */
export function monthAround(moment: Date, timeZone: string): Month {
  const month = Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toPlainYearMonth()
  const startOf = (each: Temporal.PlainYearMonth) =>
    new Date(each.toPlainDate({ day: 1 }).toZonedDateTime(timeZone).epochMilliseconds)
  return { from: startOf(month), to: startOf(month.add({ months: 1 })) }
}

/** Reads the sums of the months of `moments`. Returns a function from one of these times to its sums. */
export async function readMonthSums(
  db: Db,
  passportId: string,
  moments: readonly Date[],
  timeZone: string,
): Promise<(moment: Date) => MonthSums> {
  const monthKey = (moment: Date) => monthAround(moment, timeZone).from.getTime()
  const months = new Map(moments.map((moment) => [monthKey(moment), monthAround(moment, timeZone)]))
  const rows = await findMonthSums(db, passportId, [...months.values()])
  const sums = new Map(
    rows.map(({ month_from, kept_kg, given_kg }) => [month_from.getTime(), { kept_kg, given_kg }]),
  )
  return (moment) => sums.get(monthKey(moment)) ?? { kept_kg: 0, given_kg: 0 }
}
