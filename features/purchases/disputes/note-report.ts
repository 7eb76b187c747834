// Stores the card provider's report of a payment: disputes, early fraud warnings and ids. The report is
// the payment's current state, so the order, repetition and loss of events do not matter.

import type { PurchaseRow } from '#features/purchases/purchase-queries.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import type { PaymentReport } from '#providers/cards/card-provider.ts'
import { readDatabaseTime, type WrittenDispute, writeReport } from './dispute-queries.ts'

type PaidPurchase = Pick<PurchaseRow, 'id' | 'tx_id' | 'card_payment_id'>

/**
 * Requests the report of a purchase's payment, stores it, logs its changes and returns it. Returns null for
 * a purchase without a payment. Throws if the provider does not reply.
 */
export async function noteReport(
  services: Services,
  row: PaidPurchase,
): Promise<PaymentReport | null> {
  const { id, tx_id, card_payment_id: paymentId } = row
  if (paymentId === null) return null
  const readAt = await readDatabaseTime(services.db)
  const report = await services.cards.readReport(paymentId)
  const { disputes, warnings } = await services.db.transaction((tx) =>
    writeReport(tx, id, report, readAt),
  )
  for (const dispute of disputes) {
    services.log.warn(eventOf(dispute), {
      tx_id,
      dispute: dispute.id,
      dispute_status: dispute.status,
      ...(dispute.due_at === null ? {} : { due_at: dispute.due_at.toISOString() }),
    })
  }
  for (const warning of warnings) {
    services.log.warn('early fraud warning', { tx_id, fraud_warning: warning.id })
  }
  return report
}

function eventOf({ is_new, outcome }: WrittenDispute): string {
  if (outcome !== 'open') return 'dispute closed'
  return is_new ? 'dispute opened' : 'dispute changed'
}
