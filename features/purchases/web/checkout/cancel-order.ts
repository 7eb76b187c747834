// Cancels an order whose answer is unknown. The server may have reserved it. The order is therefore sent
// again under its key, and the returned reservation is cancelled. A reload continues this.
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
import {
  askCancel,
  askReserve,
  mayHaveHappened,
  type Release,
  readReserved,
  releaseOf,
} from '../purchase-requests.ts'
import { releaseTexts } from '../purchase-words.ts'

/** Maximum number of attempts, one every 8 s. After these 10 minutes a reservation has expired. */
const attemptsMax = 75

/** Stops an order in progress and releases its possible reservation. Returns false if no order was sent. */
export function cancelOrder(purchase: Purchase): boolean {
  const sentRecord = sentOf(purchase.record())
  if (sentRecord === undefined && !purchase.isRunning()) return false
  purchase.stop()
  purchase.listen()
  purchase.dispatch({ type: 'ended', problem: null })
  if (sentRecord === undefined) return false
  purchase.startAgain()
  releaseOrder(sentRecord, purchase)
  return true
}

/** Cancels the possible reservation of an order in the background. Shows toasts at its start and end. */
export function releaseOrder(sentRecord: SentRecord, purchase: Purchase): void {
  storeCancelled(sentRecord)
  void release(sentRecord, purchase.buyer().phone).then(purchase.refresh)
}

/** Keys of the orders that this tab is releasing. */
const inProgress = new Set<string>()

async function release(sentRecord: SentRecord, phone: string): Promise<void> {
  if (inProgress.has(sentRecord.key)) return
  inProgress.add(sentRecord.key)
  const closeToast = showToast(texts.purchases_cancelling())
  const controller = new AbortController()
  // Signing out erases the stored order. Its reservation then expires.
  const onUnknown = () => {
    if (!isCancelledStored(sentRecord)) controller.abort()
  }
  const outcome = await findAndCancel(sentRecord, phone, {
    signal: controller.signal,
    attemptsMax,
    onUnknown,
  })
  if (controller.signal.aborted) return
  forgetCancelled(sentRecord)
  closeToast()
  showToast(releaseTexts[outcome]())
}

type RepeatOptions = Parameters<typeof askReserve>[3]

/**
 * Sends the order again under its key, for which the server creates at most one reservation, and cancels
 * the reservation. Returns `released` if no reservation remains.
 */
async function findAndCancel(
  sentRecord: SentRecord,
  phone: string,
  options: RepeatOptions,
): Promise<Release> {
  const telephone = sentRecord.recipient ?? phone
  try {
    const answer = await askReserve(sentRecord.order, { telephone }, sentRecord.key, options)
    await askCancel(readReserved(answer).txId, options)
    return 'released'
  } catch (error) {
    const outcome = releaseOf(error)
    return outcome === 'kept' && !mayHaveHappened(error) ? 'released' : outcome
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
      for (const sentRecord of readCancelled(id)) {
        void release(sentRecord, phone).then(() => refreshAfterPurchase(client))
      }
    })
    return () => clearTimeout(timer)
  }, [id, phone, client])
}
