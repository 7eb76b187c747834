// Where a purchase stands, and the one table of where it may go from there. SQL, the reconciler,
// the audit, the wire and the database's trigger all follow it. Pure: both halves may import it.
import { isTakenBack, type ReversalStage } from './reversal-state.ts'

/** From the hold to the end. */
export const purchaseStates = [
  'HELD',
  'READY',
  'COMPLETING',
  'COMPLETED',
  'FAILED',
  'EXPIRED',
] as const
export type PurchaseState = (typeof purchaseStates)[number]

/** What the card provider has been asked, and what it did. */
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

/** Why a purchase failed. One that lapsed or was cancelled has no such code. */
export const failureCodes = [
  'card_declined',
  'card_details_required',
  'not_completed',
  // The bank asks its buyer, and until the answer too much of the batch would be kept from others.
  'insufficient_stock',
  'too_many_reservations',
] as const
export type FailureCode = (typeof failureCodes)[number]

/** Both together, as the table names them: `READY AUTHORISED`. */
export type Stage = `${PurchaseState} ${CardState}`

/** Who moves a purchase. */
export type Mover =
  /** getPin, with what the provider answers to the authorisation (card/authorise-card.ts). */
  | 'authorise'
  /** validatePin, with the bank's question and the capture (complete/, card/settle-action.ts). */
  | 'complete'
  /** cancelPin (end/cancel-purchase.ts). */
  | 'cancel'
  /** A reward's claim that is given back (end/end-purchases.ts). */
  | 'unclaim'
  /** What has lapsed, by the database's clock (end/end-purchases.ts). */
  | 'sweep'
  /** What has had no outcome for a while, and the operator (card/reconcile-purchases.ts). */
  | 'reconcile'
  /** A move of the reversal: the refund of its charge, or a dispute of it (refund/take-back.ts). */
  | 'reverse'

/** Where getPin leaves a purchase first: with a card part, and without one. */
export const firstStages = {
  withCard: 'HELD AUTHORISING',
  withoutCard: 'READY NONE',
} as const satisfies Record<string, Stage>

/**
 * Every move that a purchase can make, and who makes it. What is not here is refused by the
 * compiler (`Next`) and by the database (trigger `purchases_end_is_final`).
 *
 * A completed purchase goes nowhere. Taking it back later is no state of this table: how far that
 * is stands in reversal-state.ts, and changes only what the wire says. The charge of one that ended
 * without completing goes back by the same reversal: its card is REFUNDING while the buyer is owed
 * money, and REFUNDED otherwise.
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
/** Where a purchase may go from `From`: the compiler knows no other move. */
export type Next<From extends OpenStage> = keyof Transitions[From] & Stage

type Under = Extract<OpenStage, `${'HELD' | 'READY' | 'COMPLETING'} ${string}`>
type Ended = Extract<OpenStage, `${'FAILED' | 'EXPIRED'} VOIDING`>
type LossFrom<From extends Under> = Exclude<Next<From>, Under | `COMPLETED ${string}`>
/** How a purchase under way may end without completing. */
export type LossMove = {
  [From in Under]: { [To in LossFrom<From>]: readonly [from: From, to: To] }[LossFrom<From>]
}[Under]
export type LossStage = LossMove[1]

type CardOf<S> = S extends `${PurchaseState} ${infer Card extends CardState}` ? Card : never
/** Where the card of a purchase that has ended leaves VOIDING, as pairs of from and to. */
export type EndedCardMove = {
  [From in Ended]: { [To in Next<From>]: readonly [CardOf<From>, CardOf<To>] }[Next<From>]
}[Ended]

/** Stock and money are set aside. */
export const openStates = [
  'HELD',
  'READY',
  'COMPLETING',
] as const satisfies readonly PurchaseState[]
/** It lapses when its time is over. */
export const lapsingStates = ['HELD', 'READY'] as const satisfies readonly PurchaseState[]
/** The provider has been asked and its answer is not written down. Refunds are in reversal-state.ts. */
export const openCardStates = [
  'AUTHORISING',
  'CAPTURING',
  'VOIDING',
] as const satisfies readonly CardState[]
/** The charge of a purchase that ended without completing goes back, or is back. */
export const returnedCardStates = ['REFUNDING', 'REFUNDED'] as const satisfies readonly CardState[]

/**
 * No money stands behind it yet: the provider, or the bank's question to the buyer, is not
 * answered.
 */
export const unpaidCardStates = ['AUTHORISING', 'ACTION'] as const satisfies readonly CardState[]

/** A row's two states. */
export type StoredState = { readonly state: PurchaseState; readonly card_state: CardState }

type Kept = Pick<StoredState, 'state'>

/** It is sold. How far that was taken back since stands in reversal-state.ts. */
export const isCompleted = ({ state }: Kept): boolean => state === 'COMPLETED'
/** Its card is being charged: it can neither lapse nor be cancelled any more. */
export const isCompleting = ({ state }: Kept): boolean => state === 'COMPLETING'

/** A charge of it may go back: it is sold, or ended without completing after its card was charged. */
export function isReversible({ state, card_state }: StoredState): boolean {
  return state === 'COMPLETED' || returnedCardStates.some((each) => each === card_state)
}

export function stageOf({ state, card_state }: StoredState): Stage {
  return `${state} ${card_state}`
}

/** What the product still has to do at the card provider but for refunds; null for nothing. */
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

/** What completing a purchase takes now. `is_over` says that its time is over. */
export type CompletionStep =
  /** Nothing more: it is complete. */
  | 'done'
  /** All of it, at once: no card takes part. */
  | 'complete'
  /** The capture first, or again. */
  | 'capture'
  /** The bank's answer first. */
  | 'ask_bank'
  /** The authorisation first, which another call waits for. */
  | 'wait'
  /** It has ended, or its time is over. */
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

/** Where a purchase goes that lapses or is cancelled: a card that was asked is let go. */
export function lapsedStageOf(stored: StoredState): 'EXPIRED NONE' | 'EXPIRED VOIDING' {
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
/** What validatePin answers where it does not refuse. */
export const completionWireStates = ['COMPLETED', 'PENDING'] as const satisfies readonly WireState[]
/** What cancelPin answers where it does not refuse. */
export const cancelledWireState = 'EXPIRED' as const satisfies WireState

/** The buyer's own list has one more: the cardholder's bank disputes the payment. */
export const listedStates = [...wireStates, 'DISPUTED'] as const
export type ListedState = (typeof listedStates)[number]

/** `isOver` says that its time is over, which ends what still could lapse and nothing else. */
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
