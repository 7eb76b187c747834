// Reads the balances of all accounts at a given time for the operator: money by currency, kilograms
// in total and by their batch's serial number.
import { balancesAt, type ChartBalance } from '#ledger/balances-at.ts'
import type { Database } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

const findSerials = statement(
  'serials-of-batches',
  { id: 'uuid', serial_number: 'text' },
  'select id, serial_number from batches where id = any($1::uuid[]) order by serial_number',
)

/** Returns the balances of all postings before `until`, in minor units or kilograms. */
export async function readBalances(db: Database, until: Date) {
  const { money, kilograms } = await balancesAt(db, until)
  const batchIds = [...new Set(kilograms.map(({ batchId }) => batchId))]
  const batches = (await db.run(findSerials, [batchIds])).map(({ id, serial_number }) => ({
    serialNumber: serial_number,
    accounts: kilograms.filter(({ batchId }) => batchId === id),
  }))
  return { money, batches, kilograms: sumByAccount(kilograms) }
}

function sumByAccount(rows: readonly ChartBalance[]): ChartBalance[] {
  const sums = new Map<string, ChartBalance>()
  for (const { account, accounts, amount } of rows) {
    const sum = sums.get(account) ?? { account, accounts: 0, amount: 0 }
    sums.set(account, {
      account,
      accounts: sum.accounts + accounts,
      amount: sum.amount + amount,
    })
  }
  return [...sums.values()]
}
