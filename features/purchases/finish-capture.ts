// The card part of a completion: capture, then the one transaction that completes. It may be run
// again at any time, by the caller or the reconciler; the provider and the row's state make it once.
import { completeTogether } from '#features/purchases/complete-together.ts'
import { endTogether } from '#features/purchases/end-purchases.ts'
import { lockPurchases, type PurchaseRow } from '#features/purchases/queries.ts'
import { markPurchaseChecked, movePurchase } from '#features/purchases/queries-states.ts'
import { captureCard, findPayment, hasEnded } from '#features/purchases/settle-card.ts'
import type { PaymentStatus } from '#providers/cards/card-provider.ts'
import type { Services } from '#server/services.ts'

const refusedByBank = {
  state: 'FAILED',
  cardState: 'VOIDED',
  failureCode: 'card_declined',
} as const

/**
 * What came of the step that the card asked for. A confirmed one leaves the purchase authorised, a
 * refused one ends it, with everything given back; `moved` where the purchase went on meanwhile.
 */
export async function settleAction(
  services: Services,
  row: PurchaseRow,
): Promise<'confirmed' | 'refused' | 'moved' | 'open' | 'unknown'> {
  const found = await findPayment(services, row.id).catch((error: unknown) => {
    services.log.warn('payment outcome unknown', { tx_id: row.tx_id, error })
    return null
  })
  if (found === null) return 'unknown'
  const { status, paymentId } = found
  if (status === 'authorised') {
    const from = ['READY', 'ACTION'] as const
    await movePurchase(services.db, row.id, from, ['READY', 'AUTHORISED'], paymentId)
    return 'confirmed'
  }
  if (!hasEnded(status)) return 'open'
  return services.db.transaction(async (tx) => {
    const [current] = await lockPurchases(tx, [row.id])
    if (current?.state !== 'READY' || current.card_state !== 'ACTION') return 'moved'
    await endTogether(tx, [{ row: current, ...refusedByBank }])
    return 'refused'
  })
}

export type CaptureOutcome = 'completed' | 'pending' | 'failed'

/** `pending` while the payment's outcome is unknown. */
export async function finishCapture(services: Services, row: PurchaseRow): Promise<CaptureOutcome> {
  let status: PaymentStatus
  try {
    status = await captureCard(services, row)
  } catch (error) {
    services.log.warn('capture outcome unknown', { tx_id: row.tx_id, error })
    await markPurchaseChecked(services.db, row.id)
    return 'pending'
  }
  return services.db.transaction(async (tx): Promise<CaptureOutcome> => {
    const [current] = await lockPurchases(tx, [row.id])
    if (current === undefined) throw new Error('a purchase vanished')
    if (current.state !== 'COMPLETING') {
      return current.state === 'COMPLETED' ? 'completed' : 'failed'
    }
    if (status === 'captured') {
      await completeTogether(tx, [current])
      return 'completed'
    }
    if (!hasEnded(status)) return 'pending'
    // The provider let the authorisation go: nothing was taken and nothing will be.
    await endTogether(tx, [{ row: current, ...refusedByBank }])
    return 'failed'
  })
}
