// Formats counts, days and amounts in a language, for texts of the server: pages, papers and
// pictures, whose readers' country is unknown. Pure.
import { type Language, localeOf } from '#values/lists/languages.ts'

/** Returns a number with digit groups, such as `1,030`. */
export function countIn(language: Language, value: number): string {
  return new Intl.NumberFormat(localeOf(language)).format(value)
}

/** Returns an exchange rate with 4 decimals. */
export function rateIn(language: Language, rate: number): string {
  const format = { minimumFractionDigits: 4, maximumFractionDigits: 4 }
  return new Intl.NumberFormat(localeOf(language), format).format(rate)
}

/** Returns an exchange rate with all of its 10 significant digits. */
export function exactRateIn(language: Language, rate: number): string {
  return new Intl.NumberFormat(localeOf(language), { maximumSignificantDigits: 10 }).format(rate)
}

/** Returns a rate in percent, such as `8.1%`, from its decimal text. */
export function percentIn(language: Language, rate: string): string {
  const format = { style: 'percent', maximumFractionDigits: 4 } as const
  return new Intl.NumberFormat(localeOf(language), format).format(Number(rate) / 100)
}

/** Returns an amount with 2 decimals. `value` is in units of the currency. */
export function amountIn(language: Language, value: number, currency: string): string {
  return moneyIn(language, value, currency, { least: 2, most: 2 })
}

/** Returns a price per kilogram with all its decimals, at most 6. Under 0.10 it has at least 4, as on the screen. */
export function unitPriceIn(language: Language, value: number, currency: string): string {
  return moneyIn(language, value, currency, { least: value < 0.1 ? 4 : 2, most: 6 })
}

type Decimals = { readonly least: number; readonly most: number }

function moneyIn(language: Language, value: number, currency: string, { least, most }: Decimals) {
  const figures = { minimumFractionDigits: least, maximumFractionDigits: most }
  const format = { style: 'currency', currency, ...figures } as const
  return new Intl.NumberFormat(localeOf(language), format).format(value)
}

/** Returns the name of a country by its ISO code. Returns null for a code without one, such as ZZ. */
export function countryIn(language: Language, code: string): string | null {
  const names = new Intl.DisplayNames(localeOf(language), { type: 'region', fallback: 'none' })
  return code === 'ZZ' ? null : (names.of(code) ?? null)
}

/** Returns `22 November 2026` for `2026-11-22`. */
export function dayIn(language: Language, day: string): string {
  const format = { dateStyle: 'long', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(localeOf(language), format).format(new Date(day))
}

/** Returns the day and the time in UTC, to the minute, without the name of the zone. */
export function momentIn(language: Language, moment: Date): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(localeOf(language), format).format(moment)
}

const unitSeconds = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Returns how long ago a moment was, in its largest whole unit, such as `3 minutes ago`. */
export function ageIn(language: Language, moment: Date, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - moment.getTime()) / 1_000))
  const [unit, length] = unitSeconds.find(([, each]) => seconds >= each) ?? ['second', 1]
  const format = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'always' })
  return format.format(-Math.floor(seconds / length), unit)
}

/** Returns the texts as one list, such as `one, two and three`. */
export function listIn(language: Language, texts: readonly string[]): string {
  return new Intl.ListFormat(localeOf(language), { type: 'conjunction' }).format(texts)
}
