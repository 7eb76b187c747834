// Stores the card provider's reports of a payment: disputes, early fraud warnings and ids. It reads
// the payment's present state, so events may come in any order, twice, late or never.

import type { PurchaseRow } from '#features/purchases/purchase-queries.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import type { PaymentReport } from '#providers/cards/card-provider.ts'
import { findMoment, type WrittenDispute, writeReport } from './dispute-queries.ts'

type Noted = Pick<PurchaseRow, 'id' | 'tx_id' | 'card_payment_id'>

/**
 * Returns the report of a purchase whose card was charged. Throws where the provider does not
 * answer.
 */
export async function noteReport(services: Services, row: Noted): Promise<PaymentReport | null> {
  const { id, tx_id, card_payment_id: paymentId } = row
  if (paymentId === null) return null
  const readAt = await findMoment(services.db)
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
