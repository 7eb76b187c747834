// Declares the SQL that closes a month of the books, and that lists closed months. The sums of a close are kept, so
// that the check finds a later change (check-closed-months.ts).
import { sqlChartName } from '#ledger/balances-at.ts'
import { sqlValueDate } from '#ledger/value-day.ts'
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import type { Write } from '#platform/database/write.ts'

/** Locks the books against postings with a value date until the commit. Returns the last closed day, or null. */
export const lockClose = statement(
  'lock-ledger-close',
  { closed_through: 'date?' },
  'select closed_through from ledger_close for update',
).row<[], Transaction>()

/**
 * Locks the last closed day for a transaction that posts into later days. A close waits for it. Returns the day, or
 * null.
 */
export const holdBooksOpen = statement(
  'hold-books-open',
  { closed_through: 'date?' },
  'select closed_through from ledger_close for share',
).row<[], Transaction>()

/** Returns the value date of the oldest posting of money. Null without a posting. */
export const findFirstValueDate = statement(
  'find-first-value-date',
  { day: 'date?' },
  `select min(${sqlValueDate('m')}) as day from money_postings m`,
).row()

/**
 * Returns true if a transaction that began before `$1` has written postings and still runs. The begin of another
 * role's transaction may be hidden: then it counts.
 */
export const hasOlderPoster = statement(
  'find-older-posting-transaction',
  { pid: 'int4?' },
  `select l.pid from pg_locks l left join pg_stat_activity a on a.pid = l.pid
   where l.locktype = 'relation' and l.granted and l.mode = 'RowExclusiveLock'
     and l.database = (select oid from pg_database where datname = current_database())
     and l.pid is distinct from pg_backend_pid()
     and (l.relation = 'money_postings'::regclass or l.relation in (
       select inhrelid from pg_inherits where inhparent = 'money_postings'::regclass))
     and coalesce(a.xact_start < $1, true) limit 1`,
).found<[before: Date]>()

/** Returns the movements of a month and its end balances, by currency and kind of account, in minor units. */
export const sumMonth = statement(
  'sum-month-to-close',
  {
    currency: 'text',
    account: 'text',
    debit_minor: 'int8',
    credit_minor: 'int8',
    balance_minor: 'int8',
    postings: 'int8',
  },
  `with pairs as materialized (
     select m.currency::text as currency, ${sqlChartName('m.source')} as source,
       ${sqlChartName('m.destination')} as destination, ${sqlValueDate('m')} >= $1 as is_of_month,
       sum(m.amount_minor) as amount, count(*) as postings
     from money_postings m where ${sqlValueDate('m')} < $2 group by 1, 2, 3, 4)
   select currency, account,
     coalesce(sum(debit) filter (where is_of_month), 0)::bigint as debit_minor,
     coalesce(sum(credit) filter (where is_of_month), 0)::bigint as credit_minor,
     sum(credit - debit)::bigint as balance_minor,
     coalesce(sum(counted) filter (where is_of_month), 0)::bigint as postings
   from pairs cross join lateral (values (source, amount, 0, postings), (destination, 0, amount, 0))
     legs (account, debit, credit, counted)
   group by 1, 2 order by 1, 2`,
).rows<[first: string, next: string]>()

const insertMonth = statement(
  'insert-closed-month',
  {},
  'insert into closed_months (month, closed_by, postings) values ($1, $2, $3)',
)
const insertSums = statement(
  'insert-closed-sums',
  {},
  `insert into closed_sums (month, currency, account, debit_minor, credit_minor, balance_minor)
   select $1, currency, account, debit_minor, credit_minor, balance_minor
   from unnest($2::text[], $3::text[], $4::int8[], $5::int8[], $6::int8[])
     as given (currency, account, debit_minor, credit_minor, balance_minor)`,
)
const moveClose = statement(
  'move-ledger-close',
  {},
  `update ledger_close set closed_through = ($1::date + interval '1 month')::date - 1`,
)

/** A sum of one kind of account in a currency, in minor units. Credits are positive in the balance. */
export type MonthSum = {
  readonly currency: string
  readonly account: string
  readonly debitMinor: number
  readonly creditMinor: number
  readonly balanceMinor: number
}

export type ClosedMonth = {
  /** The first day of the month. */
  readonly first: string
  readonly closedBy: string
  readonly postings: number
  readonly sums: readonly MonthSum[]
}

/** Returns the writes of a close. The caller holds `lockClose`. */
export function closeWrites({ first, closedBy, postings, sums }: ClosedMonth): Write[] {
  const columns = [
    sums.map(({ currency }) => currency),
    sums.map(({ account }) => account),
    sums.map(({ debitMinor }) => debitMinor),
    sums.map(({ creditMinor }) => creditMinor),
    sums.map(({ balanceMinor }) => balanceMinor),
  ]
  return [
    { statement: insertMonth, values: [first, closedBy, postings] },
    { statement: insertSums, values: [first, ...columns] },
    { statement: moveClose, values: [first] },
  ]
}

/** Lists closed months, newest first. */
export const listClosedMonths = statement(
  'list-closed-months',
  { month: 'date', closed_at: 'timestamptz', closed_by: 'text', postings: 'int8' },
  'select month, closed_at, closed_by, postings from closed_months order by month desc',
).rows()
