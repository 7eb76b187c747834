// Counts the kilograms that a passport has paid for, which limit its rewards. A gift counts after its
// receiver has received it. Refunded kilograms do not count.
import { sqlReversal, sqlState } from '#features/purchases/states/state-sql.ts'
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

const paidKilograms = statement(
  'paid-kilograms',
  { kg: 'int8' },
  `select coalesce(sum(p.quantity_kg - p.refunded_kg), 0)::bigint as kg from purchases p
   where p.buyer_id = $1 and p.state = ${sqlState('COMPLETED')} and not p.is_reward and p.total_minor > 0
     and p.reversal in (${sqlReversal('none')}, ${sqlReversal('disputed')})
     and (not p.is_gift or p.received_at is not null)`,
)

/** Returns the number of paid kilograms in completed purchases. */
export async function readPaidKg(db: Db, passportId: string): Promise<number> {
  const [row] = await db.run(paidKilograms, [passportId])
  return row?.kg ?? 0
}
