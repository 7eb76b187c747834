// Stores when the receiver of a gift first opened it, so that no other device shows it sealed. The giver does
// not see it.
import type { Database } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { type Nonce, recordNonces } from '#platform/http/guard/request-signature.ts'
import { type Problem, problem } from '#values/problem.ts'

const open = statement(
  'open-gift',
  { tx_id: 'text' },
  `update purchases set opened_at = coalesce(opened_at, now())
   where tx_id = $1 and holder_id = $2 and is_gift
   returning tx_id`,
)

/**
 * Stores that the gift is open. Idempotent. Problems: `replayed`; `purchase_not_found` if the caller does not
 * hold a gift with this transaction id.
 */
export function openGift(
  db: Database,
  passportId: string,
  txId: string,
  nonce: Nonce,
): Promise<Problem<'replayed' | 'purchase_not_found'> | null> {
  return db.transaction(async (tx) => {
    const newNonces = await recordNonces(tx, [nonce])
    if (newNonces.size === 0) return problem('replayed')
    const [row] = await tx.run(open, [txId, passportId])
    return row === undefined ? problem('purchase_not_found') : null
  })
}
