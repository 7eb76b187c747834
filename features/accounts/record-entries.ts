// Takes a file of manual entries into the books: all rows or none. Accounts of people, holds, programmes, taxes and
// rewards are refused, because the product itself keeps them.
import { z } from 'zod'
import { manualAccountNames, manualAccountOf } from '#ledger/accounts.ts'
import { holdBooksOpen } from '#ledger/closed-months.ts'
import { type ManualEntry, writeManualEntries } from '#ledger/manual-entries.ts'
import { holdsPhone } from '#platform/database/audit/kept-subject.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { required } from '#providers/registries/projects/registry-fields.ts'
import { readCsvRows } from '#providers/registries/tables/csv-rows.ts'
import type { FileSource, ReadRow, RowFault } from '#providers/registries/tables/file-source.ts'
import { orFaults, RefusedFile, readWhole } from '#providers/registries/tables/whole-file.ts'
import { currencies, decimalsOf } from '#values/money/currencies.ts'
import { minorText } from '#values/money/money.ts'
import { holdsUnseen } from '#values/text/unseen-characters.ts'

/** Maximum number of entries of a file. A second person reads each. */
const entriesMax = 100
/** Maximum length of the reason of an entry, in characters. */
const reasonMax = 200
/** The oldest day of an entry. */
const firstDay = '2000-01-01'

const account = required.transform((name, context) => {
  const found = manualAccountOf(name)
  if (found !== null) return found
  context.addIssue(`"${name}" is not open to entries; these are: ${manualAccountNames.join(', ')}`)
  return z.NEVER
})
const day = required.pipe(z.iso.date('is no day such as 2026-10-31'))
const reason = required.pipe(
  z
    .string()
    .max(reasonMax, `has more than ${reasonMax} characters`)
    .refine((text) => !holdsUnseen(text), 'has characters that no reader sees')
    .refine((text) => !holdsPhone(text), 'has a phone number'),
)

const columns = z.object({
  debit: account,
  credit: account,
  amount: required.pipe(z.string().regex(/^\d{1,10}(\.\d{1,3})?$/, 'is no amount such as 12.50')),
  currency: required.pipe(z.enum(currencies, 'is no currency of the product')),
  value_date: day,
  reason,
})
const isKnown = (name: string) => Object.hasOwn(columns.shape, name)
const entryRow = columns.transform((row, context): Omit<ManualEntry, 'file' | 'line'> => {
  const { debit, credit, amount, currency, value_date: valueDate, reason } = row
  const [units = '', decimals = ''] = amount.split('.')
  const places = decimalsOf(currency)
  if (decimals.length > places) context.addIssue(`amount: ${currency} has ${places} decimals`)
  const amountMinor = Number(units + decimals.slice(0, places).padEnd(places, '0'))
  if (amountMinor === 0) context.addIssue('amount: is 0')
  if (debit === credit) context.addIssue('credit: is the account of the debit')
  return { debit, credit, amountMinor, currency, valueDate, reason }
})

export type RecordedEntries = readonly ManualEntry[]

/** Records the entries in one transaction, in which `record` runs with their ids. Returns them, or the faults. */
export function recordEntries(
  db: Database,
  source: FileSource,
  today: string,
  record: (tx: Transaction, ids: readonly string[], entries: RecordedEntries) => Promise<void>,
): Promise<RecordedEntries | { readonly faults: readonly RowFault[] }> {
  return orFaults(async () => {
    const rows = await readWhole(
      source,
      readCsvRows(source, entryRow, { isKnown, ignored: [] }),
      entriesMax,
    )
    return db.transaction(async (tx) => {
      const closedThrough = (await holdBooksOpen(tx))?.closed_through ?? ''
      const faults = rows.flatMap((row) => faultsOf(row, closedThrough, today))
      if (faults.length > 0) throw new RefusedFile(faults)
      const entries = rows.map(({ row, file, line }): ManualEntry => ({ ...row, file, line }))
      const ids = await writeManualEntries(tx, entries)
      await record(tx, ids, entries)
      return entries
    })
  })
}

function faultsOf(
  { row, file, line }: ReadRow<{ readonly valueDate: string }>,
  closedThrough: string,
  today: string,
): RowFault[] {
  const { valueDate } = row
  const refuse = (fault: string) => [{ file, line, fault: `value_date: ${fault}` }]
  if (valueDate < firstDay) return refuse(`is before ${firstDay}`)
  if (valueDate > today) return refuse('is in the future')
  if (valueDate <= closedThrough) return refuse(`the books are closed through ${closedThrough}`)
  return []
}

/** Returns an entry in words, such as `fees to bank, 12.50 GBP on 2026-10-31: Bank charge`. */
export function entryText(entry: ManualEntry): string {
  const { debit, credit, currency, amountMinor, valueDate, reason } = entry
  const amount = `${minorText(amountMinor, decimalsOf(currency))} ${currency}`
  return `debit ${debit.name}, credit ${credit.name}, ${amount} on ${valueDate}: ${reason}`
}
