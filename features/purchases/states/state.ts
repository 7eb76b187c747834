// Declares the states of a purchase and its card, and the table of their moves. A trigger of the database
// enforces the same table. Server and browser import this file.
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

/** Reasons why a purchase failed. An expired or cancelled purchase has none. */
export const failureCodes = [
  'card_declined',
  // Declined, because the bank wants the cardholder to confirm a payment that a monthly plan made without them.
  'cardholder_needed',
  'card_details_required',
  'not_completed',
  // The purchase would hold too much of its batch while the bank waits for the buyer's answer.
  'insufficient_stock',
  'too_many_reservations',
] as const
export type FailureCode = (typeof failureCodes)[number]

/** The state of a purchase and the state of its card, such as `READY AUTHORISED`. */
export type Stage = `${PurchaseState} ${CardState}`

/** The causes of a purchase's move. */
export type Mover =
  /** getPin, with the provider's answer to the authorisation (card/authorise-card.ts). */
  | 'authorise'
  /** validatePin, with the bank's question and the capture (complete/, card/settle-action.ts). */
  | 'complete'
  /** cancelPin (end/cancel-purchase.ts). */
  | 'cancel'
  /** The release of a claim on a reward (end/end-purchases.ts). */
  | 'unclaim'
  /** The background task that ends expired purchases (end/end-purchases.ts). */
  | 'sweep'
  /** The reconciler or the operator, for card steps without an outcome (card/reconcile-purchases.ts). */
  | 'reconcile'
  /** A refund of the purchase's charge, or a dispute about that charge (refund/take-back.ts). */
  | 'reverse'

/** The first stages of a purchase after getPin, with a card part and without one. */
export const firstStages = {
  withCard: 'HELD AUTHORISING',
  withoutCard: 'READY NONE',
} as const satisfies Record<string, Stage>

/**
 * Every allowed move of a purchase, and its causes. The compiler (`Next`) and the database (trigger
 * `purchases_end_is_final`) refuse all other moves. A completed purchase does not move. Its refund is a
 * reversal (reversal-state.ts), which changes only its state on the wire. If a purchase did not
 * complete but was charged, its card is REFUNDING while the buyer is owed money, then REFUNDED.
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

type Unfinished = Extract<OpenStage, `${'HELD' | 'READY' | 'COMPLETING'} ${string}`>
type Ended = Extract<OpenStage, `${'FAILED' | 'EXPIRED'} VOIDING`>
type LossFrom<From extends Unfinished> = Exclude<Next<From>, Unfinished | `COMPLETED ${string}`>
/** The moves that end an open purchase without completing it. */
export type LossMove = {
  [From in Unfinished]: { [To in LossFrom<From>]: readonly [from: From, to: To] }[LossFrom<From>]
}[Unfinished]
export type LossStage = LossMove[1]

type CardOf<S> = S extends `${PurchaseState} ${infer Card extends CardState}` ? Card : never
/** The moves of an ended purchase's card from VOIDING, as pairs of card states. */
export type EndedCardMove = {
  [From in Ended]: { [To in Next<From>]: readonly [CardOf<From>, CardOf<To>] }[Next<From>]
}[Ended]

/** States in which stock and money are held. */
export const openStates = [
  'HELD',
  'READY',
  'COMPLETING',
] as const satisfies readonly PurchaseState[]
/** States in which a purchase can expire. */
export const expirableStates = ['HELD', 'READY'] as const satisfies readonly PurchaseState[]
/**
 * Card states with a step at the provider whose outcome is unknown. reversal-state.ts declares the states of
 * refunds.
 */
export const openCardStates = [
  'AUTHORISING',
  'CAPTURING',
  'VOIDING',
] as const satisfies readonly CardState[]
/** Card states of a charge that is being or was refunded, because its purchase did not complete. */
export const returnedCardStates = ['REFUNDING', 'REFUNDED'] as const satisfies readonly CardState[]

/** Card states without authorised money: the provider or the buyer's bank has not answered yet. */
export const unpaidCardStates = ['AUTHORISING', 'ACTION'] as const satisfies readonly CardState[]

/** The two columns of a purchase's row that contain its stage. */
export type StoredState = { readonly state: PurchaseState; readonly card_state: CardState }

type StateColumn = Pick<StoredState, 'state'>

/** Returns true for a completed purchase, even if it was refunded later. */
export const isCompleted = ({ state }: StateColumn): boolean => state === 'COMPLETED'
/** Returns true while the card is being charged. The purchase then can neither expire nor be cancelled. */
export const isCompleting = ({ state }: StateColumn): boolean => state === 'COMPLETING'

/**
 * Returns true if the purchase has a charge that may be refunded or disputed: it completed, or it ended
 * after its card was charged.
 */
export function isReversible({ state, card_state }: StoredState): boolean {
  return state === 'COMPLETED' || returnedCardStates.some((each) => each === card_state)
}

export function stageOf({ state, card_state }: StoredState): Stage {
  return `${state} ${card_state}`
}

/** Returns the step at the card provider whose outcome is unknown. Returns null for a refund or no step. */
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

/** The next action of validatePin for a purchase. */
export type CompletionStep =
  /** No action, because the purchase is complete. */
  | 'done'
  /** It completes the purchase, which has no card part. */
  | 'complete'
  /** It captures the card part, again if an earlier capture has no outcome. */
  | 'capture'
  /** It asks the provider for the buyer's answer to the bank. */
  | 'ask_bank'
  /** It replies `PENDING`, because another call is authorising the card. */
  | 'wait'
  /** It refuses, because the purchase has failed or expired. */
  | 'failed'
  | 'expired'

/** Returns the next step of a completion. `is_over` is true after the reservation's expiry. */
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

/**
 * Returns the stage of a purchase after it expires or is cancelled. An authorised card is then voided.
 * Throws for a stage that cannot expire.
 */
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
/** States in a successful reply of validatePin. */
export const completionWireStates = ['COMPLETED', 'PENDING'] as const satisfies readonly WireState[]
/** State in a successful reply of cancelPin. */
export const cancelledWireState = 'EXPIRED' as const satisfies WireState

/** States in the buyer's own list. DISPUTED: the cardholder's bank disputes the payment. */
export const listedStates = [...wireStates, 'DISPUTED'] as const
export type ListedState = (typeof listedStates)[number]

/**
 * Returns the state on the wire. `isPastExpiry` is true after `expires_at`. A purchase that can expire is
 * then EXPIRED, even before the sweep ends it.
 */
export function wireStateOf(
  state: PurchaseState,
  isPastExpiry: boolean,
  reversal: ReversalStage,
): WireState {
  switch (state) {
    case 'HELD':
    case 'READY':
      return isPastExpiry ? 'EXPIRED' : 'PENDING'
    case 'COMPLETING':
      return 'PENDING'
    case 'COMPLETED':
      return isTakenBack(reversal) ? 'REFUNDED' : state
    case 'FAILED':
    case 'EXPIRED':
      return state
  }
}
