// Reads a purchase's id and its balances in the ledger for tests.
import type { Db } from '#platform/database/database.ts'
import { statement } from '#tests/support/test-statement.ts'

const findId = statement(
  'test-purchase-id',
  { id: 'uuid' },
  'select id from purchases where tx_id = $1',
)
const balances = statement(
  'test-purchase-balances',
  { account: 'text', amount: 'int8' },
  `select account, sum(amount)::int8 as amount from (
     select destination as account, amount_minor as amount from money_postings
       where purchase_id = $1
     union all select source, -amount_minor from money_postings where purchase_id = $1
     union all select 'kg ' || destination, quantity_kg from kg_postings where purchase_id = $1
     union all select 'kg ' || source, -quantity_kg from kg_postings where purchase_id = $1) legs
   group by 1 having sum(amount) <> 0 order by 1`,
)

/** Finds a purchase's id by the transaction id that users see. Throws if there is no such purchase. */
export async function purchaseIdOf(db: Db, txId: string): Promise<string> {
  const [row] = await db.run(findId, [txId])
  if (row === undefined) throw new Error(`there is no purchase ${txId}`)
  return row.id
}

/**
 * Returns what the purchase moved on each account, where not zero: minor units of money, and kilograms
 * on accounts named `kg …`.
 */
export async function balancesOf(db: Db, txId: string): Promise<Record<string, number>> {
  const rows = await db.run(balances, [await purchaseIdOf(db, txId)])
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))
}
