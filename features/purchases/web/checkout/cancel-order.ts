// Cancels an order whose answer has not come: nobody asks for it any more, and what the server may have
// reserved is found by its key and released. It goes on after a reload, and completes nothing.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { refreshAfterPurchase } from '#web/api/query-keys.ts'
import { texts } from '#web/texts.ts'
import { showToast } from '#web/ui/dialog/toast.tsx'
import type { Purchase } from '../purchase.ts'
import { mayHaveHappened, readReserved } from '../purchase-answers.ts'
import { askCancel, askReserve } from '../purchase-calls.ts'
import {
  forgetCancelled,
  isCancelledKept,
  keepCancelled,
  keptCancelled,
  type SentRecord,
  sentOf,
} from '../purchase-record.ts'

/** At 8 s a question, the 10 minutes after which a reservation expires. */
const turnsMax = 75

/** Whether there was an order to cancel: one that was sent, its answer unknown. */
export function cancelOrder(purchase: Purchase): boolean {
  const sent = sentOf(purchase.record())
  if (sent === undefined && !purchase.isRunning()) return false
  purchase.stop()
  purchase.listen()
  purchase.dispatch({ type: 'ended', problem: null })
  if (sent === undefined) return false
  purchase.startAnew()
  releaseOrder(sent, purchase)
  return true
}

/** Says that it is being cancelled, and when it is. */
export function releaseOrder(sent: SentRecord, purchase: Purchase): void {
  keepCancelled(sent)
  void release(sent, purchase.buyer().phone).then(purchase.refresh)
}

/** The keys of what is being released in this tab. */
const underWay = new Set<string>()

async function release(sent: SentRecord, phone: string): Promise<void> {
  if (underWay.has(sent.key)) return
  underWay.add(sent.key)
  showToast(texts.purchases_cancelling())
  const life = new AbortController()
  // Signing out forgets it: what is reserved then ends by itself.
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
  showToast(isReleased ? texts.purchases_cancelled() : texts.purchases_cancel_failed())
}

type Asking = Parameters<typeof askReserve>[3]

/** The same question under the same key: what was reserved is found, and nothing else can come of it. */
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

/** Goes on with what a reload interrupted. */
export function useCancelledOrders(): void {
  const profile = useProfile()
  const client = useQueryClient()
  const id = profile?.id
  const phone = profile?.phone
  useEffect(() => {
    if (id === undefined || phone === undefined) return
    // After the frame's own effects: what is said needs its place.
    const timer = setTimeout(() => {
      for (const sent of keptCancelled(id)) {
        void release(sent, phone).then(() => refreshAfterPurchase(client))
      }
    })
    return () => clearTimeout(timer)
  }, [id, phone, client])
}
