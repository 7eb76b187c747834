// Declares the state machine of a purchase's steps: checkout, acknowledgement, success
// (docs/product.md#buying). A step ignores events that do not apply to it.
import type { ChangedQuote } from '../purchases-calls.ts'

/** The kind of a purchase: for oneself, a gift to a phone number, or the redemption of a reward. */
export type PurchaseKind = 'buy' | 'gift' | 'reward'

/** A reservation. Amounts are in units of `currency`, the buyer's currency. */
export type Pending = {
  readonly txId: string
  /** ISO 8601 time by the server's clock. */
  readonly expiresAt: string
  readonly kg: number
  readonly total: number
  readonly currency: string
  readonly walletUsed: number
  readonly cardUsed: number
  readonly vintageYear: number | null
  /** The receiver's phone number, masked if resumed from the list. Null for a purchase for oneself. */
  readonly recipient: string | null
  /** The receiver's name as the giver typed it. Null if the form has no such field. */
  readonly recipientName: string | null
  /** The day on which a gift arrives, such as `2026-12-24`. Absent or null for any other purchase. */
  readonly deliverOn?: string | null
  /** True if the bank asks the cardholder a question (3-D Secure). */
  readonly asksBank: boolean
}

/** A problem, and the name of the field that shows it (web/ui/forms/use-form.ts). */
export type PurchaseProblem = {
  readonly at:
    | 'quantity'
    | 'recipient'
    | 'note'
    | 'giver'
    | 'day'
    | 'card'
    | 'form'
    | 'typed'
    | 'bank'
  readonly code: string
  /** The field that gets the focus, if it is not `at`. */
  readonly field?: string | undefined
  /** The server's text of the problem. */
  readonly text?: string | undefined
  /**
   * `no_answer`: the server may have reserved the order. `unverified`: the server may have completed the
   * purchase.
   */
  readonly hint?: 'no_answer' | 'unverified' | undefined
  /** The reason of a failed verification. */
  readonly reason?: { readonly code: string; readonly text: string } | undefined
  readonly leftKg?: number | undefined
  readonly quote?: ChangedQuote | undefined
}

/**
 * The state of the bank's question. `unknown`: there is a question, but a reload lost the client secret that
 * shows it.
 */
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

/** Returns true if the typed text is the transaction id. Ignores spaces around it, which pasting adds. */
export function typedMatches({ typed, pending }: AckState): boolean {
  return typed.trim() === pending.txId
}

/**
 * Returns true if Complete was sent and its outcome stayed unknown. The user may press Complete again.
 * Closing the dialog does not cancel the purchase.
 */
export function isUnverified(state: DialogState): state is AckState {
  return state.step === 'ack' && state.problem?.hint === 'unverified'
}

export function nextState(state: DialogState, event: PurchaseEvent): DialogState {
  switch (state.step) {
    case 'checkout':
      return nextCheckout(state, event)
    case 'ack':
      return nextAcknowledgement(state, event)
    case 'success':
      return event.type === 'started-over' ? atCheckout : state
  }
}

/** Returns the state after an event in the first step. */
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

/** Returns the state after an event in the second step, the acknowledgement. */
function nextAcknowledgement(state: AckState, event: PurchaseEvent): DialogState {
  switch (event.type) {
    case 'typed':
      return { ...state, typed: event.text, problem: null }
    case 'reserved':
      // After a reload the order is sent again, only to get the client secret of the bank's question.
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
