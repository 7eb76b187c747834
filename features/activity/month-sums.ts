// Sums up the months that a page of activity touches, over all pages: the kilograms of each month
// in the user's time zone.

import type { MonthSums } from '#features/purchases/activity-calls.ts'
import type { Db } from '#platform/database/database.ts'
import { findMonthSums } from './activity-queries.ts'

type Month = { readonly from: Date; readonly to: Date }

/** Returns the month around a time in a time zone, from its first moment to the next month's. */
export function monthAround(moment: Date, timeZone: string): Month {
  const month = Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toPlainYearMonth()
  const firstMoment = (of: Temporal.PlainYearMonth) =>
    new Date(of.toPlainDate({ day: 1 }).toZonedDateTime(timeZone).epochMilliseconds)
  return { from: firstMoment(month), to: firstMoment(month.add({ months: 1 })) }
}

/** Returns the sums of the months that the times of `moments` are in. */
export async function readMonthSums(
  db: Db,
  passportId: string,
  moments: readonly Date[],
  timeZone: string,
): Promise<(moment: Date) => MonthSums> {
  const fromOf = (moment: Date) => monthAround(moment, timeZone).from.getTime()
  const months = new Map(moments.map((moment) => [fromOf(moment), monthAround(moment, timeZone)]))
  const rows = await findMonthSums(db, passportId, [...months.values()])
  const sums = new Map(
    rows.map(({ month_from, kept_kg, given_kg }) => [month_from.getTime(), { kept_kg, given_kg }]),
  )
  return (moment) => sums.get(fromOf(moment)) ?? { kept_kg: 0, given_kg: 0 }
}
