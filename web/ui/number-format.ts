// Formats numbers, dates and times for users. The results are rounded, so code must not send them or
// calculate with them.
import { dates, locale, personLocale } from '#web/person-locale.ts'

const formats = new Map<string, Intl.NumberFormat>()

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options)
  const cached = formats.get(key)
  if (cached) return cached
  const format = new Intl.NumberFormat(personLocale(), options)
  formats.set(key, format)
  return format
}

function money(value: number, currency: string, digits: number): string {
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  try {
    const symbol = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
    return numberFormat({ ...symbol, ...decimals }).format(value)
  } catch {
    // Intl throws for a currency that is not a 3-letter code.
    return `${numberFormat(decimals).format(value)} ${currency}`
  }
}

/** Formats an amount without decimals: `£1`. */
export function formatWholeAmount(value: number, currency: string): string {
  return money(value, currency, 0)
}

/** Returns the currency's symbol, such as `£`, or its code if it has no symbol. */
export function currencySymbol(currency: string): string {
  return money(0, currency, 0).replace(/[\d\s]/g, '') || currency
}

/** Formats an amount with 2 decimals: `£1.14`. */
export function formatAmount(value: number, currency: string): string {
  return money(value, currency, 2)
}

/** Returns the number of decimals of a price. The API sends at most 6. */
function decimalsOf(price: number): number {
  return price.toFixed(6).replace(/0+$/, '').split('.')[1]?.length ?? 0
}

/**
 * Formats a price per kg with 2 decimals. A price under 0.10 has at least 4 decimals, and all decimals of the
 * price: 0.02795 must not be shown as 0.0280 next to 27.95 a tonne.
 */
export function formatUnitPrice(pricePerKg: number, currency: string): string {
  const digits = pricePerKg < 0.1 ? Math.max(4, decimalsOf(pricePerKg)) : 2
  return money(pricePerKg, currency, digits)
}

/** Formats the price of 1,000 kg. Returns undefined for a price of 0.10 per kg or more. */
export function formatTonnePrice(pricePerKg: number, currency: string): string | undefined {
  return pricePerKg < 0.1
    ? money(pricePerKg * 1000, currency, Math.max(2, decimalsOf(pricePerKg) - 3))
    : undefined
}

/** Formats an exchange rate with 4 decimals. */
export function formatRate(rate: number): string {
  return numberFormat({ minimumFractionDigits: 4, maximumFractionDigits: 4 }).format(rate)
}

/** Formats a whole number with separators: `1,248`. */
export function formatCount(value: number): string {
  return numberFormat({ maximumFractionDigits: 0 }).format(value)
}

/** Returns the separator of thousands: `,` in English. */
export function groupSeparator(): string {
  const parts = numberFormat({}).formatToParts(1_234_567)
  return parts.find(({ type }) => type === 'group')?.value ?? ' '
}

/** Formats kilograms with their unit: `1,248 kg`. */
export function formatKg(value: number): string {
  return `${formatCount(value)}\u00a0kg`
}

/**
 * Returns a function that formats a date or time. A date without a time, such as `2026-11-21`, is formatted
 * in UTC, so that users west of Greenwich see the same day.
 */
const dateFormat = (options: Intl.DateTimeFormatOptions) => (moment: string | Date) => {
  const isDay = typeof moment === 'string' && /^\d{4}-\d\d-\d\d$/.test(moment)
  const zone = isDay ? { timeZone: 'UTC' } : {}
  const format = new Intl.DateTimeFormat(dates.locale ?? personLocale(), { ...options, ...zone })
  return format.format(new Date(moment))
}

/** Formats a date as `21 Nov 2026`. */
export const formatDate = dateFormat({ dateStyle: 'medium' })

/** Formats a date as `21 Nov`, for use under a heading with month and year. */
export const formatDay = dateFormat({ day: 'numeric', month: 'short' })

/** Formats a time as `21 Nov 2026, 08:46`. */
export const formatDateTime = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })

/** Formats a time as `08:46`. */
export const formatTime = dateFormat({ timeStyle: 'short' })

/** Formats a month as `November 2026`. */
/** Keeps a date, or another short text, on one line. */
export const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0')
export const formatMonth = dateFormat({ month: 'long', year: 'numeric' })

const stampDate = dateFormat({ day: '2-digit', month: 'short', year: '2-digit' })

/** Formats a date as `03 OCT 26`, for passport stamps. */
export function formatStampDate(moment: string): string {
  return stampDate(moment).toLocaleUpperCase(locale)
}
