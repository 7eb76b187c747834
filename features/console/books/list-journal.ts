// Lists the journal for the console: postings by account, time and purchase, newest first, and as a file.
import { reasonOf } from '#features/accounts/posting-reasons.ts'
import type { JournalPosting, Ledger } from '#features/console/books/books-calls.ts'
import { findPurchaseId } from '#features/console/purchases/purchase-records.ts'
import { sqlReversal } from '#features/purchases/states/state-sql.ts'
import {
  type ConsolePage,
  consolePageOf,
  isBadKey,
  type PageQuery,
  textKeyOf,
} from '#features/staff/console-page.ts'
import { chartNameOf } from '#ledger/accounts.ts'
import type { Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { decimalsOf } from '#values/money/currencies.ts'
import { minorText, minorToUnits } from '#values/money/money.ts'
import { type Problem, problem } from '#values/problem.ts'
import { type Field, spreadsheetLine } from '#values/text/csv-text.ts'
import { readTransactionId } from '#values/text/transaction-id.ts'
import { type Days, journalDays, periodOf } from './book-days.ts'
import { idBoundsOf } from './posting-ids.ts'

/** Number of postings that a file reads at a time. */
const filePageMax = 2_000

const columns = {
  id: 'int8',
  created_at: 'timestamptz',
  unit: 'text',
  source: 'text',
  destination: 'text',
  amount: 'int8',
  tx_id: 'text?',
  about: 'text?',
  note: 'text?',
} as const

/** SQL of the reason that staff gave for a refund. The audit trail is found by the purchase's id. */
const refundNote = `case when p.reversal <> ${sqlReversal('none')} and m.destination <> 'sales' then
     (select a.reason from audit_trail a where a.about @> array[p.tx_id]
        and split_part(a.command, ' --', 1) = 'purchases refund'
        and coalesce(a.outcome, 'done') in ('done', 'started') order by a.id limit 1) end`
/** SQL of the reason for a payment into a programme, or for the return of one. */
const paymentNote = `(select a.reason from programme_payments f
     join audit_trail a on a.about @> array[f.id::text] and a.command = 'programmes fund'
     where f.id = m.purchase_id limit 1)`
const moneyTables = `money_postings m left join purchases p on p.id = m.purchase_id
     left join payout_lines l on l.cause_id = m.purchase_id
     left join lateral (select paid.tx_id from purchases paid
       where paid.card_payment_id = l.payment_id limit 1) paid on p.id is null`
const moneySelect = `m.id, m.created_at, m.currency::text as unit, m.source, m.destination,
     m.amount_minor as amount, coalesce(p.tx_id, paid.tx_id) as tx_id, l.id as about,
     coalesce(${refundNote}, ${paymentNote}) as note`
const kgTables = `kg_postings m join batches b on b.id = m.batch_id
     left join purchases p on p.id = m.purchase_id`
const kgSelect = `m.id, m.created_at, 'kg' as unit, m.source, m.destination, m.quantity_kg as amount,
     p.tx_id, b.serial_number as about, ${refundNote} as note`

/** SQL condition of an account: the whole name, or its kind. */
const isOfAccount = `($5::text is null or $5 in (m.source, m.destination)
       or $5 in (split_part(m.source, ':', 1), split_part(m.destination, ':', 1)))`
const journalOf = (select: string, tables: string, order: 'asc' | 'desc') =>
  `select ${select} from ${tables}
   where m.id > $1 and m.id < $2 and m.created_at >= $3 and m.created_at < $4 and ${isOfAccount}
   order by m.id ${order} limit $6`
const ofPurchase = (select: string, tables: string) =>
  `select ${select} from ${tables}
   where m.purchase_id = $1 and m.id > $2 and m.id < $3 and ${isOfAccount.replaceAll('$5', '$4')}
   order by m.id desc limit $5`

const statements = {
  money: {
    newest: statement(
      'console-money-journal',
      columns,
      journalOf(moneySelect, moneyTables, 'desc'),
    ),
    oldest: statement(
      'console-money-journal-file',
      columns,
      journalOf(moneySelect, moneyTables, 'asc'),
    ),
    ofPurchase: statement(
      'console-money-of-purchase',
      columns,
      ofPurchase(moneySelect, moneyTables),
    ),
  },
  kilograms: {
    newest: statement('console-kg-journal', columns, journalOf(kgSelect, kgTables, 'desc')),
    oldest: statement('console-kg-journal-file', columns, journalOf(kgSelect, kgTables, 'asc')),
    ofPurchase: statement('console-kg-of-purchase', columns, ofPurchase(kgSelect, kgTables)),
  },
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

function postingOnWire({ created_at, amount, ...row }: JournalRow): JournalPosting {
  return {
    ...row,
    at: created_at.toISOString(),
    amount: amountOf(row.unit, amount),
    reason: reasonOf(row.source, row.destination),
  }
}

const fileHeader = [
  ...['date', 'time', 'posting', 'account', 'debit', 'credit', 'currency', 'purchase'],
  ...['about', 'reason', 'note', 'account_detail'],
]

/** Returns the lines of the file, oldest posting first. It holds what is there when each part is read. */
export async function* journalFile(
  db: Db,
  query: JournalQuery,
  nowMs: number,
): AsyncGenerator<string> {
  yield spreadsheetLine(fileHeader)
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

/** Returns the two lines of a posting: the debit of its source account, and the credit of its destination account. */
function linesOf({
  id,
  created_at,
  unit,
  source,
  destination,
  amount,
  ...row
}: JournalRow): string {
  const at = created_at.toISOString()
  const sum = unit === 'kg' ? String(amount) : minorText(amount, decimalsOf(unit))
  const line = (account: string, debit: string, credit: string): Field[] => [
    ...[
      at.slice(0, 10),
      at.slice(11, 19),
      id,
      chartNameOf(account),
      debit,
      credit,
      unit,
      row.tx_id,
    ],
    ...[row.about, reasonOf(source, destination), row.note, account],
  ]
  return spreadsheetLine(line(source, sum, '')) + spreadsheetLine(line(destination, '', sum))
}
