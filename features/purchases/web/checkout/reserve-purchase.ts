// Sends an order and takes up its answer (getPin). What is not final goes on under the same key; a card's
// token is made once for each reservation and kept nowhere.

import type { Purchase } from '../purchase.ts'
import { mayHaveHappened, readReserved, reserveProblem } from '../purchase-answers.ts'
import { askReserve } from '../purchase-calls.ts'
import { type PurchaseRecord, type Request, recordFor } from '../purchase-record.ts'
import type { PurchaseProblem } from '../purchase-steps.ts'

/** What the card's own field gave: its token, or what is wrong with it; nothing where none is due. */
export type CardAnswer =
  | { readonly token: string }
  | { readonly problem: PurchaseProblem }
  | undefined

export function reserve(
  purchase: Purchase,
  request: Request,
  card: () => Promise<CardAnswer>,
): Promise<void> {
  return purchase.once(async (signal) => {
    purchase.dispatch({ type: 'reserve-sent' })
    const answer = await card()
    if (answer && 'problem' in answer) {
      purchase.dispatch({ type: 'refused', problem: answer.problem })
      return
    }
    const sent = { ...recordFor(request, purchase.record()), ...request }
    purchase.keep(sent)
    await sendReserve(purchase, sent, signal, answer?.token)
  })
}

/** Under the same key the server answers what it answered, the bank's handle included. */
export async function sendReserve(
  purchase: Purchase,
  sent: PurchaseRecord & Request,
  signal: AbortSignal,
  cardToken?: string,
): Promise<void> {
  const { order, recipient, vintageYear } = sent
  const token = cardToken === undefined ? {} : { card_token: cardToken }
  const extra = { telephone: recipient ?? purchase.buyer().phone, ...token }
  const onUnknown = () => purchase.dispatch({ type: 'outcome-unknown' })
  try {
    const answer = await askReserve(order, extra, sent.key, { signal, onUnknown })
    const { clientSecret, ...rest } = readReserved(answer)
    const asksBank = clientSecret !== null
    const pending = { ...rest, kg: Number(order.count), recipient, vintageYear, asksBank }
    purchase.keep({ ...sent, pending })
    const bank = asksBank
      ? ({ state: 'asks', clientSecret } as const)
      : ({ state: 'none' } as const)
    purchase.dispatch({ type: 'reserved', pending, bank })
  } catch (error) {
    if (signal.aborted) return
    if (!mayHaveHappened(error)) purchase.startAnew()
    purchase.dispatch({ type: 'refused', problem: reserveProblem(error) })
  }
  purchase.refresh()
}
