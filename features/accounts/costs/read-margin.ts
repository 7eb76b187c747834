// Adds up what each batch earned in each month: its sales without tax and refunds, less what its kilograms cost and
// what was given away. Reads the postings by value date.
import { sqlValueDate } from '#ledger/value-day.ts'
import type { Database } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

const sqlSum = (accounts: string) =>
  `sum(case when leg.account in (${accounts}) then leg.amount else 0 end)::bigint`
const sumMargins = statement(
  'sum-margins',
  {
    month: 'text',
    serial_number: 'text?',
    project: 'text?',
    currency: 'text',
    sales_minor: 'int8',
    cost_minor: 'int8',
    write_offs_minor: 'int8',
    given_minor: 'int8',
  },
  `select to_char(${sqlValueDate('m')}, 'YYYY-MM') as month, b.serial_number,
     j.registry || ' ' || j.external_id as project, m.currency::text as currency,
     ${sqlSum(`'sales'`)} as sales_minor, -${sqlSum(`'cost_of_sales'`)} as cost_minor,
     -${sqlSum(`'write_offs'`)} as write_offs_minor,
     -${sqlSum(`'goodwill', 'chargebacks', 'rewards'`)} as given_minor
   from money_postings m
   cross join lateral (values (m.source, -m.amount_minor), (m.destination, m.amount_minor))
     leg (account, amount)
   left join purchases p on p.id = m.purchase_id
   left join batches b on b.id = coalesce(p.batch_id, m.purchase_id)
   left join projects j on j.id = b.project_id
   where leg.account in
       ('sales', 'cost_of_sales', 'write_offs', 'goodwill', 'chargebacks', 'rewards')
     and ${sqlValueDate('m')} >= $1 and ${sqlValueDate('m')} < $2
   group by 1, 2, 3, 4 order by 1, 3 nulls last, 2, 4`,
).rows<[from: string, until: string]>()

/** The margin of a batch or a project in a month, in minor units of one currency. */
export type Margin = {
  readonly month: string
  /** Null for entries by hand, which belong to no batch. */
  readonly project: string | null
  /** Null for a project, and for entries by hand. */
  readonly serialNumber: string | null
  readonly currency: string
  /** Without tax, and without what was taken back. */
  readonly salesMinor: number
  readonly costMinor: number
  readonly writeOffsMinor: number
  /** Rewards, goodwill and lost disputes. */
  readonly givenMinor: number
  readonly marginMinor: number
}

/** Returns the margins of the value dates from `from` on, before `until`, by month and batch, or by project. */
export async function readMargins(
  db: Database,
  from: string,
  until: string,
  by: 'batch' | 'project',
): Promise<Margin[]> {
  const margins = new Map<string, Margin>()
  for (const row of await sumMargins(db, from, until)) {
    const { month, project, currency } = row
    const serialNumber = by === 'batch' ? row.serial_number : null
    const key = JSON.stringify([month, project, serialNumber, currency])
    const sum = margins.get(key)
    const salesMinor = row.sales_minor + (sum?.salesMinor ?? 0)
    const costMinor = row.cost_minor + (sum?.costMinor ?? 0)
    const writeOffsMinor = row.write_offs_minor + (sum?.writeOffsMinor ?? 0)
    const givenMinor = row.given_minor + (sum?.givenMinor ?? 0)
    const marginMinor = salesMinor - costMinor - writeOffsMinor - givenMinor
    const amounts = { salesMinor, costMinor, writeOffsMinor, givenMinor, marginMinor }
    margins.set(key, { month, project, serialNumber, currency, ...amounts })
  }
  return [...margins.values()]
}
