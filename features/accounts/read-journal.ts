// Reads the journal: every posting of a period by value date, in the order of booking, with its purchase and
// reason. Pages of one snapshot keep the memory small.
import { reasonOf } from '#features/accounts/posting-reasons.ts'
import { sqlReversal } from '#features/purchases/states/state-sql.ts'
import { chartNameOf } from '#ledger/accounts.ts'
import { sqlValueDate, sqlValueMoment } from '#ledger/value-day.ts'
import type { Database } from '#platform/database/database.ts'
import { readOneSnapshot } from '#platform/database/read-snapshot.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'

const pageMax = 5_000

export const journalColumns = {
  id: 'int8',
  created_at: 'timestamptz',
  value_date: 'date',
  unit: 'text',
  source: 'text',
  destination: 'text',
  amount: 'int8',
  about: 'text?',
  tx_id: 'text?',
  note: 'text?',
  late_from: 'date?',
  is_entry: 'bool',
} as const
/** Selects the operator's reason for a refund, from the first command that neither was refused nor failed. */
const refundNote = `(select a.reason from audit_trail a where a.command like 'purchases refund%'
    and a.outcome is distinct from 'refused' and a.outcome is distinct from 'failed'
    and m.destination <> 'sales' and m.destination not like 'tax:%' and m.source not like 'tax:%'
    and a.about @> array[p.tx_id] order by a.id limit 1)`
const reversalNote = `case when p.reversal <> ${sqlReversal('none')} then ${refundNote} end`
/** Selects the operator's reason for a payment into a programme, or for the return of one. */
const paymentNote = `(select a.reason from programme_payments f
    join audit_trail a on a.about @> array[f.id::text]
    where f.id = m.purchase_id and a.command in ('programmes fund', 'programmes return') limit 1)`
/** SQL of `journalColumns` of the postings `m`, and the tables that it needs. */
export const journalSql = {
  money: {
    select: `m.id, m.created_at, ${sqlValueDate('m')} as value_date, m.currency::text as unit, m.source, m.destination,
     m.amount_minor as amount,
     coalesce(l.id, e.file || ' line ' || e.line, c.serial_number) as about, coalesce(p.tx_id,
       (select paid.tx_id from purchases paid where paid.card_payment_id = l.payment_id limit 1))
       as tx_id,
     coalesce(${reversalNote}, ${paymentNote}, e.reason) as note, m.late_from,
     e.id is not null as is_entry`,
    tables: `money_postings m left join payout_lines l on l.cause_id = m.purchase_id
   left join purchases p on p.id = m.purchase_id
   left join manual_entries e on e.id = m.purchase_id
   left join batches c on c.id = m.purchase_id`,
  },
  kilograms: {
    select: `m.id, m.created_at, (m.created_at at time zone 'UTC')::date as value_date, 'kg' as unit, m.source, m.destination, m.quantity_kg as amount,
     b.serial_number as about, p.tx_id,
     ${reversalNote} as note, null::date as late_from, false as is_entry`,
    tables: `kg_postings m join batches b on b.id = m.batch_id
   left join purchases p on p.id = m.purchase_id`,
  },
} as const

/** `countsAt` is the moment from which a posting counts. */
const pageOf = (
  { select, tables }: { readonly select: string; readonly tables: string },
  countsAt: string,
) =>
  `select ${select} from ${tables}
   where m.id > $3 and ${countsAt} >= $1 and ${countsAt} < $2 order by m.id limit $4`
const moneyPage = statement(
  'journal-of-money',
  journalColumns,
  pageOf(journalSql.money, sqlValueMoment('m')),
)
const kgPage = statement(
  'journal-of-kilograms',
  journalColumns,
  pageOf(journalSql.kilograms, 'm.created_at'),
)

export type JournalEntry = ReturnType<typeof journalEntryOf>

export type Period = { readonly from: Date; readonly until: Date }
export const ledgers = { money: moneyPage, kilograms: kgPage } as const

/**
 * Passes every posting of the period to `each`. Reads `pageSize` postings at a time in one transaction.
 * Returns the number of postings.
 */
export function readJournal(
  db: Database,
  ledger: keyof typeof ledgers,
  { from, until }: Period,
  each: (entry: JournalEntry) => void,
  pageSize = pageMax,
): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.run(readOneSnapshot)
    let count = 0
    let after = 0
    for (;;) {
      const page = await tx.run(ledgers[ledger], [from, until, after, pageSize])
      for (const row of page) each(journalEntryOf(row))
      count += page.length
      const last = page.at(-1)
      if (last === undefined || page.length < pageSize) return count
      after = last.id
    }
  })
}

/**
 * Returns a posting for an accountant. `at` is the time of its booking, in UTC. `source` and `destination` are the full names of
 * the debited and the credited account. `amount` is in minor units or kilograms. `about` is the id of
 * the line of a card report or of a file, or the batch's serial number; `note` is the operator's reason.
 */
export function journalEntryOf({
  id,
  created_at,
  value_date,
  tx_id,
  late_from,
  is_entry,
  ...rest
}: RowOf<typeof moneyPage>) {
  const { source, destination } = rest
  return {
    posting: id,
    at: created_at.toISOString(),
    /** The day on which the money moved. For kilograms, the day of the booking in UTC. */
    valueDate: value_date,
    /** Groups of the two accounts in the chart of accounts. */
    debit: chartNameOf(source),
    credit: chartNameOf(destination),
    txId: tx_id,
    reason: reasonOf({ source, destination, lateFrom: late_from, isEntry: is_entry }),
    ...rest,
  }
}
