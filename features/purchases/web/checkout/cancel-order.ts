// Cancels an order without an answer: stops asking for it, then finds the possible reservation by
// its key and releases it. It continues after a reload and never completes a purchase.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { refreshAfterPurchase } from '#web/api/query-keys.ts'
import { texts } from '#web/texts.ts'
import { showToast } from '#web/ui/dialog/toast.tsx'
import type { Purchase } from '../purchase.ts'
import { mayHaveHappened, readReserved } from '../purchase-answers.ts'
import {
  forgetCancelled,
  isCancelledKept,
  keepCancelled,
  keptCancelled,
  type SentRecord,
  sentOf,
} from '../purchase-record.ts'
import { askCancel, askReserve } from '../purchase-requests.ts'

/** Attempts, one every 8 s: together the 10 minutes after which a reservation expires. */
const turnsMax = 75

/** Cancels an unanswered order. Returns whether there was one. */
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

/** Releases the order's reservation, and announces the start and the end of it. */
export function releaseOrder(sent: SentRecord, purchase: Purchase): void {
  keepCancelled(sent)
  void release(sent, purchase.buyer().phone).then(purchase.refresh)
}

/** Keys of the orders that this tab is releasing. */
const underWay = new Set<string>()

async function release(sent: SentRecord, phone: string): Promise<void> {
  if (underWay.has(sent.key)) return
  underWay.add(sent.key)
  const closeToast = showToast(texts.purchases_cancelling())
  const life = new AbortController()
  // Signing out erases the kept order; its reservation then expires by itself.
  const onUnknown = () => {
    if (!isCancelledKept(sent)) life.abort()
  }
  const isReleased = await findAndCancel(sent, phone, {
    signal: life.signal,
    turnsMax,
    onUnknown,
  })
  if (life.signal.aborted) return
  forgetCancelled(sent)
  closeToast()
  showToast(isReleased ? texts.purchases_cancelled() : texts.purchases_cancel_failed())
}

type Asking = Parameters<typeof askReserve>[3]

/**
 * Repeats the order under its key, which returns the existing reservation and makes no second one.
 */
async function findAndCancel(sent: SentRecord, phone: string, asking: Asking): Promise<boolean> {
  const telephone = sent.recipient ?? phone
  try {
    const answer = await askReserve(sent.order, { telephone }, sent.key, asking)
    await askCancel(readReserved(answer).txId, asking)
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
    // After the frame's own effects, because the announcement needs its live region.
    const timer = setTimeout(() => {
      for (const sent of keptCancelled(id)) {
        void release(sent, phone).then(() => refreshAfterPurchase(client))
      }
    })
    return () => clearTimeout(timer)
  }, [id, phone, client])
}
