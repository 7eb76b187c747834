// Lists the journal for the console: postings by account, time and purchase, newest first, and as a file.
import { journalHeader, journalLines } from '#features/accounts/journal-lines.ts'
import { reasonOf } from '#features/accounts/posting-reasons.ts'
import { journalColumns, journalEntryOf, journalSql } from '#features/accounts/read-journal.ts'
import type { JournalPosting, Ledger } from '#features/console/books/books-calls.ts'
import { findPurchaseId } from '#features/console/purchases/purchase-records.ts'
import {
  type ConsolePage,
  consolePageOf,
  isBadKey,
  type PageQuery,
  textKeyOf,
} from '#features/staff/console-page.ts'
import type { Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { decimalsOf } from '#values/money/currencies.ts'
import { minorToUnits } from '#values/money/money.ts'
import { type Problem, problem } from '#values/problem.ts'
import { spreadsheetLine } from '#values/text/csv-text.ts'
import { readTransactionId } from '#values/text/transaction-id.ts'
import { type Days, journalDays, periodOf } from './book-days.ts'
import { idBoundsOf } from './posting-ids.ts'

/** Number of postings that a file reads at a time. */
const filePageMax = 2_000

/** SQL condition of an account: the whole name, or its kind. */
const isOfAccount = `($5::text is null or $5 in (m.source, m.destination)
       or $5 in (split_part(m.source, ':', 1), split_part(m.destination, ':', 1)))`
type Source = { readonly select: string; readonly tables: string }

function statementsOf(name: string, { select, tables }: Source) {
  const inOrder = (order: 'asc' | 'desc') =>
    `select ${select} from ${tables}
   where m.id > $1 and m.id < $2 and m.created_at >= $3 and m.created_at < $4 and ${isOfAccount}
   order by m.id ${order} limit $6`
  return {
    newest: statement(`console-${name}-journal`, journalColumns, inOrder('desc')),
    oldest: statement(`console-${name}-journal-file`, journalColumns, inOrder('asc')),
    /** `$1` is the database id of the purchase. */
    ofPurchase: statement(
      `console-${name}-of-purchase`,
      journalColumns,
      `select ${select} from ${tables}
   where m.purchase_id = $1 and m.id > $2 and m.id < $3 and ${isOfAccount.replaceAll('$5', '$4')}
   order by m.id desc limit $5`,
    ),
  }
}

const statements = {
  money: statementsOf('money', journalSql.money),
  kilograms: statementsOf('kg', journalSql.kilograms),
} as const satisfies Record<Ledger, unknown>

export type JournalQuery = Days & {
  readonly ledger: Ledger
  readonly account?: string | undefined
  readonly purchase?: string | undefined
}

/** Returns a page, newest first. Problem: `bad_request` for an invalid key. */
export async function listJournal(
  db: Db,
  query: JournalQuery & PageQuery,
  nowMs: number,
): Promise<ConsolePage<JournalPosting> | Problem<'bad_request'>> {
  const after = textKeyOf(query)
  if (isBadKey(after)) return after
  if (after !== null && !/^\d{1,15}$/.test(after)) return problem('bad_request')
  const { ledger, account = null, limit } = query
  const key = after === null ? Number.MAX_SAFE_INTEGER : Number(after)
  const rows =
    query.purchase === undefined
      ? await pageOfPeriod(db, query, key, nowMs)
      : await pageOfPurchase(db, query.purchase, { ledger, account, key, max: limit + 1 })
  const { rows: shown, next } = consolePageOf(rows, limit, ({ id }) => String(id))
  return { rows: shown.map(postingOnWire), next }
}

type JournalRow = RowOf<typeof statements.money.newest>

async function pageOfPeriod(
  db: Db,
  query: JournalQuery & PageQuery,
  key: number,
  nowMs: number,
): Promise<JournalRow[]> {
  const { ledger, account = null, limit } = query
  const period = periodOf(query, journalDays, nowMs)
  const { afterId, beforeId } = await idBoundsOf(db, ledger, period)
  const { since, before } = period
  const values = [afterId, Math.min(beforeId, key), since, before, account, limit + 1]
  return db.run(statements[ledger].newest, values)
}

async function pageOfPurchase(
  db: Db,
  purchase: string,
  page: { ledger: Ledger; account: string | null; key: number; max: number },
): Promise<JournalRow[]> {
  const { ledger, account, key, max } = page
  const txId = readTransactionId(purchase)
  const found = txId === null ? null : await findPurchaseId(db, txId)
  if (found === null) return []
  return db.run(statements[ledger].ofPurchase, [found.id, 0, key, account, max])
}

const amountOf = (unit: string, amount: number) =>
  unit === 'kg' ? amount : minorToUnits(amount, decimalsOf(unit))

function postingOnWire({
  created_at,
  value_date: _,
  late_from,
  is_entry,
  amount,
  ...row
}: JournalRow): JournalPosting {
  return {
    ...row,
    at: created_at.toISOString(),
    amount: amountOf(row.unit, amount),
    reason: reasonOf({ ...row, lateFrom: late_from, isEntry: is_entry }),
  }
}

/** Returns the lines of the file, oldest posting first. It holds what is there when each part is read. */
export async function* journalFile(
  db: Db,
  query: JournalQuery,
  nowMs: number,
): AsyncGenerator<string> {
  yield spreadsheetLine(journalHeader)
  const { ledger, account = null, purchase } = query
  if (purchase !== undefined) {
    const page = { ledger, account, key: Number.MAX_SAFE_INTEGER, max: filePageMax }
    const rows = await pageOfPurchase(db, purchase, page)
    for (const row of rows.toReversed()) yield linesOf(row)
    return
  }
  const period = periodOf(query, journalDays, nowMs)
  const { afterId, beforeId } = await idBoundsOf(db, ledger, period)
  let after = afterId
  for (;;) {
    const values = [after, beforeId, period.since, period.before, account, filePageMax]
    const rows = await db.run(statements[ledger].oldest, values)
    yield rows.map(linesOf).join('')
    const last = rows.at(-1)
    if (last === undefined || rows.length < filePageMax) return
    after = last.id
  }
}

const linesOf = (row: JournalRow) => journalLines(journalEntryOf(row)).map(spreadsheetLine).join('')
