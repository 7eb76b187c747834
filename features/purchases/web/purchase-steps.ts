// Runs the steps of a purchase as a state machine: checkout, confirmation, success
// (docs/product.md#buying). Pure: no clock, no network, no words. An event without effect in a step
// is ignored.
import type { ChangedQuote } from '../purchases-calls.ts'

/** The kind of a purchase: for oneself, for another number, or the redemption of a reward. */
export type PurchaseKind = 'buy' | 'gift' | 'reward'

/** A reservation that waits for its completion. Amounts in units of `currency`, the buyer's own. */
export type Pending = {
  readonly txId: string
  /** ISO time by the server's clock. */
  readonly expiresAt: string
  readonly kg: number
  readonly total: number
  readonly currency: string
  readonly walletUsed: number
  readonly cardUsed: number
  readonly vintageYear: number | null
  /** The receiver: a number, or the list's masked text; null for a purchase of one's own. */
  readonly recipient: string | null
  /** The giver's name for the receiver; null where the form has no such field. */
  readonly recipientName: string | null
  /** Whether the card asks a question of its own (3-D Secure). */
  readonly asksBank: boolean
}

/** A problem and the field where it is shown, by the field's name (web/ui/forms/use-form.ts). */
export type PurchaseProblem = {
  readonly at: 'quantity' | 'recipient' | 'note' | 'giver' | 'card' | 'form' | 'typed' | 'bank'
  readonly code: string
  /** The field to focus, where it differs. */
  readonly field?: string | undefined
  /** The server's sentence. */
  readonly text?: string | undefined
  /**
   * `no_answer`: the server may have reserved the order. `unverified`: it may have completed it.
   */
  readonly hint?: 'no_answer' | 'unverified' | undefined
  /** The reason of a failed verification. */
  readonly reason?: { readonly code: string; readonly text: string } | undefined
  readonly leftKg?: number | undefined
  readonly quote?: ChangedQuote | undefined
}

/** `unknown`: the bank asks, but this browser has lost its handle (after a reload). */
export type Bank =
  | { readonly state: 'none' | 'unknown' | 'approved' }
  | { readonly state: 'asks'; readonly clientSecret: string }

export type CheckoutState = {
  readonly step: 'checkout'
  readonly work: 'none' | 'reserving' | 'checking'
  readonly problem: PurchaseProblem | null
}
export type AckState = {
  readonly step: 'ack'
  readonly pending: Pending
  readonly typed: string
  readonly bank: Bank
  readonly work: 'none' | 'completing' | 'checking' | 'confirming' | 'cancelling'
  readonly problem: PurchaseProblem | null
}
export type SuccessState = { readonly step: 'success'; readonly pending: Pending }
export type DialogState = CheckoutState | AckState | SuccessState

export type PurchaseEvent =
  | { readonly type: 'edited' }
  | { readonly type: 'reserve-sent' }
  | { readonly type: 'outcome-unknown' }
  | { readonly type: 'refused'; readonly problem: PurchaseProblem }
  | { readonly type: 'reserved'; readonly pending: Pending; readonly bank: Bank }
  | { readonly type: 'typed'; readonly text: string }
  | { readonly type: 'bank-sent' }
  | { readonly type: 'bank-known'; readonly bank: Bank }
  | { readonly type: 'complete-sent' }
  | { readonly type: 'completed' }
  | { readonly type: 'cancel-sent' }
  | { readonly type: 'ended'; readonly problem: PurchaseProblem | null }
  | { readonly type: 'started-over' }

export const atCheckout: CheckoutState = { step: 'checkout', work: 'none', problem: null }

export const expired: PurchaseProblem = { at: 'form', code: 'purchase_expired' }

export function atAck(pending: Pending, bank: Bank): AckState {
  return { step: 'ack', pending, typed: '', bank, work: 'none', problem: null }
}

/** Whether the typed text is the issued id, without the spaces around it, which pasting adds. */
export function typedMatches({ typed, pending }: AckState): boolean {
  return typed.trim() === pending.txId
}

/**
 * Whether Complete was sent and its outcome is unknown. It may be pressed again, and nothing is
 * released.
 */
export function isUnverified(state: DialogState): state is AckState {
  return state.step === 'ack' && state.problem?.hint === 'unverified'
}

export function nextState(state: DialogState, event: PurchaseEvent): DialogState {
  switch (state.step) {
    case 'checkout':
      return nextCheckout(state, event)
    case 'ack':
      return nextAck(state, event)
    case 'success':
      return event.type === 'started-over' ? atCheckout : state
  }
}

function nextCheckout(state: CheckoutState, event: PurchaseEvent): DialogState {
  switch (event.type) {
    case 'edited':
      return state.problem === null || state.work !== 'none' ? state : { ...state, problem: null }
    case 'reserve-sent':
      return { step: 'checkout', work: 'reserving', problem: null }
    case 'outcome-unknown':
      return state.work === 'none' ? state : { ...state, work: 'checking' }
    case 'refused':
      return { step: 'checkout', work: 'none', problem: event.problem }
    case 'reserved':
      return atAck(event.pending, event.bank)
    case 'ended':
    case 'started-over':
      return atCheckout
    default:
      return state
  }
}

function nextAck(state: AckState, event: PurchaseEvent): DialogState {
  switch (event.type) {
    case 'typed':
      return { ...state, typed: event.text, problem: null }
    case 'reserved':
      // The order was sent again after a reload, only to get the bank's handle.
      return { ...state, bank: event.bank }
    case 'bank-sent':
      return { ...state, work: 'confirming', problem: null }
    case 'bank-known':
      return { ...state, work: 'none', bank: event.bank }
    case 'complete-sent':
      return { ...state, work: 'completing', problem: null }
    case 'cancel-sent':
      return { ...state, work: 'cancelling', problem: null }
    case 'outcome-unknown':
      return state.work === 'completing' ? { ...state, work: 'checking' } : state
    case 'refused':
      return { ...state, work: 'none', problem: event.problem }
    case 'completed':
      return { step: 'success', pending: state.pending }
    case 'ended':
      return { step: 'checkout', work: 'none', problem: event.problem }
    case 'started-over':
      return atCheckout
    default:
      return state
  }
}
