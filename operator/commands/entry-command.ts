// Defines the command that makes entries by hand from a file.
import { buffer } from 'node:stream/consumers'
import { accountsEntry as makeEntries } from '#features/accounts/entry-actions.ts'
import { entryText } from '#features/accounts/record-entries.ts'
import { actionCommand } from '#operator/action-command.ts'
import { misused } from '#operator/audit/outcomes.ts'
import { withDatabase } from '#operator/with-services.ts'
import { fileOnDisk } from '#providers/registries/tables/file-on-disk.ts'
import { decimalsOf } from '#values/money/currencies.ts'
import { minorToUnits } from '#values/money/money.ts'
import type { Command, Context } from './command.ts'

export const accountsEntry: Command = actionCommand({
  action: makeEntries,
  usage: 'FILE --reason TEXT',
  example: 'entries.csv --reason "Bank charges of October"',
  file: { at: 0, use: 'read' },
  open: withDatabase,
  input: async ({ words: [path = ''] }: Context) => {
    const source = await fileOnDisk(path)
    const text = textOf(await buffer(source.open()))
    return text === null
      ? misused(`${source.file} is no text in UTF-8.`)
      : { file: { name: source.file, text } }
  },
  words: { file: 'FILE' },
  outcome: ({ details: { entries } }) => ({
    ok: true,
    lines: [`${entries.length} entries are in the books.`, ...entries.map(entryText)],
    json: {
      ok: true,
      entries: entries.map(({ debit, credit, currency, amountMinor, valueDate, reason }) => ({
        ...{ debit: debit.name, credit: credit.name, currency },
        amount: minorToUnits(amountMinor, decimalsOf(currency)),
        ...{ value_date: valueDate, reason },
      })),
    },
  }),
})

/** Returns the text of a file, or null if it is no UTF-8. */
function textOf(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
