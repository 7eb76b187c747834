// Shows the operator one purchase: its states, postings, the card provider's answers and its
// messages. Reads only; phone numbers are masked.

import { findPayment } from '#features/purchases/card/settle-card.ts'
import { listReported } from '#features/purchases/disputes/list-reported.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import { history } from '#ledger/history.ts'
import { maskPhone } from '#values/text/phone-number.ts'
import { findMessages, findWholePurchase } from './inspect-queries.ts'

/** Returns null where the purchase does not exist. */
export async function inspectPurchase(services: Services, txId: string) {
  const found = await findWholePurchase(services.db, txId)
  if (found === null) return null
  const { id, rate, recipient_phone, ...purchase } = found
  const [postings, messages, provider, reported] = await Promise.all([
    history(services.db, id),
    findMessages(services.db, id),
    found.card_minor === 0 ? null : askProvider(services, found),
    listReported(services.db, id),
  ])
  const recipient = recipient_phone === null ? null : maskPhone(recipient_phone)
  return {
    purchase: { ...purchase, rate: Number(rate), recipient },
    postings,
    provider,
    messages,
    ...reported,
  }
}

async function askProvider(services: Services, found: Parameters<typeof findPayment>[1]) {
  try {
    const { status, paymentId } = await findPayment(services, found)
    return { status, payment_id: paymentId }
  } catch {
    return { status: 'no answer', payment_id: found.card_payment_id }
  }
}
