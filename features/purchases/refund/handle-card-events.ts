// Handles the card provider's events of refunds and disputes, from a webhook or a poll. An event is
// a hint: the payment it names is read again, so order and repeats do not matter.

import { settlePurchase } from '#features/purchases/card/reconcile-purchases.ts'
import { noteReport } from '#features/purchases/disputes/note-report.ts'
import { findPurchase, type PurchaseRow } from '#features/purchases/purchase-queries.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import { settleReturns } from '#features/purchases/refund/settle-returns.ts'
import { watchRefunds } from '#features/purchases/refund/watch-refunds.ts'
import { isCompleting, isReversible } from '#features/purchases/states/state.ts'
import {
  findHandledEvents,
  pollProvider,
  writeHandledEvent,
} from '#platform/database/audit/provider-events.ts'
import type { CardEvent } from '#providers/cards/card-provider.ts'
import { findPurchaseOfPayment } from './refund-queries.ts'

/**
 * Handles each event once. Throws where its payment cannot be read now, so that the event comes
 * again.
 */
export async function handleCardEvent(services: Services, event: CardEvent): Promise<void> {
  const { id } = event
  const handled = await findHandledEvents(services.db, 'cards', [id])
  if (handled.has(id)) return
  const paymentId = await paymentOf(services, event)
  const row = paymentId === null ? null : await findPurchaseOfPayment(services.db, paymentId)
  if (row !== null) {
    // Disputes are stored even where the payment cannot be settled, such as for an unknown dispute
    // state.
    const unsettled = await settlePayment(services, row).then(
      () => null,
      (error: unknown) => ({ error }),
    )
    await noteReport(services, row)
    if (unsettled !== null) throw unsettled.error
  }
  await writeHandledEvent(services.db, 'cards', id)
}

/**
 * Returns the event's payment. For an event that names only a charge, the provider returns the
 * payment.
 */
async function paymentOf(
  { cards }: Services,
  { paymentId, chargeId }: CardEvent,
): Promise<string | null> {
  if (paymentId !== null || chargeId == null) return paymentId
  return (await cards.findNamed(chargeId))?.paymentId ?? null
}

/** Polls the provider for events that no webhook reported. Returns how many events it listed. */
export function pollCardEvents(services: Services): Promise<number> {
  return pollProvider(services.db, 'cards', async (since) => {
    // Before the events: an event that cannot be settled must not stop the reading of payments.
    await watchRefunds(services)
    const events = await services.cards.eventsSince(since)
    const ids = events.map(({ id }) => id)
    const handled = await findHandledEvents(services.db, 'cards', ids)
    const newEvents = events.filter(({ id }) => !handled.has(id))
    const failures: unknown[] = []
    for (const event of newEvents) {
      await handleCardEvent(services, event).catch((error: unknown) => failures.push(error))
    }
    // Failed events come again at the next poll; until then they block no other event.
    if (failures.length > 0) throw new AggregateError(failures, 'events that cannot be settled yet')
    return newEvents.length
  })
}

async function settlePayment(services: Services, row: PurchaseRow): Promise<void> {
  if (isReversible(row)) return settleReturns(services, row)
  await settlePurchase(services, row)
  const after = await findPurchase(services.db, row.id)
  if (after === null) return
  if (isReversible(after)) return settleReturns(services, after)
  if (isCompleting(after)) throw new Error('a payment that went back is not settled yet')
}
