// Sums every account of the chart at a past time, from its postings. Accounts of one kind, such as
// all wallets, are one sum.
import { kgChart, moneyChart } from '#ledger/accounts.ts'
import type { Database } from '#platform/database/database.ts'
import { readOneSnapshot } from '#platform/database/read-snapshot.ts'
import { statement } from '#platform/database/statement.ts'

/**
 * Groups accounts by the part before the colon, except `programme:` accounts, which stay separate.
 */
const chartName = `case when account like 'programme:%' then account
  else split_part(account, ':', 1) end`
const moneyAt = statement(
  'money-balances-at',
  { currency: 'text', account: 'text', accounts: 'int8', amount: 'int8' },
  `select currency, ${chartName} as account, count(*) as accounts, sum(amount)::bigint as amount
   from (select currency::text as currency, account, sum(amount) as amount
     from (select currency, destination as account, amount_minor as amount, created_at
         from money_postings
       union all select currency, source, -amount_minor, created_at from money_postings) legs
     where created_at < $1 group by 1, 2) balances
   group by 1, 2 order by 1, 2`,
)
const kgAt = statement(
  'kg-balances-at',
  { batch_id: 'uuid', account: 'text', accounts: 'int8', amount: 'int8' },
  `select batch_id, ${chartName} as account, count(*) as accounts, sum(amount)::bigint as amount
   from (select batch_id, account, sum(amount) as amount
     from (select batch_id, destination as account, quantity_kg as amount, created_at
         from kg_postings
       union all select batch_id, source, -quantity_kg, created_at from kg_postings) legs
     where created_at < $1 group by 1, 2) balances
   group by 1, 2 order by 1, 2`,
)

export type ChartBalance = {
  readonly account: string
  /** Number of accounts of this kind that have ever moved. */
  readonly accounts: number
  /** Minor units, or kilograms. */
  readonly amount: number
}
export type ChartBalances = {
  readonly money: readonly (ChartBalance & { readonly currency: string })[]
  readonly kilograms: readonly (ChartBalance & { readonly batchId: string })[]
}

/**
 * Returns the whole chart, accounts without a posting too, for each currency and batch with postings
 * before `until`. Postings at `until` are excluded.
 */
export async function balancesAt(db: Database, until: Date): Promise<ChartBalances> {
  return db.transaction(async (tx) => {
    await tx.run(readOneSnapshot)
    const money = await tx.run(moneyAt, [until])
    const kilograms = await tx.run(kgAt, [until])
    return {
      money: whole(money, moneyChart, ({ currency }) => currency).flatMap(([currency, rows]) =>
        rows.map((row) => ({ currency, ...row })),
      ),
      kilograms: whole(kilograms, kgChart, (row) => row.batch_id).flatMap(([batchId, rows]) =>
        rows.map((row) => ({ batchId, ...row })),
      ),
    }
  })
}

/**
 * Returns the rows of each currency or batch in the order of the chart, zero where there is none.
 * Throws where an account is not in the chart.
 */
function whole<Found extends ChartBalance>(
  found: readonly Found[],
  chart: readonly string[],
  unitOf: (row: Found) => string,
): [unit: string, rows: ChartBalance[]][] {
  const known = new Set(chart)
  const stray = found.find(({ account }) => !known.has(account.replace(/:.*/, '')))
  if (stray !== undefined) throw new Error(`the chart has no account ${stray.account}`)
  const units = [...new Set(found.map(unitOf))]
  return units.map((unit) => {
    const own = found.filter((row) => unitOf(row) === unit)
    const rows = chart.flatMap((name): ChartBalance[] => {
      const there = own.filter(({ account }) => account === name || account.startsWith(`${name}:`))
      if (there.length === 0) return [{ account: name, accounts: 0, amount: 0 }]
      return there.map(({ account, accounts, amount }) => ({ account, accounts, amount }))
    })
    return [unit, rows]
  })
}
