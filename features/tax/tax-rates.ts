// Reads the operator's file of tax rates, and finds the rate of a country on a day (docs/product.md#tax). Rates
// are decimal text in percent, never a float. Pure.
import { countryCodes } from '#values/lists/country-codes.ts'

/** A rate of a country from a day on. The country `*` contains all countries without a row of their own. */
export type TaxRate = { readonly country: string; readonly rate: string; readonly from: string }
/** The rates of the setting `TAX`, or none. */
export type Tax = { readonly rates: readonly TaxRate[] }

export const noTax: Tax = { rates: [] }

const header = 'country,rate,from'
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
  if (first !== header) return { faults: [`line 1 must be "${header}".`] }
  if (lines.length > linesMax) return { faults: [`it has more than ${linesMax} rates.`] }
  const rates: TaxRate[] = []
  const faults: string[] = []
  const firstLines = new Map<string, number>()
  for (const [index, line] of lines.entries()) {
    const number = index + 2
    const [country = '', rate = '', from = '', ...more] = line.split(',')
    const name = `${country},${from}`
    const fault = more.length > 0 ? 'it needs three columns' : faultOf({ country, rate, from })
    if (fault !== null) faults.push(`line ${number}: ${fault}.`)
    else if (firstLines.has(name)) {
      faults.push(
        `line ${number}: line ${firstLines.get(name)} has a rate of that country and day.`,
      )
    } else rates.push({ country, rate, from })
    if (!firstLines.has(name)) firstLines.set(name, number)
  }
  if (faults.length > 0) return { faults }
  const holdsToday = rates.some(({ country, from }) => country === everyCountry && from <= today)
  return holdsToday ? { rates } : { faults: ['it needs a row "*" whose day is not after today.'] }
}

function faultOf({ country, rate, from }: TaxRate): string | null {
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

/**
 * Returns the rate of a country on a day: the newest row of that country or, without one on that day, of `*`.
 * Returns 0 before the first row, and without tax.
 */
export function taxRateOf({ rates }: Tax, country: string, day: string): string {
  const newestOf = (name: string) =>
    rates
      .filter((each) => each.country === name && each.from <= day)
      .reduce<TaxRate | null>((best, each) => (best && best.from > each.from ? best : each), null)
  return (newestOf(country) ?? newestOf(everyCountry))?.rate ?? '0'
}
