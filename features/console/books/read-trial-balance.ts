// Reads the balances of all accounts at a time, money by value date. It sums the postings in ranges of ids. The sums of a range that is
// complete are kept, because postings never change.
import type { Balances, Ledger } from '#features/console/books/books-calls.ts'
import { kgChart, moneyChart } from '#ledger/accounts.ts'
import { sqlChartName } from '#ledger/balances-at.ts'
import { sqlValueMoment } from '#ledger/value-day.ts'
import type { Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { decimalsOf } from '#values/money/currencies.ts'
import { minorToUnits } from '#values/money/money.ts'
import { lastPostingId } from './posting-ids.ts'

/** Number of ids in a range. One statement sums it within its time limit. */
const rangeIdsMax = 200_000
/** Age of a range's newest posting from which no transaction can add another one. */
const completeMs = 3_600_000

const sumColumns = {
  unit: 'text',
  account: 'text',
  amount: 'int8',
  last_at: 'timestamptz',
} as const
/** SQL of sums. `countsAt` is the moment from which a posting counts, which may be before its booking. */
const sumsOf = (table: string, unit: string, amount: string, countsAt: string) =>
  `select unit, account, sum(amount)::int8 as amount, max(last_at) as last_at
   from (select ${unit} as unit, source, destination, sum(${amount}) as sum,
       max(greatest(created_at, ${countsAt})) as last_at
     from ${table} m where id > $1 and id <= $2 and ${countsAt} < $3 group by 1, 2, 3) pairs
   cross join lateral (values (${sqlChartName('destination')}, sum), (${sqlChartName('source')}, -sum))
     legs (account, amount)
   group by 1, 2`
const moneySums = statement(
  'console-money-sums',
  sumColumns,
  sumsOf('money_postings', 'currency::text', 'amount_minor', sqlValueMoment('m')),
)
const kgSums = statement(
  'console-kg-sums',
  sumColumns,
  sumsOf('kg_postings', `'kg'`, 'quantity_kg', 'created_at'),
)

type Sum = RowOf<typeof moneySums>
type KeptRange = { readonly sums: readonly Sum[]; readonly lastAt: Date }

const keptRanges = new WeakMap<Db, Map<string, KeptRange>>()

/** Returns the balances of all postings before `until`. `now` decides which ranges of ids are complete. */
export async function readTrialBalance(
  db: Db,
  until: Date,
  now: Date,
  rangeIds = rangeIdsMax,
): Promise<Balances> {
  const money = await sumUntil(db, 'money', { until, now, rangeIds })
  const kilograms = await sumUntil(db, 'kilograms', { until, now, rangeIds })
  const units = [...new Set(money.map(({ unit }) => unit))].toSorted()
  return {
    until: until.toISOString(),
    ledgers: [
      ...units.map((unit) => trialBalanceOf(unit, moneyChart, money)),
      trialBalanceOf('kg', kgChart, kilograms),
    ],
  }
}

type Reading = { readonly until: Date; readonly now: Date; readonly rangeIds: number }

async function sumUntil(db: Db, ledger: Ledger, { until, now, rangeIds }: Reading): Promise<Sum[]> {
  const last = await lastPostingId(db, ledger)
  const kept = keptRanges.get(db) ?? new Map<string, KeptRange>()
  keptRanges.set(db, kept)
  const sums: Sum[] = []
  for (let first = 0; first < last; first += rangeIds) {
    const key = `${ledger} ${first} ${rangeIds}`
    const known = kept.get(key)
    if (known !== undefined && known.lastAt < until) {
      sums.push(...known.sums)
      continue
    }
    const range = await db.run(ledger === 'money' ? moneySums : kgSums, [
      first,
      first + rangeIds,
      until,
    ])
    sums.push(...range)
    const lastAt = new Date(Math.max(0, ...range.map(({ last_at }) => last_at.getTime())))
    const isWhole = first + rangeIds <= last && now.getTime() - lastAt.getTime() > completeMs
    // A sum up to an earlier day may lack later postings of the range.
    if (isWhole && until >= now) kept.set(key, { sums: range, lastAt })
  }
  return sums
}

/** Returns the balances of one unit, in the order of the chart, with 0 for accounts without a posting. */
function trialBalanceOf(
  unit: string,
  chart: readonly string[],
  sums: readonly Sum[],
): Balances['ledgers'][number] {
  const byAccount = new Map<string, number>()
  for (const { account, amount } of sums.filter((each) => each.unit === unit)) {
    byAccount.set(account, (byAccount.get(account) ?? 0) + amount)
  }
  const kindOf = (account: string) => account.split(':')[0] ?? ''
  const names = [...byAccount.keys()].toSorted()
  const accounts = chart.flatMap((kind) => {
    const own = names.filter((account) => kindOf(account) === kind)
    return own.length === 0 ? [kind] : own
  })
  const unitsOf = (amount: number) =>
    unit === 'kg' ? amount : minorToUnits(amount, decimalsOf(unit))
  const amountOf = (account: string) => byAccount.get(account) ?? 0
  return {
    unit,
    accounts: accounts.map((account) => ({ account, balance: unitsOf(amountOf(account)) })),
    // Of all sums, so that an account that is not in the chart shows as a difference.
    sum: unitsOf(accounts.reduce((sum, account) => sum + amountOf(account), 0)),
  }
}
