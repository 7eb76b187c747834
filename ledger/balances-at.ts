// Sums the postings of every account up to a time. A posting of money with a value date counts from the start
// of that day. Accounts of one kind, such as all wallets, have one common sum.
import { kgChart, moneyChart } from '#ledger/accounts.ts'
import { sqlValueMoment } from '#ledger/value-day.ts'
import type { Database } from '#platform/database/database.ts'
import { readOneSnapshot } from '#platform/database/read-snapshot.ts'
import { statement } from '#platform/database/statement.ts'

/**
 * Returns SQL of an account's kind: the part of its name before the colon. Programmes and taxes keep their full name.
 */
export const sqlChartName = (account: string) =>
  `case when ${account} like 'programme:%' or ${account} like 'tax:%' then ${account}
    else split_part(${account}, ':', 1) end`
const moneyAt = statement(
  'money-balances-at',
  { currency: 'text', account: 'text', accounts: 'int8', amount: 'int8' },
  `select currency, ${sqlChartName('account')} as account, count(*) as accounts, sum(amount)::bigint as amount
   from (select currency::text as currency, account, sum(amount) as amount
     from (select currency, destination as account, amount_minor as amount,
           ${sqlValueMoment('m')} as counts_at from money_postings m
       union all select currency, source, -amount_minor, ${sqlValueMoment('m')}
         from money_postings m) legs
     where counts_at < $1 group by 1, 2) balances
   group by 1, 2 order by 1, 2`,
)
const kgAt = statement(
  'kg-balances-at',
  { batch_id: 'uuid', account: 'text', accounts: 'int8', amount: 'int8' },
  `select batch_id, ${sqlChartName('account')} as account, count(*) as accounts, sum(amount)::bigint as amount
   from (select batch_id, account, sum(amount) as amount
     from (select batch_id, destination as account, quantity_kg as amount, created_at
         from kg_postings
       union all select batch_id, source, -quantity_kg, created_at from kg_postings) legs
     where created_at < $1 group by 1, 2) balances
   group by 1, 2 order by 1, 2`,
)

export type ChartBalance = {
  readonly account: string
  /** Number of accounts of this kind with at least one posting that counts before the time. */
  readonly accounts: number
  /** Minor units, or kilograms. */
  readonly amount: number
}
export type ChartBalances = {
  readonly money: readonly (ChartBalance & { readonly currency: string })[]
  readonly kilograms: readonly (ChartBalance & { readonly batchId: string })[]
}

/**
 * Returns the balance of every kind of account in each currency and each batch. Counts postings strictly
 * before `until`, money by its value date. Leaves out a currency or batch without any posting.
 */
export async function balancesAt(db: Database, until: Date): Promise<ChartBalances> {
  return db.transaction(async (tx) => {
    await tx.run(readOneSnapshot)
    const money = await tx.run(moneyAt, [until])
    const kilograms = await tx.run(kgAt, [until])
    return {
      money: fillChart(money, moneyChart, ({ currency }) => currency).flatMap(([currency, rows]) =>
        rows.map((row) => ({ currency, ...row })),
      ),
      kilograms: fillChart(kilograms, kgChart, (row) => row.batch_id).flatMap(([batchId, rows]) =>
        rows.map((row) => ({ batchId, ...row })),
      ),
    }
  })
}

/**
 * Groups sums by currency or batch and sorts each group in the order of the chart. Adds a sum of zero
 * for each kind of account that a group lacks. Throws if an account is not in the chart.
 */
function fillChart<Sum extends ChartBalance>(
  sums: readonly Sum[],
  chart: readonly string[],
  groupOf: (sum: Sum) => string,
): [group: string, rows: ChartBalance[]][] {
  const kinds = new Set(chart)
  const unknownSum = sums.find(({ account }) => !kinds.has(account.replace(/:.*/, '')))
  if (unknownSum !== undefined) throw new Error(`the chart has no account ${unknownSum.account}`)
  return [...Map.groupBy(sums, groupOf)].map(([group, groupSums]) => {
    const rows = chart.flatMap((kind): ChartBalance[] => {
      const kindSums = groupSums.filter(
        ({ account }) => account === kind || account.startsWith(`${kind}:`),
      )
      if (kindSums.length === 0) return [{ account: kind, accounts: 0, amount: 0 }]
      return kindSums.map(({ account, accounts, amount }) => ({ account, accounts, amount }))
    })
    return [group, rows]
  })
}
