// Creates purchases that ended although their card was charged; the product refunds such charges.
import { settlePurchase } from '#features/purchases/card/reconcile-purchases.ts'
import { expirePurchases } from '#features/purchases/end/end-purchases.ts'
import { findPurchase } from '#features/purchases/purchase-queries.ts'
import type { Services } from '#server/services.ts'
import { armFailPoint, disarmFailPoint } from '#tests/faults/stop-at.ts'
import { statement } from '#tests/support/test-statement.ts'
import type { Person } from './person.ts'
import { purchaseIdOf } from './purchase-books.ts'

const expire = statement(
  'ended-purchase-lapse',
  {},
  'update purchases set expires_at = now() where id = $1',
)
const captureAtProvider = statement(
  'ended-purchase-capture',
  {},
  `update sandbox_cards.payments set status = 'captured' where step_key = $1 || ':authorise'`,
)

/** Number of failed attempts to complete a purchase before its charge is refunded. */
const attemptsMax = 5

export type ChargedEnd = 'EXPIRED' | 'FAILED'

/**
 * Ends a reserved purchase after its card was charged, and requests its refund once. EXPIRED: the
 * provider captured the payment by itself. FAILED: every attempt to complete the purchase failed.
 */
export async function endCharged(
  services: Services,
  buyer: Person,
  txId: string,
  end: ChargedEnd,
): Promise<string> {
  const id = await purchaseIdOf(services.db, txId)
  if (end === 'EXPIRED') {
    await services.db.run(captureAtProvider, [id])
    await services.db.run(expire, [id])
    await expirePurchases(services)
    await settleEndedPurchase(services, id)
    return id
  }
  for (let count = 1; count <= attemptsMax; count += 1) {
    armFailPoint('before:commit of complete-purchases:throw')
    await (count < attemptsMax ? buyer.complete(txId) : services.db.run(expire, [id]))
  }
  await settleEndedPurchase(services, id)
  disarmFailPoint()
  return id
}

async function settleEndedPurchase(services: Services, id: string): Promise<void> {
  const row = await findPurchase(services.db, id)
  if (row === null) throw new Error('no such purchase')
  await settlePurchase(services, row)
}
