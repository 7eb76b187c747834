// Reads one purchase for the operator: its states, postings, payment at the card provider and messages.
// Phone numbers in the result are masked.

import { findPayment } from '#features/purchases/card/settle-card.ts'
import { listReported } from '#features/purchases/disputes/list-reported.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import { history } from '#ledger/posting-history.ts'
import { within } from '#platform/within.ts'
import { failureWords } from '#values/failure-cause.ts'
import { maskPhone } from '#values/text/phone-number.ts'
import { findMessages, findWholePurchase } from './inspect-queries.ts'

/**
 * Reads the purchase, and its payment at the card provider. Returns null if there is no purchase. Waits for
 * the provider at most `providerWaitMs`; by default until the provider's own timeout.
 */
export async function inspectPurchase(
  services: Services,
  txId: string,
  { providerWaitMs }: { readonly providerWaitMs?: number } = {},
) {
  const wholePurchase = await findWholePurchase(services.db, txId)
  if (wholePurchase === null) return null
  const { id, rate, recipient_phone, ...purchase } = wholePurchase
  const [postings, messages, provider, reports] = await Promise.all([
    history(services.db, id),
    findMessages(services.db, id),
    wholePurchase.card_minor === 0 ? null : askProvider(services, wholePurchase, providerWaitMs),
    listReported(services.db, id),
  ])
  const recipient = recipient_phone === null ? null : maskPhone(recipient_phone)
  return {
    purchase: { ...purchase, rate: Number(rate), recipient },
    postings,
    provider,
    messages,
    ...reports,
  }
}

/** Returns the payment's state at the provider, or `no answer` with the cause, which is null if it is late. */
async function askProvider(
  services: Services,
  wholePurchase: Parameters<typeof findPayment>[1],
  waitMs: number | undefined,
) {
  const noAnswer = { status: 'no answer', payment_id: wholePurchase.card_payment_id }
  const finding = findPayment(services, wholePurchase).then(
    ({ status, paymentId }) => ({ status, payment_id: paymentId, reason: null }),
    (error: unknown) => ({ ...noAnswer, reason: failureWords(error) }),
  )
  const found = await (waitMs === undefined ? finding : within(waitMs, finding))
  return found ?? { ...noAnswer, reason: null }
}
