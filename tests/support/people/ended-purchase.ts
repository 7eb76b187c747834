// Creates purchases that ended although their card was charged, so that the charge is refunded.
import { settlePurchase } from '#features/purchases/card/reconcile-purchases.ts'
import { expirePurchases } from '#features/purchases/end/end-purchases.ts'
import { findPurchase } from '#features/purchases/purchase-queries.ts'
import type { Services } from '#server/services.ts'
import { armFailPoint, disarmFailPoint } from '#tests/faults/stop-at.ts'
import { statement } from '#tests/support/test-statement.ts'
import type { Person } from './person.ts'
import { purchaseIdOf } from './purchase-books.ts'

const lapse = statement(
  'ended-purchase-lapse',
  {},
  'update purchases set expires_at = now() where id = $1',
)
const captureByHand = statement(
  'ended-purchase-capture',
  {},
  `update sandbox_cards.payments set status = 'captured' where step_key = $1 || ':authorise'`,
)

/** Number of attempts to complete before the refund. */
const triesMax = 5

export type ChargedEnd = 'EXPIRED' | 'FAILED'

/**
 * Ends a reserved purchase after its card was charged: by a capture on the provider's side, or
 * because it cannot be completed. Its refund has been requested once.
 */
export async function endCharged(
  services: Services,
  buyer: Person,
  txId: string,
  end: ChargedEnd,
): Promise<string> {
  const id = await purchaseIdOf(services.db, txId)
  if (end === 'EXPIRED') {
    await services.db.run(captureByHand, [id])
    await services.db.run(lapse, [id])
    await expirePurchases(services)
    await settle(services, id)
    return id
  }
  for (let count = 1; count <= triesMax; count += 1) {
    armFailPoint('before:commit of complete-purchases:throw')
    await (count < triesMax ? buyer.complete(txId) : services.db.run(lapse, [id]))
  }
  await settle(services, id)
  disarmFailPoint()
  return id
}

async function settle(services: Services, id: string): Promise<void> {
  const row = await findPurchase(services.db, id)
  if (row === null) throw new Error('no such purchase')
  await settlePurchase(services, row)
}
