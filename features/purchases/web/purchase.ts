// Holds one purchase in a tab: its step, its record for a reload, and one action at a time. The
// actions of each step are in checkout/ and acknowledge/; this file makes no calls and no texts.
import type { QueryClient } from '@tanstack/react-query'
import type { Profile } from '#features/people/people-calls.ts'
import { serverNow } from '#web/api/api.ts'
import { refreshAfterPurchase } from '#web/api/query-keys.ts'
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

/** Returns the buyer's name for `from`: the nickname or first name, else the number. */
export function signatureOf({ nickname, firstName, phone }: Buyer): string {
  return nickname ?? firstName ?? phone
}

export type Purchase = {
  readonly kind: PurchaseKind
  readonly buyer: () => Buyer
  readonly state: () => DialogState
  readonly subscribe: (listener: () => void) => () => void
  readonly dispatch: (event: PurchaseEvent) => void
  /** Shows a problem of the form, unless an answer is awaited. */
  readonly refuse: (problem: PurchaseProblem) => void
  /** The record that a reload would find. */
  readonly record: () => PurchaseRecord
  readonly keep: (record: PurchaseRecord) => void
  readonly forget: () => void
  /** Gives the next order a new key. */
  readonly startAgain: () => void
  readonly isRunning: () => boolean
  /** Runs an action unless one is running. `signal` ends it silently. */
  readonly once: (act: (signal: AbortSignal) => Promise<void>) => Promise<void>
  /** Handles answers from now on, until `stop`. */
  readonly listen: () => void
  readonly stop: () => void
  /** Reloads lists and passport. */
  readonly refresh: () => void
}

/** Returns the step of a stored record. */
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

/** Whether an open purchase must be shown to the user again. */
export function isUnderWay(state: DialogState): boolean {
  return state.step === 'ack' || (state.step === 'checkout' && state.work !== 'none')
}

/**
 * Creates a purchase. `scope` names its place in the tab's storage; the same scope continues it.
 */
export function createPurchase(
  { scope, kind }: { readonly scope: string; readonly kind: PurchaseKind },
  buyer: () => Buyer,
  client: QueryClient,
): Purchase {
  const listeners = new Set<() => void>()
  let state = stateOf(readRecord(scope, buyer().id))
  let running = false
  let life = new AbortController()

  function dispatch(event: PurchaseEvent) {
    state = nextState(state, event)
    for (const listener of listeners) listener()
  }

  async function once(act: (signal: AbortSignal) => Promise<void>) {
    if (running) return
    const { signal } = life
    running = true
    try {
      await act(signal)
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      if (signal === life.signal) running = false
    }
  }

  return {
    ...{ kind, buyer, dispatch, once },
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refuse: (problem) => {
      if (!running) dispatch({ type: 'refused', problem })
    },
    record: () => readRecord(scope, buyer().id) ?? freshRecord(buyer().id),
    keep: (record) => writeRecord(scope, record),
    forget: () => forgetRecord(scope),
    startAgain: () => writeRecord(scope, freshRecord(buyer().id)),
    isRunning: () => running,
    listen() {
      life = new AbortController()
      running = false
    },
    stop: () => life.abort(),
    refresh() {
      // First React draws the new step, so that no figures of the previous one are requested again.
      queueMicrotask(() => void refreshAfterPurchase(client))
    },
  }
}
