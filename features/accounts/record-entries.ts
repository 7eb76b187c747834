// Takes a file of manual entries into the books: all rows or none. Accounts of people, holds, programmes, taxes and
// rewards are refused, because the product itself keeps them.
import { z } from 'zod'
import { manualAccountNames, manualAccountOf } from '#ledger/accounts.ts'
import { holdBooksOpen } from '#ledger/closed-months.ts'
import { type ManualEntry, writeManualEntries } from '#ledger/manual-entries.ts'
import { holdsPhone } from '#platform/database/audit/kept-subject.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { trimmed } from '#providers/registries/projects/registry-fields.ts'
import { readCsvRows } from '#providers/registries/tables/csv-rows.ts'
import type { FileSource, RowFault } from '#providers/registries/tables/file-source.ts'
import { orFaults, readWhole } from '#providers/registries/tables/whole-file.ts'
import { decimalsOf, isOwnCurrency } from '#values/money/currencies.ts'
import { minorText } from '#values/money/money.ts'
import { holdsUnseen } from '#values/text/unseen-characters.ts'
import { findReportedCurrencies } from './payout-queries.ts'

/** Maximum number of entries of a file. A second person reads each. */
const entriesMax = 100
/** Maximum length of the reason of an entry, in characters. */
const reasonMax = 200
/** The oldest day of an entry. */
const firstDay = '2000-01-01'

const cells = z.object({
  debit: trimmed,
  credit: trimmed,
  amount: trimmed,
  currency: trimmed,
  value_date: trimmed,
  reason: trimmed,
})
type Cells = z.output<typeof cells>
const isKnown = (name: string) => Object.hasOwn(cells.shape, name)

/** The state of the books to which a file is compared. */
type Books = {
  readonly today: string
  /** The last closed day; empty without one. */
  readonly closedThrough: string
  /** Currencies of the card provider's reports, in addition to those of the product. */
  readonly reported: ReadonlySet<string>
}

/** Returns the schema of a row. It names every fault of the row, so that one round mends a file. */
const rowIn = (books: Books) =>
  cells.transform((row, context): Omit<ManualEntry, 'file' | 'line'> => {
    const faults = faultsOf(row, books)
    for (const column of cells.keyof().options) {
      const message = row[column] === '' ? 'is missing' : faults[column]
      if (message !== null) context.addIssue({ code: 'custom', path: [column], message })
    }
    const [debit, credit] = [manualAccountOf(row.debit), manualAccountOf(row.credit)]
    if (context.issues.length > 0 || debit === null || credit === null) return z.NEVER
    const { amount, currency, value_date: valueDate, reason } = row
    return { debit, credit, amountMinor: minorOf(amount, currency), currency, valueDate, reason }
  })

type Faults = Readonly<Record<keyof Cells, string | null>>

/** Returns what is wrong with each cell that is not empty, or null. */
function faultsOf({ debit, credit, ...row }: Cells, books: Books): Faults {
  return {
    debit: faultOfAccount(debit),
    credit: debit === credit ? 'is the account of the debit' : faultOfAccount(credit),
    amount: faultOfAmount(row.amount, row.currency),
    currency: isBooked(row.currency, books) ? null : 'is no currency of the product or of a report',
    value_date: faultOfDay(row.value_date, books),
    reason: faultOfText(row.reason),
  }
}

const isBooked = (currency: string, { reported }: Books) =>
  isOwnCurrency(currency) || reported.has(currency)

function faultOfAccount(name: string): string | null {
  if (manualAccountOf(name) !== null) return null
  return `"${name}" is not open to entries; these are: ${manualAccountNames.join(', ')}`
}

function faultOfAmount(amount: string, currency: string): string | null {
  if (!/^\d{1,10}(\.\d{1,3})?$/.test(amount)) return 'is no amount such as 12.50'
  if (!/[1-9]/.test(amount)) return 'is 0'
  if (!/^[A-Z]{3}$/.test(currency)) return null
  const [places, [, decimals = '']] = [decimalsOf(currency), amount.split('.')]
  return decimals.length > places ? `${currency} has ${places} decimals` : null
}

/** Returns an amount without fault in minor units. */
function minorOf(amount: string, currency: string): number {
  const [units = '', decimals = ''] = amount.split('.')
  return Number(units + decimals.padEnd(decimalsOf(currency), '0'))
}

function faultOfDay(day: string, { today, closedThrough }: Books): string | null {
  if (!z.iso.date().safeParse(day).success) return 'is no day such as 2026-10-31'
  if (day < firstDay) return `is before ${firstDay}`
  if (day > today) return 'is in the future'
  return day > closedThrough ? null : `the books are closed through ${closedThrough}`
}

function faultOfText(reason: string): string | null {
  if (reason.length > reasonMax) return `has more than ${reasonMax} characters`
  if (holdsUnseen(reason)) return 'has characters that no reader sees'
  return holdsPhone(reason) ? 'has a phone number' : null
}

export type RecordedEntries = readonly ManualEntry[]

/** Records the entries in one transaction, in which `record` runs with their ids. Returns them, or the faults. */
export function recordEntries(
  db: Database,
  source: FileSource,
  today: string,
  record: (tx: Transaction, ids: readonly string[], entries: RecordedEntries) => Promise<void>,
): Promise<RecordedEntries | { readonly faults: readonly RowFault[] }> {
  return orFaults(() =>
    db.transaction(async (tx) => {
      const closedThrough = (await holdBooksOpen(tx))?.closed_through ?? ''
      const reported = new Set((await findReportedCurrencies(tx)).map(({ currency }) => currency))
      const schema = rowIn({ today, closedThrough, reported })
      const rows = await readWhole(
        source,
        readCsvRows(source, schema, { isKnown, ignored: [] }),
        entriesMax,
      )
      const entries = rows.map(({ row, file, line }): ManualEntry => ({ ...row, file, line }))
      const ids = await writeManualEntries(tx, entries)
      await record(tx, ids, entries)
      return entries
    }),
  )
}

/** Returns an entry in words, such as `fees to bank, 12.50 GBP on 2026-10-31: Bank charge`. */
export function entryText(entry: ManualEntry): string {
  const { debit, credit, currency, amountMinor, valueDate, reason } = entry
  const amount = `${minorText(amountMinor, decimalsOf(currency))} ${currency}`
  return `debit ${debit.name}, credit ${credit.name}, ${amount} on ${valueDate}: ${reason}`
}
