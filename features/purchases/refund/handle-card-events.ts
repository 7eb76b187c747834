// Handles the card provider's events of refunds and disputes, from a webhook or a poll. An event only
// triggers a new reading of its payment, so order and repetition do not matter.

import { settlePurchase } from '#features/purchases/card/reconcile-purchases.ts'
import { noteReport } from '#features/purchases/disputes/note-report.ts'
import { findPurchase, type PurchaseRow } from '#features/purchases/purchase-queries.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import { settleReturns } from '#features/purchases/refund/settle-returns.ts'
import { watchRefunds } from '#features/purchases/refund/watch-refunds.ts'
import { isCompleting, isReversible } from '#features/purchases/states/state.ts'
import {
  findHandledEvents,
  handleEach,
  pollProvider,
  writeHandledEvent,
} from '#platform/database/audit/provider-events.ts'
import type { CardEvent } from '#providers/cards/card-provider.ts'
import { findPurchaseOfPayment } from './refund-queries.ts'

/**
 * Reads and settles the payment of an event, once per event. Throws if that fails, so that the provider
 * sends the event again.
 */
export async function handleCardEvent(services: Services, event: CardEvent): Promise<void> {
  const { id } = event
  const handled = await findHandledEvents(services.db, 'cards', [id])
  if (handled.has(id)) return
  const paymentId = await paymentOf(services, event)
  const row = paymentId === null ? null : await findPurchaseOfPayment(services.db, paymentId)
  if (row !== null) {
    // Stores the report first and throws then, so that a dispute of an unknown state is stored too.
    const settleFailure = await settlePayment(services, row).then(
      () => null,
      (error: unknown) => ({ error }),
    )
    await noteReport(services, row)
    if (settleFailure !== null) throw settleFailure.error
  }
  await writeHandledEvent(services.db, 'cards', id)
}

/**
 * Returns the payment of an event. If the event names only a charge, asks the provider for the payment.
 */
async function paymentOf(
  { cards }: Services,
  { paymentId, chargeId }: CardEvent,
): Promise<string | null> {
  if (paymentId !== null || chargeId == null) return paymentId
  return (await cards.findNamed(chargeId))?.paymentId ?? null
}

/**
 * Reads refunded payments that are due, and handles events that no webhook reported. Returns the number of
 * these events.
 */
export function pollCardEvents(services: Services): Promise<number> {
  return pollProvider(services.db, 'cards', async (since) => {
    // Runs first, because an event that cannot be settled ends this function.
    await watchRefunds(services)
    const events = await services.cards.eventsSince(since)
    const ids = events.map(({ id }) => id)
    const handled = await findHandledEvents(services.db, 'cards', ids)
    const newEvents = events.filter(({ id }) => !handled.has(id))
    return handleEach(newEvents, (event) => handleCardEvent(services, event))
  })
}

/** Settles a payment in any state of its purchase. Throws if a purchase with this payment still completes. */
async function settlePayment(services: Services, row: PurchaseRow): Promise<void> {
  if (isReversible(row)) return settleReturns(services, row)
  await settlePurchase(services, row)
  const settledRow = await findPurchase(services.db, row.id)
  if (settledRow === null) return
  if (isReversible(settledRow)) return settleReturns(services, settledRow)
  if (isCompleting(settledRow)) throw new Error('a payment that went back is not settled yet')
}
