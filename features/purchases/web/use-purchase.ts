// Ties one purchase to a component's life: it continues a purchase after a reload, and stops its
// requests at unmount unless a completion waits for its answer. It holds no state of its own.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { sendComplete } from './acknowledge/finish-purchase.ts'
import { sendReserve } from './checkout/send-order.ts'
import { isCompleting, leaveCompleting, takeBack } from './end-notice.ts'
import { type Buyer, createPurchase, type Purchase } from './purchase.ts'
import type { DialogState, PurchaseKind } from './purchase-steps.ts'

/** `kind` and `scope` (purchase-record.ts) must not change while the component lives. */
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

/** Continues an open purchase. Resolves when the answer to its repeated call has arrived. */
export async function resumePurchase(purchase: Purchase): Promise<void> {
  purchase.listen()
  const record = purchase.record()
  const { order, pending, completing } = record
  if (pending && completing) {
    return purchase.once((signal) => sendComplete(purchase, pending, signal))
  }
  // The bank's handle is stored nowhere, so the order is sent again to get it.
  if (order && (!pending || pending.asksBank)) {
    return purchase.once((signal) => sendReserve(purchase, { ...record, order }, signal))
  }
}
