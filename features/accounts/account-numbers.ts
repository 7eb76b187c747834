// Reads the owner's file of account numbers: the accounts of the accountant's program for those of the ledger. The
// accountant gives the numbers, so an account without one is a fault.
import { z } from 'zod'
import { moneyChart } from '#ledger/accounts.ts'
import { required, trimmed } from '#providers/registries/projects/registry-fields.ts'
import { readCsvRows } from '#providers/registries/tables/csv-rows.ts'
import type { FileSource, RowFault } from '#providers/registries/tables/file-source.ts'
import { orFaults, RefusedFile, readWhole } from '#providers/registries/tables/whole-file.ts'
import { beginsAsFormula } from '#values/text/csv-text.ts'

const rowsMax = 1_000

const kinds: readonly string[] = moneyChart
/** `tax:GB` and `programme:green` are accounts of their own; every other account is its kind. */
const ownAccount = /^(?:tax:[A-Z]{2}|programme:[a-z0-9][a-z0-9-]*)$/

const account = required.refine(
  (name) => kinds.includes(name) || ownAccount.test(name),
  `is none of: ${moneyChart.join(', ')}; or one such as tax:GB or programme:green`,
)
const taxRate = required.pipe(
  z
    .string()
    .max(50, 'has more than 50 characters')
    .refine((text) => !beginsAsFormula(text), 'begins like a formula'),
)
const columnsByFormat = {
  /** `tax` is the full name of a tax rate. */
  xero: z.object({
    account,
    number: required.pipe(z.string().regex(/^[A-Za-z0-9.-]{1,10}$/, 'is no code of an account')),
    tax: taxRate,
  }),
  /** `tax` is a tax key (BU-Schlüssel), or empty. */
  datev: z.object({
    account,
    number: required.pipe(z.string().regex(/^\d{4,8}$/, 'is no number of 4 to 8 digits')),
    tax: trimmed.pipe(z.string().regex(/^\d{0,4}$/, 'is no tax key of at most 4 digits')),
  }),
} as const
const isKnown = (name: string) => Object.hasOwn(columnsByFormat.xero.shape, name)

/** The programs of accountants that the journal can be exported to. */
export type JournalFormat = keyof typeof columnsByFormat
export const isJournalFormat = (name: string | undefined): name is JournalFormat =>
  name !== undefined && Object.hasOwn(columnsByFormat, name)

export type AccountNumber = {
  readonly number: string
  /** The tax rate in the accountant's program; empty if it has none. */
  readonly tax: string
}
export type AccountNumbers = ReadonlyMap<string, AccountNumber>

/**
 * Returns the numbers by account, or the faults of the file. An account has one row. All numbers of DATEV have one
 * length.
 */
export function readAccountNumbers(
  source: FileSource,
  format: JournalFormat,
): Promise<{ readonly numbers: AccountNumbers } | { readonly faults: readonly RowFault[] }> {
  return orFaults(async () => {
    const rows = await readWhole(
      source,
      readCsvRows(source, columnsByFormat[format], { isKnown, ignored: [] }),
      rowsMax,
    )
    const numbers = new Map<string, AccountNumber>()
    const faults: RowFault[] = []
    const length = rows[0]?.row.number.length
    for (const { row, file, line } of rows) {
      const { account, ...number } = row
      const refuse = (fault: string) => faults.push({ file, line, fault })
      if (numbers.has(account)) refuse(`account: ${account} has a row already`)
      if (format === 'datev' && number.number.length !== length) {
        refuse(`number: has not ${length} digits as the first row`)
      }
      numbers.set(account, number)
    }
    if (faults.length > 0) throw new RefusedFile(faults)
    return { numbers }
  })
}

/** Returns the number of an account of the chart: its own, or that of its kind. Null if it has none. */
export function numberOf(numbers: AccountNumbers, account: string): AccountNumber | null {
  return numbers.get(account) ?? numbers.get(account.replace(/:.*/, '')) ?? null
}

/** Returns a sentence for each of the accounts without a number. */
export function accountsWithoutNumber(
  numbers: AccountNumbers,
  accounts: readonly string[],
): string[] {
  return [...new Set(accounts)]
    .toSorted()
    .filter((account) => numberOf(numbers, account) === null)
    .map((account) => `The file of accounts has no number for ${account}.`)
}
