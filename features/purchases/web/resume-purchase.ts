// Goes on with a purchase where this tab left it: asks again, under its key, what was not answered.
import { sendComplete } from './acknowledge/complete-purchase.ts'
import { sendReserve } from './checkout/reserve-purchase.ts'
import type { Purchase } from './purchase.ts'

/** Resolves when what was left open is answered. */
export async function resumePurchase(purchase: Purchase): Promise<void> {
  purchase.listen()
  const record = purchase.record()
  const { order, pending, completing } = record
  if (pending && completing) {
    return purchase.once((signal) => sendComplete(purchase, pending, signal))
  }
  // The bank's handle is kept nowhere: only the answer has it.
  if (order && (!pending || pending.asksBank)) {
    return purchase.once((signal) => sendReserve(purchase, { ...record, order }, signal))
  }
}
