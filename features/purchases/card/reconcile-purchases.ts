// Settles purchases whose card step has an unknown outcome, by asking the card provider. Any number of
// processes may run it concurrently.
import { pendingOf, settleAuthorisation } from '#features/purchases/card/authorise-card.ts'
import { findPayment, voidCard } from '#features/purchases/card/settle-card.ts'
import { finishCapture } from '#features/purchases/complete/finish-capture.ts'
import { markPurchaseChecked, type PurchaseRow } from '#features/purchases/purchase-queries.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import { findDueRefunds, requestRefund } from '#features/purchases/refund/give-back.ts'
import { isRefunding } from '#features/purchases/states/reversal-state.ts'
import { openStepOf } from '#features/purchases/states/state.ts'
import type { Authorisation, FoundPayment } from '#providers/cards/card-provider.ts'
import { findUnsettledPurchases } from './card-queries.ts'

/**
 * Age in seconds of an unknown outcome after which the reconciler asks the provider. With the task's pause
 * of 5 s, it asks within 30 s (docs/product.md#unknown-payments).
 */
const askAfterSeconds = 20
/** Maximum number of purchases, and of refunds, that a round settles concurrently. */
const roundMax = 10

/** Settles a round of purchases and due refunds. Returns their number. */
export async function reconcilePurchases(
  services: Services,
  afterSeconds = askAfterSeconds,
): Promise<number> {
  const [unsettledRows, refundingRows] = await Promise.all([
    findUnsettledPurchases(services.db, afterSeconds, roundMax),
    findDueRefunds(services, afterSeconds),
  ])
  const rows = [...unsettledRows, ...refundingRows]
  await Promise.all(rows.map((row) => settlePurchase(services, row)))
  return rows.length
}

/**
 * Moves one purchase as far as the provider's answer allows. Logs a failure, and leaves the purchase to
 * the next round.
 */
export async function settlePurchase(services: Services, row: PurchaseRow): Promise<void> {
  try {
    await markPurchaseChecked(services.db, row.id)
    await settleOpenStep(services, row)
  } catch (error) {
    services.log.warn('purchase not settled yet', { tx_id: row.tx_id, error })
  }
}

/** Repeats the refund or card step that has no outcome yet. */
async function settleOpenStep(services: Services, row: PurchaseRow): Promise<void> {
  const hasPart = row.refunded_kg > 0 && row.card_payment_id !== null
  if (isRefunding(row) || hasPart) return requestRefund(services, row)
  switch (openStepOf(row)) {
    case 'capture':
      await finishCapture(services, row)
      services.wakeOutbox()
      return
    case 'void':
      return voidCard(services, row)
    case 'authorise':
      return settleAuthorising(services, row)
    case null:
      return
  }
}

/** Stores the outcome of an authorisation if the provider knows it. */
async function settleAuthorising(services: Services, row: PurchaseRow): Promise<void> {
  const payment = await findPayment(services, row)
  const authorisation = authorisationOf(payment)
  if (authorisation === null) return
  await settleAuthorisation(services.db, pendingOf(row), authorisation)
}

/**
 * Returns the outcome of an authorisation from the provider's payment. Returns null if there is no payment,
 * the bank waits for the buyer, or a later step has changed the payment.
 */
function authorisationOf({ paymentId, ...payment }: FoundPayment): Authorisation | null {
  if (paymentId === null) return null
  const { status } = payment
  switch (status) {
    case 'authorised':
      return { ...payment, status, paymentId }
    case 'declined':
      return { status, sentence: 'Your card was declined.' }
    case 'none':
    case 'action':
    case 'captured':
    case 'voided':
    case 'refunded':
      return null
  }
}
