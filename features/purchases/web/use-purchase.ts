// Creates or continues a purchase when a component mounts. At unmount it stops the purchase's requests, but a
// completion continues until its answer.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { sendComplete } from './acknowledge/finish-purchase.ts'
import { sendReserve } from './checkout/send-order.ts'
import { isCompleting, leaveCompleting, takeBack } from './end-notice.ts'
import { type Buyer, createPurchase, type Purchase } from './purchase.ts'
import type { DialogState, PurchaseKind } from './purchase-steps.ts'

/** Returns the purchase and its state. `kind` and `scope` must not change while the component is mounted. */
export function usePurchase(
  kind: PurchaseKind,
  scope: string,
  buyer: Buyer,
): { readonly state: DialogState; readonly purchase: Purchase } {
  const client = useQueryClient()
  const latest = useRef(buyer)
  useEffect(() => {
    latest.current = buyer
  }, [buyer])
  const [purchase] = useState(
    () => takeBack(scope) ?? createPurchase({ scope, kind }, () => latest.current, client),
  )
  const state = useSyncExternalStore(purchase.subscribe, purchase.state)
  useEffect(() => {
    takeBack(scope)
    if (!isCompleting(purchase.state()) || !purchase.isRunning()) void resumePurchase(purchase)
    return () => {
      if (isCompleting(purchase.state())) leaveCompleting(scope, purchase)
      else purchase.stop()
    }
  }, [purchase, scope])
  return { state, purchase }
}

/** Repeats the call of an open purchase whose answer is unknown. Resolves after its final answer. */
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
