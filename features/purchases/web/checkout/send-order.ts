// Sends the order of a checkout (getPin) and handles its answers. An order without a final answer
// is repeated under the same key; a card's token is made once per reservation and stored nowhere.
import type { Batch } from '#features/catalogue/catalogue-calls.ts'
import type { CardAnswer } from '../card/card-field.tsx'
import type { Gift } from '../gift/gift-fields.tsx'
import { type Buyer, type Purchase, signatureOf } from '../purchase.ts'
import { mayHaveHappened, readReserved, reserveProblem } from '../purchase-answers.ts'
import {
  type KeptOrder,
  type Request,
  recordFor,
  type SentRecord,
  sentOf,
} from '../purchase-record.ts'
import { askReserve } from '../purchase-requests.ts'
import type { PurchaseProblem } from '../purchase-steps.ts'
import { releaseOrder } from './cancel-order.ts'
import { isPurchasable } from './figures.ts'
import type { Cost } from './use-figures.ts'

/** Returns the fields of a gift; a purchase has `note` instead. */
function giftFields({ note, name, fromName }: Gift) {
  return {
    message: note,
    is_reward: 0 as const,
    ...(name ? { name } : {}),
    ...(fromName ? { from_name: fromName } : {}),
  }
}

type Seen = Pick<Cost, 'kg' | 'figures' | 'preview'>

/** Returns the request body. `gift` is absent for a purchase of one's own. */
export function requestOf(
  batch: Batch | undefined,
  { kg, figures, preview }: Seen,
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
  const order: KeptOrder = {
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
 * Attempts without an answer, about 8 s, before the order is shown as failed. The user may retry.
 */
const turnsMax = 5

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
    const before = purchase.record()
    const sent = recordFor(request, before)
    const other = sentOf(before)
    // A different order: the previous one may have been reserved, so it is released.
    if (other !== undefined && other.key !== sent.key) releaseOrder(other, purchase)
    purchase.keep(sent)
    await sendReserve(purchase, sent, signal, answer?.token)
  })
}

/** Sends the order. Under the same key the server repeats its answer, with the bank's handle. */
export async function sendReserve(
  purchase: Purchase,
  sent: SentRecord,
  signal: AbortSignal,
  cardToken?: string,
): Promise<void> {
  const { order, recipient, vintageYear } = sent
  const token = cardToken === undefined ? {} : { card_token: cardToken }
  const extra = { telephone: recipient ?? purchase.buyer().phone, ...token }
  const onUnknown = () => purchase.dispatch({ type: 'outcome-unknown' })
  try {
    const asking = { signal, turnsMax, onUnknown }
    const answer = await askReserve(order, extra, sent.key, asking)
    if (signal.aborted) return
    const { clientSecret, ...rest } = readReserved(answer)
    const asksBank = clientSecret !== null
    const recipientName = typeof order.name === 'string' ? order.name : null
    const kg = Number(order.count)
    const pending = { ...rest, kg, recipient, recipientName, vintageYear, asksBank }
    purchase.keep({ ...sent, pending })
    const bank = asksBank
      ? ({ state: 'asks', clientSecret } as const)
      : ({ state: 'none' } as const)
    purchase.dispatch({ type: 'reserved', pending, bank })
  } catch (error) {
    if (signal.aborted) return
    if (!mayHaveHappened(error)) purchase.startAgain()
    purchase.dispatch({ type: 'refused', problem: reserveProblem(error) })
  }
  purchase.refresh()
}
