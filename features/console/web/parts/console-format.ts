// Formats numbers, amounts and times of the console, which is in English only.

/** The browser's English, such as American English; otherwise British English. */
const locale = navigator.language.startsWith('en') ? navigator.language : 'en-GB'

const decimals = new Intl.NumberFormat(locale, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})
const priceDecimals = new Intl.NumberFormat(locale, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
})
const whole = new Intl.NumberFormat(locale)
const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const preciseTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })
const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
const localDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const shortDay = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** `1,234.50 GBP`. The code of the currency, because `$` has many. */
export const formatMoney = (amount: number, currency: string) =>
  `${decimals.format(amount)} ${currency}`

/** A price of a kilogram with all its decimals, at most 6. */
export const formatPrice = (amount: number, currency: string) =>
  `${priceDecimals.format(amount)} ${currency}`

/** `-1,234.50`: an amount of a table whose column names the currency. */
export const formatDecimals = (amount: number) => decimals.format(amount)

export const formatWhole = (value: number) => whole.format(value)
export const formatKilograms = (value: number) => `${whole.format(value)} kg`
export const formatTonnes = (value: number) => `${whole.format(value)} t`

/** The local time of the browser: `27 Nov 2026, 09:30`. */
export const formatMoment = (at: string) => time.format(new Date(at))
/** The local time of the browser, with seconds: `27 Nov 2026, 09:30:12`. */
export const formatPrecisely = (at: string) => preciseTime.format(new Date(at))
/** The local time of day, with seconds. */
export const formatClock = (at: string) => clock.format(new Date(at))
/** The local day of a time: `27 Nov 2026`. */
export const formatLocalDay = (at: string) => localDay.format(new Date(at))
/** The time in UTC, with seconds: `2026-11-27 09:30:00 UTC`. */
export const formatUtc = (at: string) =>
  `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`
/** A day without a time, as it is written: `27 Nov 2026`. */
export const formatDay = (iso: string) => day.format(new Date(iso))
export const formatShortDay = (iso: string) => shortDay.format(new Date(iso))

/** `1 account`, `1,234 accounts`. */
export const formatCount = (count: number, one: string, many = `${one}s`) =>
  `${formatWhole(count)} ${count === 1 ? one : many}`

/** The code of a country or a currency, which stays in capitals. */
const placeCode = /^[A-Z]{2,3}$/

/** `COMPLETED` as `Completed`, `needs_response` as `Needs response`, `GB` and `GBP` as they are. */
export function wordsOf(code: string): string {
  if (placeCode.test(code)) return code
  const words = code.replaceAll(/[_-]+/g, ' ').toLowerCase()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
