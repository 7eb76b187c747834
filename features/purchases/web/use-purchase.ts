// Ties one purchase (purchase-flow.ts) to a component's life: it starts, takes up what a reload left
// and stops asking when the component goes. It must never hold a state of its own.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type Buyer, createPurchaseFlow, type PurchaseFlow } from './purchase-flow.ts'
import type { PurchaseKind, PurchaseState } from './purchase-steps.ts'

export type Purchase = { readonly state: PurchaseState; readonly flow: PurchaseFlow }

/** `kind` and `scope` (purchase-record.ts) must not change while the component lives. */
export function usePurchase(kind: PurchaseKind, scope: string, buyer: Buyer): Purchase {
  const client = useQueryClient()
  const latest = useRef(buyer)
  useEffect(() => {
    latest.current = buyer
  }, [buyer])
  const [flow] = useState(() => createPurchaseFlow({ scope, kind }, () => latest.current, client))
  const state = useSyncExternalStore(flow.subscribe, flow.state)
  useEffect(() => {
    void flow.start()
    return flow.stop
  }, [flow])
  return { state, flow }
}
