// Reads the operator's file of tax rates, and finds the rate of a country on a day (docs/product.md#tax). Rates
// are decimal text in percent, never a float.
import { separatorFault } from '#providers/registries/tables/cell-separator.ts'
import { countryCodes } from '#values/lists/country-codes.ts'

/** Reasons of a rate of 0 that the file may name. Receipts print them in their language. */
export const zeroReasons = ['exempt', 'zero_rated', 'outside_scope', 'small_business'] as const
export type ZeroReason = (typeof zeroReasons)[number]

/** A rate of a country from a day on. The country `*` contains all countries without a row of their own. */
export type TaxRate = {
  readonly country: string
  readonly rate: string
  readonly from: string
  /** Why the rate is 0. Absent or null where the file does not say it. */
  readonly reason?: ZeroReason | null
}
/** The rates of the setting `TAX`, or none. */
export type Tax = { readonly rates: readonly TaxRate[] }

export const noTax: Tax = { rates: [] }

/** The number of columns of each header. */
const headers = new Map([
  ['country,rate,from', 3],
  ['country,rate,from,reason', 4],
])
const everyCountry = '*'
/** Below 100 percent, with at most 4 decimals. */
const rateForm = /^(?:0|[1-9]\d?)(?:\.\d{1,4})?$/
const dayForm = /^\d{4}-\d{2}-\d{2}$/
const linesMax = 5_000

/**
 * Reads the file's text. Returns the rates, or a sentence for each wrong line. `today` is a day in UTC, on which a
 * rate of `*` must hold.
 */
export function readTaxRates(
  text: string,
  today: string,
): Tax | { readonly faults: readonly string[] } {
  const [first, ...lines] = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const columnCount = headers.get(first ?? '')
  if (columnCount === undefined) {
    const separator = separatorFault(first ?? '')
    const header = `must be "${[...headers.keys()].join('" or "')}"`
    return { faults: [separator === null ? `line 1 ${header}.` : `line 1: ${separator}.`] }
  }
  if (lines.length > linesMax) return { faults: [`it has more than ${linesMax} rates.`] }
  const rates: TaxRate[] = []
  const faults: string[] = []
  const firstLines = new Map<string, number>()
  for (const [index, line] of lines.entries()) {
    const number = index + 2
    const cells = line.split(',')
    const [country = '', rate = '', from = '', reasonText = ''] = cells
    const name = `${country},${from}`
    const reason = zeroReasons.find((each) => each === reasonText) ?? null
    const fault =
      cells.length > columnCount
        ? `it needs ${columnCount === 3 ? 'three' : 'four'} columns`
        : (faultOf({ country, rate, from }) ?? reasonFaultOf(rate, reasonText))
    if (fault !== null) faults.push(`line ${number}: ${fault}.`)
    else if (firstLines.has(name)) {
      faults.push(
        `line ${number}: line ${firstLines.get(name)} has a rate of that country and day.`,
      )
    } else rates.push({ country, rate, from, reason })
    if (!firstLines.has(name)) firstLines.set(name, number)
  }
  if (faults.length > 0) return { faults }
  const holdsToday = rates.some(({ country, from }) => country === everyCountry && from <= today)
  return holdsToday ? { rates } : { faults: ['it needs a row "*" whose day is not after today.'] }
}

/** Returns what is wrong with the reason of a row, which only a rate of 0 may have. */
function reasonFaultOf(rate: string, reason: string): string | null {
  if (reason === '') return null
  if (Number(rate) !== 0) return 'only a rate of 0 has a reason'
  return zeroReasons.some((each) => each === reason)
    ? null
    : `the reason must be empty, or one of ${zeroReasons.join(', ')}`
}

function faultOf({ country, rate, from }: Omit<TaxRate, 'reason'>): string | null {
  if (country !== everyCountry && !countryCodes.has(country)) {
    return 'the country must be two capitals of ISO 3166, such as DE, or *'
  }
  if (!rateForm.test(rate)) {
    return 'the rate must be a number of percent below 100 with at most 4 decimals, such as 19 or 8.1'
  }
  return isDay(from) ? null : 'the day must be a date such as 2026-01-01'
}

/** Returns false for a day that does not exist: Date would read 2026-02-31 as a day of March. */
function isDay(text: string): boolean {
  if (!dayForm.test(text)) return false
  const midnight = new Date(`${text}T00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
}

/** The rate that holds where the file has none. */
const untaxed: Pick<TaxRate, 'rate' | 'reason'> = { rate: '0', reason: null }

/**
 * Returns the rate of a country on a day: the newest row of that country or, without one on that day, of `*`.
 * Returns 0 before the first row, and without tax.
 */
export function taxRateOf(
  { rates }: Tax,
  country: string,
  day: string,
): Pick<TaxRate, 'rate' | 'reason'> {
  const newestOf = (name: string) =>
    rates
      .filter((each) => each.country === name && each.from <= day)
      .reduce<TaxRate | null>((best, each) => (best && best.from > each.from ? best : each), null)
  return newestOf(country) ?? newestOf(everyCountry) ?? untaxed
}
