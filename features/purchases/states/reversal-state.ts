// How far a completed purchase was taken back, or the charge of one that ended without completing, and the
// one table of where that may go. The state of the purchase stays. Pure: both halves may import it.

/**
 * `disputed` and `refunding` are under way. Of `refund_failed` and `reinstated` the buyer is owed money
 * again: a refund failed, or a bank gave back what a dispute took.
 */
export const reversalStates = [
  'none',
  'disputed',
  'refunding',
  'refunded',
  'refund_failed',
  'reinstated',
] as const
export type ReversalState = (typeof reversalStates)[number]

type KeptState = 'refunding' | 'refunded' | 'refund_failed'

/** With `kept` only the money goes back, and the kilograms stay with their holder. */
export type ReversalStage = ReversalState | `${KeptState} kept`

/** Who moves a reversal. */
export type ReversalMover =
  /** The operator's refund or payment (refund/refund-purchase.ts, refund/pay-otherwise.ts). */
  | 'refund'
  /** The provider gave money back or failed to, for us or on its own page (refund/settle-returns.ts). */
  | 'provider'
  /** The cardholder's bank disputes the payment, and ends it (the same file). */
  | 'dispute'
  /** The charge of a purchase that cannot complete goes back (card/refund-card.ts). */
  | 'loss'

/**
 * Every move that a reversal can make, and who makes it. What is not here is refused by the compiler
 * (`NextReversal`) and by the database (trigger `purchases_reversal_moves_on`).
 */
export const reversalTransitions = {
  none: {
    disputed: ['dispute'],
    refunding: ['refund', 'dispute', 'loss'],
    refunded: ['refund', 'provider', 'dispute'],
    'refunding kept': ['refund'],
    'refunded kept': ['refund'],
  },
  disputed: {
    none: ['dispute'],
    refunding: ['dispute'],
    refunded: ['provider', 'dispute'],
  },
  refunding: {
    refunded: ['provider', 'dispute'],
    refund_failed: ['provider'],
    reinstated: ['dispute'],
  },
  refunded: {
    refund_failed: ['provider'],
    reinstated: ['dispute'],
  },
  refund_failed: {
    refunding: ['refund'],
    refunded: ['refund', 'provider', 'dispute'],
  },
  reinstated: {
    refunding: ['refund'],
    refunded: ['refund', 'provider', 'dispute'],
    refund_failed: ['provider'],
  },
  'refunding kept': {
    'refunded kept': ['provider'],
    'refund_failed kept': ['provider'],
    refunding: ['dispute'],
    refunded: ['dispute'],
    refund_failed: ['dispute'],
  },
  'refunded kept': {
    'refund_failed kept': ['provider'],
    refunded: ['dispute'],
    refund_failed: ['dispute'],
  },
  'refund_failed kept': {
    'refunding kept': ['refund'],
    'refunded kept': ['refund', 'provider'],
    refunded: ['dispute'],
    refund_failed: ['dispute'],
  },
} as const satisfies {
  readonly [From in ReversalStage]?: {
    readonly [To in ReversalStage]?: readonly ReversalMover[]
  }
}

type Transitions = typeof reversalTransitions
/** A stage that a reversal can leave. */
export type OpenReversal = keyof Transitions
/** Where a reversal may go from `From`. */
export type NextReversal<From extends OpenReversal> = keyof Transitions[From] & ReversalStage

/** Both columns of a row. */
export type ReversalPlace = { readonly reversal: ReversalState; readonly keeps_kilograms: boolean }

export function reversalStageOf({ reversal, keeps_kilograms }: ReversalPlace): ReversalStage {
  switch (reversal) {
    case 'none':
    case 'disputed':
    case 'reinstated':
      return reversal
    case 'refunding':
    case 'refunded':
    case 'refund_failed':
      return keeps_kilograms ? `${reversal} kept` : reversal
  }
}

/** Money is on its way back: the card provider has still to say that it went. */
export const isRefunding = ({ reversal }: Pick<ReversalPlace, 'reversal'>): boolean =>
  reversal === 'refunding'

/** The columns of a stage. */
export function reversalPlaceOf(stage: ReversalStage): ReversalPlace {
  switch (stage) {
    case 'none':
    case 'disputed':
    case 'refunding':
    case 'refunded':
    case 'refund_failed':
    case 'reinstated':
      return { reversal: stage, keeps_kilograms: false }
    case 'refunding kept':
      return { reversal: 'refunding', keeps_kilograms: true }
    case 'refunded kept':
      return { reversal: 'refunded', keeps_kilograms: true }
    case 'refund_failed kept':
      return { reversal: 'refund_failed', keeps_kilograms: true }
  }
}

/** States in which the kilograms are gone, unless they are kept. */
export const takingStates = [
  'refunding',
  'refunded',
  'refund_failed',
  'reinstated',
] as const satisfies readonly ReversalState[]

/** States in which the operator owes the buyer money that no refund is under way for. */
export const owedStates = [
  'refund_failed',
  'reinstated',
] as const satisfies readonly ReversalState[]

/** Whether the buyer is owed money that no refund is under way for. */
export function isOwedAgain(stage: ReversalStage): boolean {
  const { reversal } = reversalPlaceOf(stage)
  return owedStates.some((state) => state === reversal)
}

/** Whether the kilograms have left their holder. */
export function isTakenBack(stage: ReversalStage): boolean {
  return takingStates.some((state) => state === stage)
}

/** Whether the money goes back, or is back, whole. */
export function isGivenBack(stage: ReversalStage): boolean {
  return stage !== 'none' && stage !== 'disputed'
}
