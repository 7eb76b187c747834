// Writes entries that people make by hand: each is a row and one posting. Corrections are further entries.
import type { MoneyAccount } from '#ledger/accounts.ts'
import { comparison } from '#ledger/comparison.ts'
import { postWrites } from '#ledger/post.ts'
import type { MoneyPosting } from '#ledger/postings.ts'
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import { send } from '#platform/database/write.ts'

export type ManualEntry = {
  readonly debit: MoneyAccount
  readonly credit: MoneyAccount
  readonly currency: string
  readonly amountMinor: number
  readonly valueDate: string
  readonly reason: string
  /** The file and the line that it is from. */
  readonly file: string
  readonly line: number
}

const entry = unnestRows<ManualEntry>({
  debit: ['text', ({ debit }) => debit.name],
  credit: ['text', ({ credit }) => credit.name],
  currency: ['text', ({ currency }) => currency],
  amount_minor: ['int8', ({ amountMinor }) => amountMinor],
  value_date: ['date', ({ valueDate }) => valueDate],
  reason: ['text', ({ reason }) => reason],
  file: ['text', ({ file }) => file],
  line: ['int4', ({ line }) => line],
})
const insertEntries = statement(
  'insert-manual-entries',
  { id: 'uuid', line: 'int4' },
  `insert into manual_entries (${entry.names}) select ${entry.names} from ${entry.rows}
   returning id, line`,
)

/** Writes the entries of a file, and posts them. Returns their ids. */
export async function writeManualEntries(
  tx: Transaction,
  entries: readonly ManualEntry[],
): Promise<string[]> {
  const rows = await tx.run(insertEntries, entry.values(entries))
  const ids = new Map(rows.map(({ id, line }) => [line, id]))
  const money = entries.map((each): MoneyPosting => {
    const { debit, credit, currency, amountMinor, valueDate, line } = each
    const causeId = ids.get(line)
    if (causeId === undefined) throw new Error('an entry was not written')
    return { causeId, currency, source: debit, destination: credit, amountMinor, valueDate }
  })
  await send(tx, postWrites({ kg: [], money }))
  return [...ids.values()]
}

export const manualEntrySums = {
  'manual entries are their postings': comparison(
    'manual-entries',
    `select 'entry ' || e.id, e.amount_minor, coalesce((select sum(m.amount_minor)
       from money_postings m where m.purchase_id = e.id and m.currency = e.currency
         and m.source = e.debit and m.destination = e.credit
         and coalesce(m.late_from, m.value_date) = e.value_date), 0)::bigint
     from manual_entries e`,
  ),
} as const
