// Reads the European Central Bank's files of euro reference rates: XML of one day or of many, and
// its CSV forms. Rates stay the published decimal text; rates-judgement.ts checks them.
import { parse } from 'csv-parse/sync'
import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import type { DailyRates } from '#providers/exchange-rates/exchange-rates.ts'
import { separatorFault } from '#providers/registries/tables/cell-separator.ts'

const source = 'European Central Bank'
/** The currency whose unit every rate counts. */
const base = 'EUR'
/** Maximum number of days in a file. The bank's history since 1999 has about 7,000. */
const daysMax = 10_000

const dayPath = 'Envelope.Cube.Cube'
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseAttributeValue: false,
  processEntities: false,
  isArray: (_name, path) => path === dayPath || path === `${dayPath}.Cube`,
})

const currency = z.string().regex(/^[A-Z]{3}$/)
/**
 * The entry of a rate. Other entries are ignored; if a currency of the product is missing, the rates
 * are refused later.
 */
const rateEntry = z.object({ currency, rate: z.string().max(40) })
const published = z.object({
  Envelope: z.object({
    Cube: z.object({
      Cube: z
        .array(
          z.object({
            time: z.iso.date(),
            Cube: z.array(z.unknown()).max(200),
          }),
        )
        .min(1)
        .max(daysMax),
    }),
  }),
})

const csvRecord = z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) })

/** The error of a file in a format that the bank does not publish. */
export class UnreadableRates extends Error {
  override name = 'UnreadableRates'
}

/** Returns the rates of a daily file. Throws UnreadableRates. */
export function readDailyFile(xml: string): DailyRates {
  const [day, ...others] = readXml(xml)
  if (day === undefined || others.length > 0) throw unknownFormat()
  return day
}

/** Returns the rates of every day in a file, in its order. Throws UnreadableRates. */
export function readRatesFile(text: string): readonly DailyRates[] {
  return text.trimStart().startsWith('<') ? readXml(text) : readCsv(text)
}

function readXml(xml: string): readonly DailyRates[] {
  try {
    const { Envelope } = published.parse(parser.parse(xml.trimStart(), true))
    return Envelope.Cube.Cube.map(({ time, Cube }) =>
      dailyRates(
        time,
        Cube.flatMap((each) => rateEntry.safeParse(each).data ?? []).map((each) => [
          each.currency,
          each.rate,
        ]),
      ),
    )
  } catch (cause) {
    throw cause instanceof UnreadableRates ? cause : unknownFormat(cause)
  }
}

/**
 * Parses CSV: the header `Date, USD, …` and a line for each day. The bank ends lines with a comma;
 * `N/A` means no rate on that day.
 */
function readCsv(text: string): readonly DailyRates[] {
  const separator = separatorFault(text.trimStart().split('\n')[0] ?? '')
  if (separator !== null) throw new UnreadableRates(`Line 1: ${separator}.`)
  const [header, ...rows] = csvRecords(text)
  const [date, ...currencies] = withoutLastEmpty(header?.record ?? [])
  if (date !== 'Date') throw unknownFormat()
  if (rows.length > daysMax) throw unknownFormat()
  if (rows.length === 0) throw new UnreadableRates('There are no rates below the header.')
  return rows.map(({ record, info: { lines: line } }) => {
    const hasExtraCell = record.length > currencies.length + 1
    const [dayText = '', ...rates] = hasExtraCell ? withoutLastEmpty(record) : record
    const day = dayOf(dayText)
    if (day === null) throw new UnreadableRates(`Line ${line}: "${dayText}" is no day.`)
    if (rates.length !== currencies.length) {
      const count = `${rates.length} rates for ${currencies.length} currencies`
      throw new UnreadableRates(`Line ${line} has ${count}.`)
    }
    const ratesByCode = currencies.map((code, index) => [code, rates[index] ?? ''] as const)
    return dailyRates(
      day,
      ratesByCode.filter(
        ([code, each]) => currency.safeParse(code).success && each !== 'N/A' && each !== '',
      ),
    )
  })
}

function withoutLastEmpty(record: readonly string[]): readonly string[] {
  return record.at(-1) === '' ? record.slice(0, -1) : record
}

function csvRecords(text: string) {
  try {
    const options = { info: true, trim: true, skip_empty_lines: true, relax_column_count: true }
    return z.array(csvRecord).parse(parse(text, options))
  } catch (cause) {
    throw unknownFormat(cause)
  }
}

const months =
  'January February March April May June July August September October November December'

/** Reads a day such as `2026-04-13`, or `13 April 2026` in the daily CSV file. */
function dayOf(text: string): string | null {
  const [, day = '', month = '', year] = /^(\d{1,2}) ([A-Z][a-z]+) (\d{4})$/.exec(text) ?? []
  const number = months.split(' ').indexOf(month) + 1
  const iso = `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
  return z.iso.date().safeParse(year === undefined ? text : iso).data ?? null
}

/**
 * Makes the rates of a day. A currency with several rates has none, and is refused later if the product needs
 * it. Throws UnreadableRates if the rates do not count units of one euro.
 */
function dailyRates(
  asOf: string,
  rates: readonly (readonly [currency: string, rate: string])[],
): DailyRates {
  const euro = rates.find(([code]) => code === base)
  if (euro !== undefined && Number(euro[1]) !== 1) {
    throw new UnreadableRates(`The rates of ${asOf} count ${euro[1]} euros to a euro.`)
  }
  const codes = rates.map(([code]) => code)
  const single = rates.filter(
    ([code]) => code !== base && codes.indexOf(code) === codes.lastIndexOf(code),
  )
  return { source, asOf, unitsPerEur: { [base]: '1', ...Object.fromEntries(single) } }
}

function unknownFormat(cause?: unknown): UnreadableRates {
  return new UnreadableRates('The exchange rates came in an unknown form.', { cause })
}
