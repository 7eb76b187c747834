// Formats numbers and moments for the reader. It must not round values that are later sent or added
// up.
import { locale, personLocale } from '#web/person-locale.ts'

const formats = new Map<string, Intl.NumberFormat>()

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options)
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(personLocale(), options)
  formats.set(key, made)
  return made
}

function money(value: number, currency: string, digits: number): string {
  try {
    return numberFormat({
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(value)
  } catch {
    // Not a 3-letter code: the number alone is better than an empty page.
    return `${numberFormat({ minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)} ${currency}`
  }
}

/** A round sum: `£1`. */
export function formatWholeAmount(value: number, currency: string): string {
  return money(value, currency, 0)
}

/** `£`, or the code of a currency without a sign. */
export function currencySymbol(currency: string): string {
  return money(0, currency, 0).replace(/[\d\s]/g, '') || currency
}

/** An amount with 2 decimals: `£1.14`. */
export function formatAmount(value: number, currency: string): string {
  return money(value, currency, 2)
}

/** Decimals of a full price; the API sends at most 6. */
function decimalsOf(price: number): number {
  return price.toFixed(6).replace(/0+$/, '').split('.')[1]?.length ?? 0
}

/**
 * A price per kg: 2 decimals, 4 under 0.10 (0.0114 would read 0.01), and more if the price has
 * more: 0.02795 next to 27.95 a tonne must not read 0.0280.
 */
export function formatUnitPrice(pricePerKg: number, currency: string): string {
  const digits = pricePerKg < 0.1 ? Math.max(4, decimalsOf(pricePerKg)) : 2
  return money(pricePerKg, currency, digits)
}

/** The same price for 1,000 kg, next to a price under 0.10; else undefined. */
export function formatTonnePrice(pricePerKg: number, currency: string): string | undefined {
  return pricePerKg < 0.1
    ? money(pricePerKg * 1000, currency, Math.max(2, decimalsOf(pricePerKg) - 3))
    : undefined
}

/** An exchange rate with 4 decimals. */
export function formatRate(rate: number): string {
  return numberFormat({ minimumFractionDigits: 4, maximumFractionDigits: 4 }).format(rate)
}

/** A whole number in groups: `1,248`. */
export function formatCount(value: number): string {
  return numberFormat({ maximumFractionDigits: 0 }).format(value)
}

/** The separator of thousands: `,` in English. */
export function groupSeparator(): string {
  const parts = numberFormat({}).formatToParts(1_234_567)
  return parts.find(({ type }) => type === 'group')?.value ?? ' '
}

/** Kilograms with their unit: `1,248 kg`. */
export function formatKg(value: number): string {
  return `${formatCount(value)}\u00a0kg`
}

/** A day without a time, `2026-11-21`, is the same day for readers west of Greenwich. */
function inZone(moment: string | Date, options: Intl.DateTimeFormatOptions): string {
  const isDay = typeof moment === 'string' && /^\d{4}-\d\d-\d\d$/.test(moment)
  const zone = isDay ? { timeZone: 'UTC' } : {}
  const format = new Intl.DateTimeFormat(personLocale(), { ...options, ...zone })
  return format.format(new Date(moment))
}

/** `21 Nov 2026`. */
export function formatDate(moment: string | Date): string {
  return inZone(moment, { dateStyle: 'medium' })
}

/** `21 Nov`, under a heading with month and year. */
export function formatDay(moment: string | Date): string {
  return inZone(moment, { day: 'numeric', month: 'short' })
}

/** `03 OCT 26`, as on a stamp. */
export function formatStampDate(moment: string): string {
  const options = { day: '2-digit', month: 'short', year: '2-digit' } as const
  const text = new Intl.DateTimeFormat(personLocale(), options).format(new Date(moment))
  return text.toLocaleUpperCase(locale)
}

/** `21 Nov 2026, 08:46`. */
export function formatDateTime(moment: string | Date): string {
  return new Intl.DateTimeFormat(personLocale(), {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(new Date(moment))
}

/** `08:46`. */
export function formatTime(moment: string | Date): string {
  return new Intl.DateTimeFormat(personLocale(), { timeStyle: 'short' }).format(new Date(moment))
}

/** `November 2026`, the heading over a month's offsets. */
export function formatMonth(moment: string | Date): string {
  return new Intl.DateTimeFormat(personLocale(), { month: 'long', year: 'numeric' }).format(
    new Date(moment),
  )
}
