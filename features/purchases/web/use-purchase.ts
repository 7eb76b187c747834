// Creates or continues a purchase when a component mounts. At unmount it stops the purchase's requests. A
// completion continues until its answer.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { showToast } from '#web/ui/dialog/toast.tsx'
import { sendComplete } from './acknowledge/finish-purchase.ts'
import { sendReserve } from './checkout/send-order.ts'
import { successText } from './gift/gift-fields.tsx'
import { type Buyer, createPurchase, type Purchase } from './purchase.ts'
import { type DialogState, isUnverified, type PurchaseKind } from './purchase-steps.ts'
import { problemText, reservationText } from './purchase-words.ts'

/** Returns the purchase and its state. `kind` and `scope` must not change while the component is mounted. */
export function usePurchase(
  kind: PurchaseKind,
  scope: string,
  buyer: Buyer,
): { readonly state: DialogState; readonly purchase: Purchase } {
  const client = useQueryClient()
  const latestBuyer = useRef(buyer)
  useEffect(() => {
    latestBuyer.current = buyer
  }, [buyer])
  const [purchase] = useState(
    () => reattach(scope) ?? createPurchase({ scope, kind }, () => latestBuyer.current, client),
  )
  const state = useSyncExternalStore(purchase.subscribe, purchase.state)
  useEffect(() => {
    reattach(scope)
    if (!isCompleting(purchase.state()) || !purchase.isRunning()) void resumePurchase(purchase)
    return () => {
      if (isCompleting(purchase.state())) detach(scope, purchase)
      else purchase.stop()
    }
  }, [purchase, scope])
  return { state, purchase }
}

/** Repeats the call of a stored purchase if its answer is unknown. Resolves after the final answer. */
export async function resumePurchase(purchase: Purchase): Promise<void> {
  purchase.listen()
  const record = purchase.record()
  const { order, pending, completing } = record
  if (pending && completing) {
    return purchase.once((signal) => sendComplete(purchase, pending, signal))
  }
  // The client secret of the bank's question is not stored, so the order is sent again to get it.
  if (order && (!pending || pending.asksBank)) {
    return purchase.once((signal) => sendReserve(purchase, { ...record, order }, signal))
  }
}

/** Returns true while Complete was sent and its answer is awaited. */
export function isCompleting(state: DialogState): boolean {
  return state.step === 'ack' && (state.work === 'completing' || state.work === 'checking')
}

/** Shows a toast about the success or the problem. After a success, resets the dialog to its first step. */
export function announceEnd(purchase: Purchase): void {
  const state = purchase.state()
  if (state.step !== 'success') {
    if (!state.problem) return
    const text = problemText(state.problem, purchase.kind)
    // Without a network the reservation stays, and only the user's Complete sends it again.
    const isKept = state.step === 'ack' && isUnverified(state)
    showToast(isKept ? `${text} ${reservationText(state)}` : text, { important: true })
    return
  }
  showToast(successText(state.pending))
  purchase.dispatch({ type: 'started-over' })
}

/** Announces the end of a completion while the dialog is closed. Calls `onDone` after a success. */
export function useEndNotice(
  open: boolean,
  state: DialogState,
  purchase: Purchase,
  onDone: (() => void) | undefined,
): void {
  const wasCompleting = useRef(false)
  useEffect(() => {
    const hasEnded = wasCompleting.current && !isCompleting(state)
    wasCompleting.current = isCompleting(state)
    if (open || !hasEnded) return
    announceEnd(purchase)
    if (state.step === 'success') onDone?.()
  }, [open, state, purchase, onDone])
}

/** Completions that continue after the user left their page, by scope. */
const detached = new Map<
  string,
  { readonly purchase: Purchase; readonly unsubscribe: () => void }
>()

/** Lets a completion continue without its page, and announces its end. */
function detach(scope: string, purchase: Purchase): void {
  const unsubscribe = purchase.subscribe(() => {
    if (isCompleting(purchase.state())) return
    reattach(scope)
    announceEnd(purchase)
  })
  detached.set(scope, { purchase, unsubscribe })
}

/**
 * Returns the completion that continues without a page in this scope, or undefined. Its end is no longer
 * announced, because a page shows the completion again.
 */
function reattach(scope: string): Purchase | undefined {
  const completion = detached.get(scope)
  completion?.unsubscribe()
  detached.delete(scope)
  return completion?.purchase
}
