// Decides the reversal of a purchase after an operator's refund or the card provider's report.
// Pure: no clock, no database, no provider.
import {
  isOwedAgain,
  isRefundStage,
  isTakenBack,
  type NextReversal,
  type ReversalStage,
} from '#features/purchases/states/reversal-state.ts'

/** The reversal of a purchase; amounts in minor units of its currency. */
export type Reversal = {
  readonly stage: ReversalStage
  /** Refunded or being refunded by the provider, of the card part. */
  readonly refundedMinor: number
  /** Taken by the cardholder's bank. */
  readonly lostMinor: number
  /** Still owed to the buyer, of the card part. */
  readonly dueMinor: number
  readonly isWalletReturned: boolean
  /** Paid by the operator in another way. */
  readonly paidMinor: number
  /** Returned by a bank after a dispute, and owed to the buyer. */
  readonly reinstatedMinor: number
  /** Refunded by the provider although it was paid in another way. */
  readonly overpaidMinor: number
  /** Number of the provider's refund that is pending or comes next. */
  readonly attempt: number
}

/** Outcome of the refund with the attempt's key; `none` where the provider has no such refund. */
export type AttemptStatus = 'none' | 'pending' | 'succeeded' | 'failed'

/** The provider's present amounts of a payment. */
export type CardReturns = {
  readonly refundedMinor: number
  readonly lostMinor: number
  readonly isDisputed: boolean
  readonly attempt: AttemptStatus
}

/** Starts the operator's refund of an undisputed purchase. Throws where it is already refunded. */
export function refundWhole(now: Reversal, cardMinor: number, keepsKilograms: boolean): Reversal {
  if (now.stage !== 'none') throw new Error(`a refund does not begin from ${now.stage}`)
  const dueMinor = leftOf(cardMinor, now)
  const state = dueMinor > 0 ? 'refunding' : 'refunded'
  const stage = (keepsKilograms ? `${state} kept` : state) satisfies NextReversal<'none'>
  return { ...now, stage, dueMinor, isWalletReturned: true }
}

/** Starts another refund at the provider. Throws where no amount is owed. */
export function refundAgain(now: Reversal): Reversal {
  return { ...now, stage: stageFrom(now.stage, 'refunding') }
}

/**
 * Records the operator's payment of the owed amount in another way. Throws where no amount is owed.
 */
export function payOtherwise(now: Reversal): Reversal {
  const { paidMinor, dueMinor } = now
  const stage = stageFrom(now.stage, 'refunded')
  return { ...now, stage, paidMinor: paidMinor + dueMinor, dueMinor: 0 }
}

function stageFrom(from: ReversalStage, to: 'refunding' | 'refunded'): ReversalStage {
  switch (from) {
    case 'refund_failed':
    case 'reinstated':
      return to satisfies NextReversal<typeof from>
    case 'refund_failed kept':
      return `${to} kept` satisfies NextReversal<typeof from>
    default:
      throw new Error(`nothing is owed in ${from}`)
  }
}

/** Follows the provider's present amounts, which may be lower than before. */
export function afterReturns(now: Reversal, cardMinor: number, found: CardReturns): Reversal {
  const { refundedMinor, lostMinor } = found
  const left = leftOf(cardMinor, { ...now, refundedMinor, lostMinor })
  const stage = stageAfter(now, found, left)
  const isWhole = isRefundStage(stage)
  const dueMinor = isWhole ? left : 0
  // The number of a failed refund is not used again: an amount owed again is refunded under the next
  // one.
  const isOver = isOwedAgain(stage) && stage !== now.stage && !isSameOwed(now.stage, stage)
  return {
    stage,
    refundedMinor,
    lostMinor,
    dueMinor,
    isWalletReturned: now.isWalletReturned || isWhole,
    paidMinor: now.paidMinor,
    reinstatedMinor: reinstatedAfter(now, lostMinor, dueMinor),
    overpaidMinor: overpaidAfter(now, refundedMinor),
    attempt: now.attempt + (isOver ? 1 : 0),
  }
}

/** Whether the owed amount is the same and only the kilograms moved. */
const isSameOwed = (from: ReversalStage, to: ReversalStage) =>
  from === 'refund_failed kept' && to === 'refund_failed'

function stageAfter(now: Reversal, found: CardReturns, left: number): ReversalStage {
  const { stage: from } = now
  const isLost = found.lostMinor > 0
  switch (from) {
    case 'none':
    case 'disputed':
      if (isLost && left > 0) return 'refunding' satisfies NextReversal<typeof from>
      if (left === 0) return 'refunded' satisfies NextReversal<typeof from>
      return found.isDisputed ? 'disputed' : 'none'
    case 'refunding':
      if (left === 0) return 'refunded' satisfies NextReversal<typeof from>
      return refundingAfter(now, found)
    case 'refunded':
      if (left === 0) return from
      return isReinstating(now, found)
        ? ('reinstated' satisfies NextReversal<typeof from>)
        : ('refund_failed' satisfies NextReversal<typeof from>)
    case 'refund_failed':
      return left > 0 ? from : ('refunded' satisfies NextReversal<typeof from>)
    case 'reinstated':
      if (left === 0) return 'refunded' satisfies NextReversal<typeof from>
      if (found.refundedMinor >= now.refundedMinor) return from
      return 'refund_failed' satisfies NextReversal<typeof from>
    case 'refunding kept':
    case 'refunded kept':
    case 'refund_failed kept':
      return keptAfter(from, found, left)
  }
}

function refundingAfter(now: Reversal, found: CardReturns): ReversalStage {
  switch (found.attempt) {
    case 'none':
    case 'pending':
      return 'refunding'
    case 'failed':
      return 'refund_failed' satisfies NextReversal<'refunding'>
    case 'succeeded':
      // The provider refunded everything that was due.
      return isReinstating(now, found)
        ? ('reinstated' satisfies NextReversal<'refunding'>)
        : ('refund_failed' satisfies NextReversal<'refunding'>)
  }
}

type KeptStage = 'refunding kept' | 'refunded kept' | 'refund_failed kept'

/** A lost dispute takes the kilograms too. */
function keptAfter(from: KeptStage, found: CardReturns, left: number): ReversalStage {
  const isLost = found.lostMinor > 0
  if (left === 0) return isLost ? 'refunded' : 'refunded kept'
  const isWaiting =
    from === 'refunding kept' && (found.attempt === 'none' || found.attempt === 'pending')
  if (isWaiting) return isLost ? 'refunding' : 'refunding kept'
  return isLost ? 'refund_failed' : 'refund_failed kept'
}

/** Whether the missing amount is one that a bank returned to us. */
function isReinstating(now: Reversal, found: CardReturns): boolean {
  return found.lostMinor < now.lostMinor && found.refundedMinor >= now.refundedMinor
}

/**
 * Returns the part of the owed amount that comes from a bank's return after a dispute. It grows with
 * the returned amount, at most as far as the owed amount grows, and falls when a bank takes it again.
 */
function reinstatedAfter(now: Reversal, lostMinor: number, dueMinor: number): number {
  const owedMore = dueMinor - now.dueMinor
  const regainedMinor = now.lostMinor - lostMinor
  if (regainedMinor >= 0)
    return now.reinstatedMinor + Math.max(0, Math.min(regainedMinor, owedMore))
  return now.reinstatedMinor - Math.max(0, Math.min(-regainedMinor, -owedMore, now.reinstatedMinor))
}

/**
 * Returns the overpaid amount: the refund beyond the owed amount, up to the amount paid in another
 * way.
 */
function overpaidAfter(now: Reversal, refundedMinor: number): number {
  const { overpaidMinor, paidMinor, dueMinor } = now
  const more = refundedMinor - now.refundedMinor
  if (more < 0) return Math.max(0, overpaidMinor + more)
  return overpaidMinor + Math.min(Math.max(0, more - dueMinor), paidMinor - overpaidMinor)
}

/** Whether a move takes the kilograms from their holder. */
export function takesKilograms(before: Reversal, after: Reversal): boolean {
  return isTakenBack(after.stage) && !isTakenBack(before.stage)
}

function leftOf(
  cardMinor: number,
  {
    refundedMinor,
    lostMinor,
    paidMinor,
  }: Pick<Reversal, 'refundedMinor' | 'lostMinor' | 'paidMinor'>,
): number {
  return Math.max(0, cardMinor - refundedMinor - lostMinor - paidMinor)
}
