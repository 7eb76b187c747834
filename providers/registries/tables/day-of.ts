// Reads the day of a registry's date, which may have a time after it. The day is never converted to another
// time zone.
import { z } from 'zod'

const time =
  '(?<hour>\\d{1,2}):(?<minute>\\d\\d)(?::(?<second>\\d\\d)(?:\\.\\d{1,9})?)?(?: ?(?<half>[AP]M))?'
const zone = '(?:Z| ?[+-]\\d\\d:?\\d\\d)?'
/** Matches `2025-06-30` and `2025-06-30T19:43:26Z`. */
const isoDate = new RegExp(
  `^(?<year>\\d{4})-(?<month>\\d\\d)-(?<day>\\d\\d)(?:[T ]${time}${zone})?$`,
)
/** Matches `6/30/2025` and `6/30/2025 7:43:26 PM`, with the month first. */
const americanDate = new RegExp(
  `^(?<month>\\d{1,2})/(?<day>\\d{1,2})/(?<year>\\d{4})(?: ${time})?$`,
  'i',
)

const realDay = z.iso.date()

/** Returns a day such as `2025-06-30`; undefined if the text is no date, or the day or time is impossible. */
export function dayOf(text: string): string | undefined {
  const parts = (isoDate.exec(text) ?? americanDate.exec(text))?.groups
  if (parts === undefined || !isPossibleTime(parts)) return undefined
  const { year, month = '', day = '' } = parts
  return realDay.safeParse(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`).data
}

function isPossibleTime({
  hour = '0',
  minute = '0',
  second = '0',
  half,
}: Record<string, string>): boolean {
  const hours = Number(hour)
  const isHour = half === undefined ? hours < 24 : hours >= 1 && hours <= 12
  return isHour && Number(minute) < 60 && Number(second) < 60
}
