// Sums the journal of money by day: one row for each value date, currency and pair of accounts, so that a month of
// many purchases is a few hundred lines. Entries by hand have rows of their own.
import { sqlChartName } from '#ledger/balances-at.ts'
import { sqlValueDate } from '#ledger/value-day.ts'
import type { Database } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

const sumDays = statement(
  'sum-journal-days',
  {
    day: 'date',
    currency: 'text',
    debit: 'text',
    credit: 'text',
    is_entry: 'bool',
    amount_minor: 'int8',
    postings: 'int8',
  },
  `select ${sqlValueDate('m')} as day, m.currency::text as currency,
     ${sqlChartName('m.source')} as debit, ${sqlChartName('m.destination')} as credit,
     e.id is not null as is_entry, sum(m.amount_minor)::bigint as amount_minor, count(*) as postings
   from money_postings m left join manual_entries e on e.id = m.purchase_id
   where ${sqlValueDate('m')} >= $1 and ${sqlValueDate('m')} < $2
   group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
).rows<[from: string, until: string]>()

/** The sum of a day's postings from one account to another, in minor units. */
export type DaySum = {
  readonly day: string
  readonly currency: string
  readonly debit: string
  readonly credit: string
  /** True for the sum of entries by hand. */
  readonly isEntry: boolean
  readonly amountMinor: number
  readonly postings: number
}

/** Returns the sums of the value dates from `from` on, before `until`. */
export async function sumJournal(db: Database, from: string, until: string): Promise<DaySum[]> {
  const rows = await sumDays(db, from, until)
  return rows.map(({ amount_minor: amountMinor, is_entry: isEntry, ...row }) => {
    return { ...row, isEntry, amountMinor }
  })
}
