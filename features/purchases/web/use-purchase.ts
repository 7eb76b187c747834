// Ties one purchase to a component's life: it takes up what a reload left, and stops asking when the
// component goes. It must never hold a state of its own.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type Buyer, createPurchase, type Purchase } from './purchase.ts'
import type { PurchaseKind, PurchaseState } from './purchase-steps.ts'
import { resumePurchase } from './resume-purchase.ts'

/** `kind` and `scope` (purchase-record.ts) must not change while the component lives. */
export function usePurchase(
  kind: PurchaseKind,
  scope: string,
  buyer: Buyer,
): { readonly state: PurchaseState; readonly purchase: Purchase } {
  const client = useQueryClient()
  const latest = useRef(buyer)
  useEffect(() => {
    latest.current = buyer
  }, [buyer])
  const [purchase] = useState(() => createPurchase({ scope, kind }, () => latest.current, client))
  const state = useSyncExternalStore(purchase.subscribe, purchase.state)
  useEffect(() => {
    void resumePurchase(purchase)
    return purchase.stop
  }, [purchase])
  return { state, purchase }
}
