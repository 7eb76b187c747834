// Formats counts, days and amounts in a language, for texts of the server: pages, papers and
// pictures, whose readers' country is unknown. Pure.
import { type Language, localeOf } from '#values/lists/languages.ts'

/** In groups: `1,030`. */
export function countIn(language: Language, value: number): string {
  return new Intl.NumberFormat(localeOf(language)).format(value)
}

/** With at most `digits` decimals, and without zeros at the end. */
export function factorIn(language: Language, value: number, digits: number): string {
  const format = { maximumFractionDigits: digits }
  return new Intl.NumberFormat(localeOf(language), format).format(value)
}

/** `value` in units of the currency, with two decimals and at most `digits`. */
export function amountIn(language: Language, value: number, currency: string, digits = 2): string {
  const figures = { minimumFractionDigits: 2, maximumFractionDigits: Math.max(2, digits) }
  const format = { style: 'currency', currency, ...figures } as const
  return new Intl.NumberFormat(localeOf(language), format).format(value)
}

/** `2026-11-22` as `22 November 2026`. */
export function dayIn(language: Language, day: string): string {
  const format = { dateStyle: 'long', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(localeOf(language), format).format(new Date(day))
}

/** Day and minute in UTC, without the name of the zone. */
export function momentIn(language: Language, moment: Date): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(localeOf(language), format).format(moment)
}
