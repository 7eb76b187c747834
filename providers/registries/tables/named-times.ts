// Finds the days, months and years in a registry's text, in any common notation, and compares them with a day. A
// text may have several, such as the two ends of a period. Pure.
import { fold } from '#values/text/fold.ts'
import { monthAlternatives, monthByName } from '#values/text/month-names.ts'
import { dayOf } from './day-of.ts'

const year = '(?<year>(?:19|2\\d)\\d\\d)'
const short = "['’]?(?<short>\\d\\d)(?!\\d)"
const month = '(?<month>0?[1-9]|1[0-2])'
const day = '(?<day>0?[1-9]|[12]\\d|3[01])'
/** Words and letters of quarters, halves and weeks in the product's languages, folded. */
const partOfYear =
  '[qhwts]|kw|quart(?:al|er)|kwartaal|trim(?:est(?:re|er|rale?))?|ceyrek|semest(?:re|er|rale?)|half|halbjahr'
const weekWord =
  '(?:w|kw|cw|wk|weeks?|(?:kalender)?wochen?|semaine|semana|settimana|sett|hafta|weken)\\.?'
const weekNumber = '(?<week>0?[1-9]|[1-4]\\d|5[0-3])'
/** A week by its number, in the product's languages, folded: `KW 51`, `51. hafta`. */
const weeks = [
  `(?<![\\p{L}\\d])${weekWord}\\s?${weekNumber}(?!\\d)`,
  `(?<!\\d)${weekNumber}(?:st|nd|rd|th|e|\\.|ª|a)?\\s?${weekWord}(?!\\p{L})`,
]
const beforeYear = '[\\s/.,-]*(?:(?:of|de|del|di|van|von|yili)\\s+)?'
const gap = '\\s?[-–/.]\\s?'

const named = `(?<!\\p{L})(?<name>${monthAlternatives})(?!\\p{L})\\.?`
const ordinal = '(?:st|nd|rd|th|er|\\.)?'

/** Notations of a day or a month. An American day has its month first; both readings of a day are tried. */
const notations = [
  `(?<!\\d)${year}(?<month>0[1-9]|1[0-2])(?<day>0[1-9]|[12]\\d|3[01])?(?!\\d)`,
  `(?<!\\d)${year}${gap}${month}(?:${gap}${day})?(?!\\d)`,
  `(?<!\\d|\\d[-/.])${month}${gap}${year}(?!\\d)`,
  `(?<!\\d|\\d[-/.])${day}${gap}${month}${gap}${year}(?!\\d)`,
  `(?<!\\d|\\d[-/.])${month}/${day}/${year}(?!\\d)`,
  `(?:(?<!\\d)${day}${ordinal}(?:\\s?[-–/]\\s?|\\s+)(?:de\\s+)?)?${named}(?:[\\s,/-]+|\\s+del?\\s+)${year}(?!\\d)`,
  `${named}\\s*${day}${ordinal},?\\s+${year}(?!\\d)`,
  `(?<!\\d)${year}[\\s,/-]+${named}(?:[\\s/-]+${day}(?!\\d))?`,
  ...weeks.flatMap((week) => [
    `${week}${beforeYear}${year}(?!\\d)`,
    `(?<!\\d)${year}[\\s/.,-]*${week.replace(/^\(\?<!.*?\)/, '')}`,
  ]),
  `(?<!\\d)${year}-?m${month}(?!\\d)`,
  `(?<!\\d)${year}-(?<dayOfYear>[0-3]\\d\\d)(?!\\d)`,
  // Years of two digits, where the rest of the notation leaves no doubt that they are years.
  `(?<!\\d)${day}${gap}${month}${gap}${short}`,
  `(?<!\\d)${month}/${day}/${short}`,
  `(?<!\\d)${day}${ordinal}(?:[-–/]|\\s*)(?:de\\s+)?${named}[\\s,/-]*(?:del?\\s+)?${short}`,
  `${named}\\s*${day}${ordinal},\\s*${short}`,
  `${named}[\\s,/-]*['’](?<short>\\d\\d)(?!\\d)`,
  `(?<!\\d)(?<since>(?:19|2\\d)\\d\\d)\\s?[-–/]\\s?${short}(?!\\s?[-–/.]\\s?\\d)`,
  `(?<![\\p{L}\\d])(?:[fcmv]y|vintage|(?:${partOfYear})\\s?\\d{1,2}|\\d(?:er|o|\\.)?\\s?(?:${partOfYear}))[\\s/-]*${short}`,
  `(?<![\\p{L}\\d])${short}[\\s/-]*(?:[qhw]|kw)\\s?\\d{1,2}(?!\\d)`,
].map((notation) => new RegExp(notation, 'giu'))

/** Notations that are a day of a month if the text has a year of four digits elsewhere, such as `Jan 27`. */
const yearlessNotations = [
  `${named}[\\s,/-]*${short}`,
  `(?<!\\d|\\d[-/.])${month}/${short}(?!/)`,
].map((notation) => new RegExp(notation, 'giu'))

/** The first year of two digits that is of the last century, because no unit is older than 1990. */
const lastCenturyFrom = 90

/** Returns the years in a text, each with four digits, also those of days without separators. */
export function yearsIn(text: string): string[] {
  const fused = text.replace(
    /(?<!\d)((?:19|2\d)\d\d)(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])?(?!\d)/g,
    '$1',
  )
  return fused.match(/(?<!\d)(?:19|2\d)\d\d(?!\d)/g) ?? []
}

/** Returns the days, months and years that a text names, such as `2026-11-28`, `2026-11` and `2026`, in all readings. */
export function timesIn(text: string): string[] {
  const day = dayOf(text)
  return day === undefined ? [...yearsIn(text), ...momentsIn(text)] : [day]
}

/**
 * Returns true if the text names a day, a month or a year after a day such as `2026-11-28`. A text with two readings
 * counts as its later one, because units of the future must not be sold.
 */
export function isAfter(text: string, day: string): boolean {
  return timesIn(text).some((time) => time > day.slice(0, time.length))
}

/** Returns true if the text names a day, a month or a year before a day. Of two readings, the earlier one counts. */
export function isBefore(text: string, day: string): boolean {
  return timesIn(text).some((time) => time < day.slice(0, time.length))
}

/** Returns days and months in a text, such as `2026-11-28` and `2026-11`. */
function momentsIn(text: string): string[] {
  const plain = fold(text)
  const tried = yearsIn(plain).length === 0 ? [...notations, ...yearlessNotations] : notations
  return tried.flatMap((notation) =>
    [...plain.matchAll(notation)].flatMap(({ groups = {} }) => {
      // 2024-04 is a month, and no range of years.
      if (groups.since !== undefined && wholeYear(groups.short) < groups.since) return []
      if (groups.dayOfYear !== undefined) {
        return dayAt(Date.UTC(Number(groups.year), 0, Number(groups.dayOfYear)))
      }
      if (groups.week !== undefined) return mondayOf(Number(groups.year), Number(groups.week))
      const monthNumber = groups.month ?? monthByName.get(groups.name ?? '')?.toString()
      return [groups.year ?? wholeYear(groups.short), monthNumber, groups.day]
        .filter((part) => part !== undefined)
        .map((part) => part.padStart(2, '0'))
        .join('-')
    }),
  )
}

/** Returns the first day of a week of ISO 8601. Its year's first week has the fourth of January. */
function mondayOf(year: number, weekNumber: number): string {
  const fourth = new Date(Date.UTC(year, 0, 4))
  const daysSinceMonday = (fourth.getUTCDay() + 6) % 7
  fourth.setUTCDate(4 - daysSinceMonday + (weekNumber - 1) * 7)
  return dayAt(fourth.getTime())
}

const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 'yyyy-mm-dd'.length)

function wholeYear(short = ''): string {
  return Number(short) >= lastCenturyFrom ? `19${short}` : `20${short}`
}
