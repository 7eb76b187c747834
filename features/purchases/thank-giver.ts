// Stores that a receiver thanked the giver of a gift. The giver sees the thanks next to the gift and gets no
// message.
import { sqlInForce } from '#features/purchases/states/state-sql.ts'
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { type Problem, problem } from '#values/problem.ts'

const thank = statement(
  'thank-giver',
  { tx_id: 'text' },
  `update purchases set thanked_at = coalesce(thanked_at, now())
   where tx_id = $1 and holder_id = $2 and buyer_id <> $2 and is_gift
     and ${sqlInForce('purchases')}
   returning tx_id`,
)

/**
 * Stores the thanks. Idempotent. Problems: `purchase_not_found` if the caller does not hold a gift with
 * this transaction id.
 */
export async function thankGiver(
  db: Db,
  passportId: string,
  txId: string,
): Promise<Problem<'purchase_not_found'> | null> {
  const [row] = await db.run(thank, [txId, passportId])
  return row === undefined ? problem('purchase_not_found') : null
}
