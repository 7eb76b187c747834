// Cancels an order whose answer is unknown. The server may have reserved it, so the order is repeated under
// its key to get the reservation, which is then cancelled. A reload does not stop this.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { refreshAfterPurchase } from '#web/api/query-client.ts'
import { texts } from '#web/texts.ts'
import { showToast } from '#web/ui/dialog/toast.tsx'
import type { Purchase } from '../purchase.ts'
import {
  forgetCancelled,
  isCancelledStored,
  readCancelled,
  type SentRecord,
  sentOf,
  storeCancelled,
} from '../purchase-record.ts'
import { askCancel, askReserve, mayHaveHappened, readReserved } from '../purchase-requests.ts'

/** Maximum attempts, one every 8 s: in total the 10 minutes after which a reservation expires. */
const attemptsMax = 75

/** Stops an order in progress and releases its possible reservation. Returns false without an order. */
export function cancelOrder(purchase: Purchase): boolean {
  const sent = sentOf(purchase.record())
  if (sent === undefined && !purchase.isRunning()) return false
  purchase.stop()
  purchase.listen()
  purchase.dispatch({ type: 'ended', problem: null })
  if (sent === undefined) return false
  purchase.startAgain()
  releaseOrder(sent, purchase)
  return true
}

/** Cancels the possible reservation of an order in the background, with toasts at begin and end. */
export function releaseOrder(sent: SentRecord, purchase: Purchase): void {
  storeCancelled(sent)
  void release(sent, purchase.buyer().phone).then(purchase.refresh)
}

/** Keys of the orders that this tab is releasing. */
const inProgress = new Set<string>()

async function release(sent: SentRecord, phone: string): Promise<void> {
  if (inProgress.has(sent.key)) return
  inProgress.add(sent.key)
  const closeToast = showToast(texts.purchases_cancelling())
  const controller = new AbortController()
  // Signing out erases the stored order. Its reservation then expires.
  const onUnknown = () => {
    if (!isCancelledStored(sent)) controller.abort()
  }
  const isReleased = await findAndCancel(sent, phone, {
    signal: controller.signal,
    attemptsMax,
    onUnknown,
  })
  if (controller.signal.aborted) return
  forgetCancelled(sent)
  closeToast()
  showToast(isReleased ? texts.purchases_cancelled() : texts.purchases_cancel_failed())
}

type RepeatOptions = Parameters<typeof askReserve>[3]

/**
 * Repeats the order under its key, for which the server creates at most one reservation, and cancels it.
 * Returns true if no reservation remains.
 */
async function findAndCancel(
  sent: SentRecord,
  phone: string,
  options: RepeatOptions,
): Promise<boolean> {
  const telephone = sent.recipient ?? phone
  try {
    const answer = await askReserve(sent.order, { telephone }, sent.key, options)
    await askCancel(readReserved(answer).txId, options)
    return true
  } catch (error) {
    return !mayHaveHappened(error)
  }
}

/** Continues the cancellations that a reload interrupted. */
export function useCancelledOrders(): void {
  const profile = useProfile()
  const client = useQueryClient()
  const id = profile?.id
  const phone = profile?.phone
  useEffect(() => {
    if (id === undefined || phone === undefined) return
    // Runs after the layout's effects, because the toast needs the layout's live region.
    const timer = setTimeout(() => {
      for (const sent of readCancelled(id)) {
        void release(sent, phone).then(() => refreshAfterPurchase(client))
      }
    })
    return () => clearTimeout(timer)
  }, [id, phone, client])
}
