// Finds the reason in a row's days, years and periods why its units may not be sold: a time after today, or two
// cells that cannot both be true. Pure.
import type { RegistryBatch } from '#providers/registries/tables/batch-file.ts'
import { dayOf } from '#providers/registries/tables/day-of.ts'
import { isAfter, isBefore, timesIn, yearsIn } from '#providers/registries/tables/named-times.ts'
import { isKnownColumn, wordsOfColumn } from '#providers/registries/units/batch-columns.ts'
import { type StatedCell, yearAlone } from '#providers/registries/units/unit-facts.ts'
import { lastDayOf } from '#values/serials/serials.ts'

/** A reason why units may not be sold. `says` continues a sentence after the column: `"PER" is planned`. */
export type Unsellable = { readonly column: string; readonly says: string }

/** Matches the number of a period: `MP 3`, `Monitoring period no. 2`, `2nd verification`. */
const periodNumber =
  /^(?:mp|(?:(?:monitoring|verification|reporting) )?period|verification)[\s.:#-]*(?:(?:no|nr)\.?\s*)?\d{1,2}$|^\d{1,2}(?:st|nd|rd|th) (?:monitoring|verification|reporting)(?: period)?$/i

/** Returns the reason, or null. `today` is a day such as `2026-11-25`; null skips the checks for the future. */
export function reasonOfTimes(row: RegistryBatch, today: string | null): Unsellable | null {
  return (
    reasonOfUnread(row) ??
    (today === null ? null : reasonOfFuture(row, today)) ??
    reasonOfOrder(row) ??
    reasonOfVintage(row) ??
    reasonOfIssueDays(row)
  )
}

function reasonOfUnread({ unit }: RegistryBatch): Unsellable | null {
  const isDated = ({ column }: StatedCell) => /\b(?:date|day|on)\b/.test(wordsOfColumn(column))
  const isNumber = ({ text }: StatedCell) => /\p{N}/u.test(text) && !periodNumber.test(text)
  const whole = unit.periods.filter(({ side }) => side === 'whole')
  const undated = [
    ...unit.vintages,
    ...unit.issuances.filter(isDated),
    ...whole.filter(isNumber),
  ].find(({ text }) => yearsIn(text).length === 0)
  if (undated !== undefined) {
    return { column: undated.column, says: `"${undated.text}" has no year` }
  }
  const unread = unit.periods.find(({ side, text }) => {
    return side !== 'whole' && dayOf(text) === undefined && !yearAlone.test(text)
  })
  return unread === undefined
    ? null
    : { column: unread.column, says: `"${unread.text}" is no day such as 2026-04-13` }
}

/** Returns the reason that something is after today. A crediting period may end later. */
function reasonOfFuture(row: RegistryBatch, today: string): Unsellable | null {
  const { vintageYear, issuedOn, serialNumber, unit } = row
  const serialEnd = lastDayOf(serialNumber)
  if (serialEnd !== null && serialEnd > today) {
    return { column: 'serial_number', says: `names a period that ends after today (${serialEnd})` }
  }
  const later = [
    { column: 'vintage_year', text: String(vintageYear) },
    ...(issuedOn === null ? [] : [{ column: 'issuance_date', text: issuedOn }]),
    ...unit.vintages,
    ...unit.issuances,
    ...unit.registrations,
    ...unit.periods,
    ...unit.creditingPeriods.filter(({ side }) => side === 'start'),
  ].find(({ text }) => isAfter(text, today))
  if (later === undefined) return null
  return {
    column: later.column,
    says: `${dayOf(later.text) ?? later.text} is after today (${today})`,
  }
}

type Time = { readonly column: string; readonly time: string }

/**
 * Returns the reason that units were issued, verified or delivered before their vintage or within their period,
 * or that a period ends before it starts.
 */
function reasonOfOrder(row: RegistryBatch): Unsellable | null {
  const { vintageYear, issuedOn, serialNumber, unit } = row
  const timesOf = (side: 'start' | 'end') =>
    unit.periods.flatMap((cell): Time[] =>
      cell.side === side ? timesIn(cell.text).map((time) => ({ column: cell.column, time })) : [],
    )
  const [starts, ends] = [timesOf('start'), timesOf('end')]
  for (const { column, time } of ends) {
    const start = starts.find((each) => isLater(each.time, time))
    if (start !== undefined) return { column, says: `${time} is before its start (${start.time})` }
  }
  const issuances = issuedOn === null ? [] : [{ column: 'issuance_date', text: issuedOn }]
  const serialEnd = lastDayOf(serialNumber)
  for (const { column, text } of [...issuances, ...unit.issuances]) {
    const shown = dayOf(text) ?? text
    if (isBefore(text, `${vintageYear}-01-01`)) {
      return { column, says: `${shown} is before the vintage ${vintageYear}` }
    }
    if (serialEnd !== null && isBefore(text, serialEnd)) {
      const says = `${shown} is before ${serialEnd}, the end of the period that the serial names`
      return { column, says }
    }
    const times = timesIn(text)
    const period = [...ends, ...starts].find(({ time }) =>
      times.some((each) => isLater(time, each)),
    )
    if (period !== undefined) {
      return { column: period.column, says: `${period.time} is after the issuance (${shown})` }
    }
  }
  return null
}

/** Returns true if a time is after another, as far as both state day, month and year. */
function isLater(time: string, other: string): boolean {
  const length = Math.min(time.length, other.length)
  return time.slice(0, length) > other.slice(0, length)
}

/** Returns the reason that a vintage or period does not contain the year of the vintage. */
function reasonOfVintage({ vintageYear, unit }: RegistryBatch): Unsellable | null {
  const stated = [
    ...unit.vintages.map((cell) => ({ ...cell, side: 'whole' as const })),
    ...unit.periods,
    // A registry shows the newest crediting period, which may start after an older vintage.
    ...unit.creditingPeriods.flatMap((cell) =>
      cell.side === 'start' ? [] : [{ ...cell, side: 'end' as const }],
    ),
  ]
  const other = stated.find(({ text, side }) => {
    const years = timesIn(text).map((time) => Number(time.slice(0, 4)))
    const isAllLater = side !== 'end' && years.every((year) => year > vintageYear)
    const isAllEarlier = side !== 'start' && years.every((year) => year < vintageYear)
    return years.length > 0 && (isAllLater || isAllEarlier)
  })
  return other === undefined
    ? null
    : { column: other.column, says: `${other.text} does not contain the vintage ${vintageYear}` }
}

/** Returns the reason that two columns state different days of issue. Time zones may differ by a day. */
function reasonOfIssueDays({ issuedOn, unit }: RegistryBatch): Unsellable | null {
  const issues = unit.issuances.filter(({ column }) => {
    return isKnownColumn(column) && /\bissu/.test(wordsOfColumn(column))
  })
  const day = issuedOn ?? issues.map(({ text }) => dayOf(text)).find((each) => each !== undefined)
  if (day === undefined) return null
  const days = [-1, 0, 1].map((shift) => shifted(day, shift))
  const other = issues.find(({ text }) => {
    const times = timesIn(text)
    const exact = times.filter((time) => time.length > 'yyyy'.length)
    const compared = exact.length > 0 ? exact : times
    return times.length > 0 && !compared.some((time) => days.some((each) => each.startsWith(time)))
  })
  return other === undefined
    ? null
    : { column: other.column, says: `${other.text} is another day of issue than ${day}` }
}

function shifted(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, day.length)
}
