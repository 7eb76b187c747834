// What the card provider tells of refunds and disputes, by a webhook or when it is asked for its list.
// An event is a hint: the payment it names is asked about, so that order and repeats do not matter.

import { settlePurchase } from '#features/purchases/card/reconcile-purchases.ts'
import { noteReport } from '#features/purchases/disputes/note-report.ts'
import { findPurchase, type PurchaseRow } from '#features/purchases/purchase-queries.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import { settleReturns } from '#features/purchases/refund/settle-returns.ts'
import { watchRefunds } from '#features/purchases/refund/watch-refunds.ts'
import { isCompleting, isReversible } from '#features/purchases/states/state.ts'
import {
  findHeardEvents,
  pollProvider,
  writeHeardEvent,
} from '#platform/database/audit/provider-events.ts'
import { failAt } from '#platform/fail-point.ts'
import type { CardEvent } from '#providers/cards/card-provider.ts'
import { findPurchaseOfPayment } from './refund-queries.ts'

/** Each event once. Throws where its payment cannot be asked about now: it has to come again. */
export async function hearCardEvent(services: Services, event: CardEvent): Promise<void> {
  const { id } = event
  const heard = await findHeardEvents(services.db, 'cards', [id])
  if (heard.has(id)) return
  const paymentId = await paymentOf(services, event)
  const row = paymentId === null ? null : await findPurchaseOfPayment(services.db, paymentId)
  if (row !== null) {
    // What cannot be settled yet, such as a dispute in a state that is not known here, is reported all the same.
    const unsettled = await settlePayment(services, row).then(
      () => null,
      (error: unknown) => ({ error }),
    )
    await noteReport(services, row)
    if (unsettled !== null) throw unsettled.error
  }
  failAt('reversal.heard')
  await writeHeardEvent(services.db, 'cards', id)
}

/** An event may name its charge only: then the provider says which payment that is of. */
async function paymentOf(
  { cards }: Services,
  { paymentId, chargeId }: CardEvent,
): Promise<string | null> {
  if (paymentId !== null || chargeId == null) return paymentId
  return (await cards.findNamed(chargeId))?.paymentId ?? null
}

/** Asks the provider for what no webhook reported; returns how many events it listed. */
export function pollCardEvents(services: Services): Promise<number> {
  return pollProvider(services.db, 'cards', async (since) => {
    // First: an event that cannot be settled must not keep payments from being read.
    await watchRefunds(services)
    const events = await services.cards.eventsSince(since)
    const ids = events.map(({ id }) => id)
    const heard = await findHeardEvents(services.db, 'cards', ids)
    const unheard = events.filter(({ id }) => !heard.has(id))
    const failures: unknown[] = []
    for (const event of unheard) {
      await hearCardEvent(services, event).catch((error: unknown) => failures.push(error))
    }
    // They come again at the next poll; until then they hold up none of the others.
    if (failures.length > 0) throw new AggregateError(failures, 'events that cannot be settled yet')
    return unheard.length
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
