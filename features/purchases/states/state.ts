// Declares the states of a purchase and the one table of their moves. SQL, the reconciler, the
// audit, the wire and the database's trigger follow it. Pure: server and browser may import it.
import { isTakenBack, type ReversalStage } from './reversal-state.ts'

/** States from the hold to the end. */
export const purchaseStates = [
  'HELD',
  'READY',
  'COMPLETING',
  'COMPLETED',
  'FAILED',
  'EXPIRED',
] as const
export type PurchaseState = (typeof purchaseStates)[number]

/** States of the card part at the provider. */
export const cardStates = [
  'NONE',
  'AUTHORISING',
  'ACTION',
  'AUTHORISED',
  'CAPTURING',
  'CAPTURED',
  'VOIDING',
  'VOIDED',
  'REFUNDING',
  'REFUNDED',
] as const
export type CardState = (typeof cardStates)[number]

/** Why a purchase failed. An expired or cancelled purchase has no such code. */
export const failureCodes = [
  'card_declined',
  'card_details_required',
  'not_completed',
  // The bank asks its buyer a question, and the purchase would hold too much of the batch until the
  // answer.
  'insufficient_stock',
  'too_many_reservations',
] as const
export type FailureCode = (typeof failureCodes)[number]

/** A pair of states, as the table names it: `READY AUTHORISED`. */
export type Stage = `${PurchaseState} ${CardState}`

/** The causes of a purchase's move. */
export type Mover =
  /** getPin, with the provider's answer to the authorisation (card/authorise-card.ts). */
  | 'authorise'
  /** validatePin, with the bank's question and the capture (complete/, card/settle-action.ts). */
  | 'complete'
  /** cancelPin (end/cancel-purchase.ts). */
  | 'cancel'
  /** A released claim on a reward (end/end-purchases.ts). */
  | 'unclaim'
  /** The expiry, by the database's clock (end/end-purchases.ts). */
  | 'sweep'
  /**
   * The reconciler and the operator, for steps without an outcome (card/reconcile-purchases.ts).
   */
  | 'reconcile'
  /** A move of the reversal: the refund of its charge, or a dispute of it (refund/take-back.ts). */
  | 'reverse'

/** The first stages of a purchase after getPin, with a card part and without one. */
export const firstStages = {
  withCard: 'HELD AUTHORISING',
  withoutCard: 'READY NONE',
} as const satisfies Record<string, Stage>

/**
 * Every move that a purchase can make, and its causes. The compiler (`Next`) and the database
 * (trigger `purchases_end_is_final`) refuse all others. A completed purchase makes no move: taking
 * it back is a reversal (reversal-state.ts), which changes only its state on the wire. The charge
 * of a purchase that ended without completing has the same reversal: its card is REFUNDING while
 * the buyer is owed money, and REFUNDED otherwise.
 */
export const transitions = {
  'HELD AUTHORISING': {
    'READY AUTHORISED': ['authorise', 'reconcile'],
    'READY ACTION': ['authorise'],
    'FAILED VOIDING': ['authorise', 'reconcile'],
    'EXPIRED VOIDING': ['cancel', 'sweep'],
  },
  'READY NONE': {
    'COMPLETED NONE': ['complete'],
    'EXPIRED NONE': ['cancel', 'sweep', 'unclaim'],
  },
  'READY ACTION': {
    'READY AUTHORISED': ['complete'],
    'FAILED VOIDED': ['complete'],
    'EXPIRED VOIDING': ['cancel', 'sweep'],
  },
  'READY AUTHORISED': {
    'COMPLETING CAPTURING': ['complete'],
    'EXPIRED VOIDING': ['cancel', 'sweep'],
  },
  'COMPLETING CAPTURING': {
    'COMPLETED CAPTURED': ['complete', 'reconcile'],
    'FAILED VOIDED': ['complete', 'reconcile'],
    'FAILED REFUNDING': ['complete', 'reconcile'],
  },
  'FAILED VOIDING': {
    'FAILED VOIDED': ['reconcile'],
    'FAILED REFUNDING': ['reconcile'],
  },
  'FAILED REFUNDING': {
    'FAILED REFUNDED': ['reverse'],
  },
  'FAILED REFUNDED': {
    'FAILED REFUNDING': ['reverse'],
  },
  'EXPIRED VOIDING': {
    'EXPIRED VOIDED': ['cancel', 'reconcile'],
    'EXPIRED REFUNDING': ['cancel', 'reconcile'],
  },
  'EXPIRED REFUNDING': {
    'EXPIRED REFUNDED': ['reverse'],
  },
  'EXPIRED REFUNDED': {
    'EXPIRED REFUNDING': ['reverse'],
  },
} as const satisfies { readonly [From in Stage]?: { readonly [To in Stage]?: readonly Mover[] } }

type Transitions = typeof transitions
/** A stage that a purchase can leave. */
export type OpenStage = keyof Transitions
/** The stages after `From`. The compiler refuses any other move. */
export type Next<From extends OpenStage> = keyof Transitions[From] & Stage

type Under = Extract<OpenStage, `${'HELD' | 'READY' | 'COMPLETING'} ${string}`>
type Ended = Extract<OpenStage, `${'FAILED' | 'EXPIRED'} VOIDING`>
type LossFrom<From extends Under> = Exclude<Next<From>, Under | `COMPLETED ${string}`>
/** The moves that end an open purchase without completing it. */
export type LossMove = {
  [From in Under]: { [To in LossFrom<From>]: readonly [from: From, to: To] }[LossFrom<From>]
}[Under]
export type LossStage = LossMove[1]

type CardOf<S> = S extends `${PurchaseState} ${infer Card extends CardState}` ? Card : never
/** The moves of an ended purchase's card out of VOIDING, as pairs of from and to. */
export type EndedCardMove = {
  [From in Ended]: { [To in Next<From>]: readonly [CardOf<From>, CardOf<To>] }[Next<From>]
}[Ended]

/** States in which stock and money are held. */
export const openStates = [
  'HELD',
  'READY',
  'COMPLETING',
] as const satisfies readonly PurchaseState[]
/** States in which a purchase expires when its time is over. */
export const expirableStates = ['HELD', 'READY'] as const satisfies readonly PurchaseState[]
/**
 * Card states with a question to the provider whose answer is not stored yet. Refunds are in
 * reversal-state.ts.
 */
export const openCardStates = [
  'AUTHORISING',
  'CAPTURING',
  'VOIDING',
] as const satisfies readonly CardState[]
/** Card states of a charge without a sale that is being refunded or is refunded. */
export const returnedCardStates = ['REFUNDING', 'REFUNDED'] as const satisfies readonly CardState[]

/** Card states without authorised money: the provider or the buyer's bank has not answered yet. */
export const unpaidCardStates = ['AUTHORISING', 'ACTION'] as const satisfies readonly CardState[]

/** The two states of a row. */
export type StoredState = { readonly state: PurchaseState; readonly card_state: CardState }

type Kept = Pick<StoredState, 'state'>

/** Whether a purchase is sold. Its reversal is in reversal-state.ts. */
export const isCompleted = ({ state }: Kept): boolean => state === 'COMPLETED'
/** Whether the card is being charged. The purchase can then neither expire nor be cancelled. */
export const isCompleting = ({ state }: Kept): boolean => state === 'COMPLETING'

/**
 * Whether a charge may be refunded: of a sale, or of a purchase that ended after its card was
 * charged.
 */
export function isReversible({ state, card_state }: StoredState): boolean {
  return state === 'COMPLETED' || returnedCardStates.some((each) => each === card_state)
}

export function stageOf({ state, card_state }: StoredState): Stage {
  return `${state} ${card_state}`
}

/** Returns the next step at the card provider, refunds aside; null where there is none. */
export function openStepOf({ card_state }: StoredState): 'authorise' | 'capture' | 'void' | null {
  switch (card_state) {
    case 'AUTHORISING':
      return 'authorise'
    case 'CAPTURING':
      return 'capture'
    case 'VOIDING':
      return 'void'
    case 'NONE':
    case 'ACTION':
    case 'AUTHORISED':
    case 'CAPTURED':
    case 'VOIDED':
    case 'REFUNDING':
    case 'REFUNDED':
      return null
  }
}

/** The next step of a completion. `is_over` is true after the reservation's expiry. */
export type CompletionStep =
  /** No step: the purchase is complete. */
  | 'done'
  /** The whole completion, because no card takes part. */
  | 'complete'
  /** The capture, first or repeated. */
  | 'capture'
  /** The bank's answer. */
  | 'ask_bank'
  /** The authorisation, which another call runs. */
  | 'wait'
  /** The purchase has failed or expired. */
  | 'failed'
  | 'expired'

export function completionStepOf(row: StoredState & { readonly is_over: boolean }): CompletionStep {
  switch (row.state) {
    case 'COMPLETED':
      return 'done'
    case 'COMPLETING':
      return 'capture'
    case 'FAILED':
      return 'failed'
    case 'EXPIRED':
      return 'expired'
    case 'HELD':
      return row.is_over ? 'expired' : 'wait'
    case 'READY':
      return row.is_over ? 'expired' : readyStepOf(row.card_state)
  }
}

function readyStepOf(card: CardState): 'complete' | 'ask_bank' | 'capture' {
  if (card === 'NONE') return 'complete'
  return card === 'ACTION' ? 'ask_bank' : 'capture'
}

/** Returns the stage of an expired or cancelled purchase. An authorised card is released. */
export function expiredStageOf(stored: StoredState): 'EXPIRED NONE' | 'EXPIRED VOIDING' {
  const stage = stageOf(stored)
  switch (stage) {
    case 'READY NONE':
      return 'EXPIRED NONE' satisfies LossFrom<typeof stage>
    case 'HELD AUTHORISING':
    case 'READY ACTION':
    case 'READY AUTHORISED':
      return 'EXPIRED VOIDING' satisfies LossFrom<typeof stage>
    default:
      throw new Error(`a purchase does not lapse from ${stage}`)
  }
}

/** The states of a purchase on the wire, on every route (docs/product.md#purchase-states). */
export const wireStates = ['PENDING', 'COMPLETED', 'FAILED', 'EXPIRED', 'REFUNDED'] as const
export type WireState = (typeof wireStates)[number]
/** Statuses in a successful answer of validatePin. */
export const completionWireStates = ['COMPLETED', 'PENDING'] as const satisfies readonly WireState[]
/** Status in a successful answer of cancelPin. */
export const cancelledWireState = 'EXPIRED' as const satisfies WireState

/** Statuses in the buyer's own list, with one for a payment that the cardholder's bank disputes. */
export const listedStates = [...wireStates, 'DISPUTED'] as const
export type ListedState = (typeof listedStates)[number]

/**
 * Returns the wire state. `isOver` is true after the expiry, which ends only purchases that can
 * still expire.
 */
export function wireStateOf(
  state: PurchaseState,
  isOver: boolean,
  reversal: ReversalStage,
): WireState {
  switch (state) {
    case 'HELD':
    case 'READY':
      return isOver ? 'EXPIRED' : 'PENDING'
    case 'COMPLETING':
      return 'PENDING'
    case 'COMPLETED':
      return isTakenBack(reversal) ? 'REFUNDED' : state
    case 'FAILED':
    case 'EXPIRED':
      return state
  }
}
