// Holds the state of one purchase in a tab: its step and its stored record. It runs one action at a time. The
// actions of the steps are in checkout/ and acknowledge/.
import type { QueryClient } from '@tanstack/react-query'
import type { Profile } from '#features/people/people-calls.ts'
import { serverNow } from '#web/api/api.ts'
import { refreshAfterPurchase } from '#web/api/query-client.ts'
import {
  forgetRecord,
  freshRecord,
  type PurchaseRecord,
  readRecord,
  writeRecord,
} from './purchase-record.ts'
import {
  atAck,
  atCheckout,
  type DialogState,
  expired,
  nextState,
  type PurchaseEvent,
  type PurchaseKind,
  type PurchaseProblem,
} from './purchase-steps.ts'

export type Buyer = Pick<Profile, 'id' | 'phone' | 'nickname' | 'firstName'>

/** Returns the buyer's nickname, first name or phone number, for the field `from` on the wire. */
export function signatureOf({ nickname, firstName, phone }: Buyer): string {
  return nickname ?? firstName ?? phone
}

/** Returns the state in which a stored purchase continues. */
export function stateOf(record: PurchaseRecord | undefined): DialogState {
  const pending = record?.pending
  if (record?.order && !pending) return { ...atCheckout, work: 'checking' }
  if (!pending) return atCheckout
  if (record.completing) {
    return { ...atAck(pending, { state: 'none' }), typed: pending.txId, work: 'checking' }
  }
  if (Date.parse(pending.expiresAt) <= serverNow()) return { ...atCheckout, problem: expired }
  return atAck(pending, { state: pending.asksBank ? 'unknown' : 'none' })
}

/** Returns true if the purchase is in progress, so that its dialog must open again. */
export function isInProgress(state: DialogState): boolean {
  return state.step === 'ack' || (state.step === 'checkout' && state.work !== 'none')
}

/** Creates a purchase from the stored record of `scope`, if there is one. */
export function createPurchase(
  { scope, kind }: { readonly scope: string; readonly kind: PurchaseKind },
  buyer: () => Buyer,
  client: QueryClient,
) {
  const listeners = new Set<() => void>()
  let state = stateOf(readRecord(scope, buyer().id))
  let isRunning = false
  let controller = new AbortController()

  function dispatch(event: PurchaseEvent) {
    state = nextState(state, event)
    for (const listener of listeners) listener()
  }

  async function once(act: (signal: AbortSignal) => Promise<void>) {
    if (isRunning) return
    const { signal } = controller
    isRunning = true
    try {
      await act(signal)
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      if (signal === controller.signal) isRunning = false
    }
  }

  return {
    ...{ kind, buyer, dispatch },
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Shows a problem of the form, unless an action runs. */
    refuse: (problem: PurchaseProblem) => {
      if (!isRunning) dispatch({ type: 'refused', problem })
    },
    /** Returns the stored record, or a new one. */
    record: () => readRecord(scope, buyer().id) ?? freshRecord(buyer().id),
    keep: (record: PurchaseRecord) => writeRecord(scope, record),
    forget: () => forgetRecord(scope),
    /** Replaces the stored record by a new one, so that the next order has a new key. */
    startAgain: () => writeRecord(scope, freshRecord(buyer().id)),
    isRunning: () => isRunning,
    /** Runs an action unless another one runs. `stop` aborts its signal and hides its error. */
    once,
    /** Allows actions again after `stop`. */
    listen() {
      controller = new AbortController()
      isRunning = false
    },
    /** Aborts the running action. */
    stop: () => controller.abort(),
    /** Reloads the lists and the passport. */
    refresh() {
      // Waits until React has rendered the new step, so that figures of the previous one are not reloaded.
      queueMicrotask(() => void refreshAfterPurchase(client))
    },
  }
}

export type Purchase = ReturnType<typeof createPurchase>
