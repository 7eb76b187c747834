// Declares the states of a reversal (a refund or dispute) and the table of their moves. A reversal leaves
// the purchase's own state unchanged. Server and browser import this file.

/**
 * `disputed`: a dispute is open. `refunding`: a refund is not confirmed yet. `refund_failed`: a refund
 * failed. `reinstated`: a bank returned the amount of a lost dispute. In the last two states the buyer is
 * owed money.
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

/** A state. The suffix `kept` means that only the money is refunded and the holder keeps the kilograms. */
export type ReversalStage = ReversalState | `${KeptState} kept`

/** The causes of a reversal's move. */
export type ReversalMover =
  /** The operator's refund or payment (refund/refund-purchase.ts, refund/pay-otherwise.ts). */
  | 'refund'
  /** The provider's report of a refund, also of one started on its own page (refund/settle-returns.ts). */
  | 'provider'
  /** The cardholder's bank opens or ends a dispute (refund/settle-returns.ts). */
  | 'dispute'
  /** The refund of a charge whose purchase cannot complete (card/refund-card.ts). */
  | 'loss'

/**
 * Every allowed move of a reversal, and its causes. The compiler (`NextReversal`) and the database
 * (trigger `purchases_reversal_moves_on`) refuse all other moves.
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
/** The stages after `From`. */
export type NextReversal<From extends OpenReversal> = keyof Transitions[From] & ReversalStage

/** The two columns of a purchase's row that contain the stage of its reversal. */
export type ReversalColumns = {
  readonly reversal: ReversalState
  readonly keeps_kilograms: boolean
}

export function reversalStageOf({ reversal, keeps_kilograms }: ReversalColumns): ReversalStage {
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

/** Returns true if a refund is due that the card provider has not confirmed yet. */
export const isRefunding = ({ reversal }: Pick<ReversalColumns, 'reversal'>): boolean =>
  reversal === 'refunding'

/** Returns the columns of a stage. */
export function reversalColumnsOf(stage: ReversalStage): ReversalColumns {
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

/** States in which the kilograms were taken from their holder, unless the stage has the suffix `kept`. */
export const takingStates = [
  'refunding',
  'refunded',
  'refund_failed',
  'reinstated',
] as const satisfies readonly ReversalState[]

/** States in which the buyer is owed money and no refund is due at the provider. */
export const owedStates = [
  'refund_failed',
  'reinstated',
] as const satisfies readonly ReversalState[]

/** Returns true if the buyer is owed money and no refund is due at the provider. */
export function isOwedAgain(stage: ReversalStage): boolean {
  const { reversal } = reversalColumnsOf(stage)
  return owedStates.some((state) => state === reversal)
}

/** Returns true if the kilograms were taken from their holder. */
export function isTakenBack(stage: ReversalStage): boolean {
  return takingStates.some((state) => state === stage)
}

/** Returns true if the whole amount is refunded, being refunded or owed. */
export function isRefundStage(stage: ReversalStage): boolean {
  return stage !== 'none' && stage !== 'disputed'
}
