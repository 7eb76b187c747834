// Sends the order of a checkout (getPin) and handles its answer. Without a final answer the order is repeated
// under the same key. The card's token is created once per reservation and is not stored.

import type { Batch } from '#features/catalogue/catalogue-calls.ts'
import { withFreshCode } from '#features/people/web/session/signing.ts'
import type { CardAnswer, CardToken } from '../card/card-field.tsx'
import type { Gift } from '../gift/gift-fields.tsx'
import { type Buyer, type Purchase, signatureOf } from '../purchase.ts'
import {
  type PurchaseRecord,
  type Request,
  recordFor,
  type SentRecord,
  type StoredOrder,
  sentOf,
} from '../purchase-record.ts'
import { askReserve, mayHaveHappened, readReserved, reserveProblem } from '../purchase-requests.ts'
import type { Pending, PurchaseProblem } from '../purchase-steps.ts'
import { releaseOrder } from './cancel-order.ts'
import { isPurchasable } from './figures.ts'
import type { Cost } from './use-figures.ts'

/** Returns the body's fields of a gift. A purchase for oneself has only `note`. */
function giftFields({ note, name, fromName, deliverOn }: Gift) {
  return {
    message: note,
    is_reward: 0 as const,
    ...(name ? { name } : {}),
    ...(fromName ? { from_name: fromName } : {}),
    ...(deliverOn ? { deliver_on: deliverOn } : {}),
  }
}

type OrderCost = Pick<Cost, 'kg' | 'figures' | 'preview'>

/** Returns the order, or the problem that prevents it. `gift` is undefined for a purchase for oneself. */
export function requestOf(
  batch: Batch | undefined,
  { kg, figures, preview }: OrderCost,
  buyer: Buyer,
  gift?: Gift,
): { request: Request; problem?: never } | { request?: never; problem: PurchaseProblem } {
  if (!batch || !isPurchasable(kg) || !figures) {
    return { problem: { at: 'quantity', code: 'invalid_selection' } }
  }
  if (kg > batch.kg_available) {
    const leftKg = batch.kg_available
    return { problem: { at: 'quantity', code: 'insufficient_stock', leftKg } }
  }
  const quote = figures.method === 'card' ? undefined : preview?.wallet_tx_id
  const order: StoredOrder = {
    batchId: batch.id,
    count: kg,
    amount: batch.price_per_kg,
    currency: batch.currency,
    from: signatureOf(buyer),
    payment_method: figures.method,
    is_gift: gift ? 1 : 0,
    ...(gift ? giftFields(gift) : { note: '' }),
    wallet_used: figures.wallet,
    card_used: figures.card,
    wallet_tx_id: quote ?? null,
  }
  const recipient = gift?.recipient ?? null
  return { request: { order, recipient, vintageYear: batch.vintage_year } }
}

/**
 * Number of attempts without a final answer, in about 8 s, after which a failure is shown. The user may try
 * again.
 */
const attemptsMax = 5

/** Tokenises the card and sends the order. Releases an earlier, different order that may be reserved. */
export function reserve(
  purchase: Purchase,
  request: Request,
  card: () => Promise<CardAnswer>,
): Promise<void> {
  return purchase.once(async (signal) => {
    purchase.dispatch({ type: 'reserve-sent' })
    const answer = await card()
    if (signal.aborted) return
    if (answer && 'problem' in answer) {
      purchase.dispatch({ type: 'refused', problem: answer.problem })
      return
    }
    const previous = purchase.record()
    const sentRecord = recordFor(request, previous)
    const previousSent = sentOf(previous)
    if (previousSent !== undefined && previousSent.key !== sentRecord.key) {
      releaseOrder(previousSent, purchase)
    }
    purchase.keep(sentRecord)
    await sendReserve(purchase, sentRecord, signal, answer)
  })
}

/** Parts of a reservation that are not in its answer. */
type Reserved = Pick<Pending, 'kg' | 'recipient' | 'recipientName' | 'deliverOn' | 'vintageYear'>

/** Stores a reservation, and shows the step in which the user confirms it. */
export function showReserved(
  purchase: Purchase,
  record: PurchaseRecord,
  answer: Parameters<typeof readReserved>[0],
  order: Reserved,
): void {
  const { clientSecret, ...reply } = readReserved(answer)
  const asksBank = clientSecret !== null
  const pending = { ...reply, ...order, asksBank }
  purchase.keep({ ...record, pending })
  const bank = asksBank ? ({ state: 'asks', clientSecret } as const) : ({ state: 'none' } as const)
  purchase.dispatch({ type: 'reserved', pending, bank })
}

/**
 * Sends an order until its answer is final, then stores the reservation and shows the second step, or shows
 * the problem. For a repeated key the server returns its first answer again, including the client secret of
 * the bank's question. If a saved card needs a fresh code, the user types one first.
 */
export async function sendReserve(
  purchase: Purchase,
  sentRecord: SentRecord,
  signal: AbortSignal,
  card?: CardToken,
): Promise<void> {
  const { order, recipient, vintageYear } = sentRecord
  const token = card && { card_token: card.token, ...(card.saves ? { save_card: true } : {}) }
  const extra = { telephone: recipient ?? purchase.buyer().phone, ...token }
  const onUnknown = () => purchase.dispatch({ type: 'outcome-unknown' })
  try {
    const options = { signal, attemptsMax, onUnknown }
    const answer = await withFreshCode(() => askReserve(order, extra, sentRecord.key, options))
    if (signal.aborted) return
    const recipientName = typeof order.name === 'string' ? order.name : null
    const kg = Number(order.count)
    // A gift to the giver's own number arrives at once.
    const deliverOn = recipient === purchase.buyer().phone ? null : (order.deliver_on ?? null)
    const reserved = { kg, recipient, recipientName, deliverOn, vintageYear }
    showReserved(purchase, sentRecord, answer, reserved)
  } catch (error) {
    if (signal.aborted) return
    if (!mayHaveHappened(error)) purchase.startAgain()
    purchase.dispatch({ type: 'refused', problem: reserveProblem(error) })
  }
  purchase.refresh()
}
