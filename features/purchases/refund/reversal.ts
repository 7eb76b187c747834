// Computes the next state of a reversal, after an operator's command or the card provider's report. It
// writes nothing.
import {
  isOwedAgain,
  isRefundStage,
  isTakenBack,
  type NextReversal,
  type ReversalStage,
} from '#features/purchases/states/reversal-state.ts'

/** The reversal of a purchase. Amounts are in minor units of its currency. */
export type Reversal = {
  readonly stage: ReversalStage
  /** Amount of the card part that the provider has refunded, without failed refunds. */
  readonly refundedMinor: number
  /** Amount that the cardholder's bank took in lost disputes. */
  readonly lostMinor: number
  /** Amount of the card part that we owe the buyer. */
  readonly dueMinor: number
  readonly isWalletReturned: boolean
  /** Amount that the operator paid without the card. */
  readonly paidMinor: number
  /** Amount that a bank returned to us after a lost dispute, so that we owed it to the buyer. */
  readonly reinstatedMinor: number
  /** Amount that the buyer got twice: the provider refunded it after a payment without the card. */
  readonly overpaidMinor: number
  /** Number of the refund attempt that is pending at the provider, or of the next one. */
  readonly attempt: number
  /** The attempt with which the whole refund began; `attempt` before that. */
  readonly firstAttempt: number
  /** Number of kilograms that parts took back. */
  readonly partKg: number
  /** Amount of the card part that belongs to these parts. */
  readonly partMinor: number
  /** True if the refund of the last part failed, so that the buyer is owed its money. */
  readonly isPartFailed: boolean
}

/** Outcome of the refund with an attempt's key. `none`: the provider has no refund with this key. */
export type AttemptStatus = 'none' | 'pending' | 'succeeded' | 'failed'

/** The provider's current figures of a payment. */
export type CardReturns = {
  readonly refundedMinor: number
  readonly lostMinor: number
  readonly isDisputed: boolean
  readonly attempt: AttemptStatus
}

/** Returns the reversal after `kg` kilograms go back, with `cardMinor` of the card part. Throws if money is owed. */
export function refundPart(
  current: Reversal,
  { kg, cardMinor }: { readonly kg: number; readonly cardMinor: number },
): Reversal {
  const { stage, dueMinor, partKg } = current
  if (stage !== 'none') throw new Error(`a part does not go back from ${stage}`)
  if (dueMinor > 0) throw new Error('an earlier part is owed')
  const partMinor = current.partMinor + cardMinor
  const attempt = nextAttemptOf(current)
  const next = { ...current, attempt, firstAttempt: attempt, partKg: partKg + kg, partMinor }
  return { ...next, dueMinor: partDueOf(next) }
}

/** Returns the number of a new attempt. An earlier part used up the current one. */
const nextAttemptOf = ({ attempt, partKg }: Reversal) => attempt + (partKg > 0 ? 1 : 0)

/** Returns the amount of the parts' card money that the buyer did not get yet. */
function partDueOf({
  partMinor,
  refundedMinor,
  lostMinor,
  paidMinor,
}: Pick<Reversal, 'partMinor' | 'refundedMinor' | 'lostMinor' | 'paidMinor'>): number {
  return Math.max(0, partMinor - refundedMinor - lostMinor - paidMinor)
}

/** Returns true if the buyer is owed money and no refund is due at the provider. */
export function isOwed({ stage, isPartFailed }: Pick<Reversal, 'stage' | 'isPartFailed'>): boolean {
  return isOwedAgain(stage) || isPartFailed
}

/** Returns the reversal after a refund starts. Throws unless the stage is `none`. */
export function refundWhole(
  current: Reversal,
  cardMinor: number,
  keepsKilograms: boolean,
): Reversal {
  if (current.stage !== 'none') throw new Error(`a refund does not begin from ${current.stage}`)
  const dueMinor = remainingOf(cardMinor, current)
  const state = dueMinor > 0 ? 'refunding' : 'refunded'
  const stage = (keepsKilograms ? `${state} kept` : state) satisfies NextReversal<'none'>
  const attempt = nextAttemptOf(current)
  return { ...current, stage, dueMinor, isWalletReturned: true, attempt, firstAttempt: attempt }
}

/** Returns the reversal after another attempt to refund an owed amount starts. Throws if none is owed. */
export function refundAgain(current: Reversal): Reversal {
  if (current.isPartFailed) return { ...current, isPartFailed: false }
  return { ...current, stage: leaveOwed(current.stage, 'refunding') }
}

/** Returns the reversal after the operator paid the owed amount without the card. Throws if none is owed. */
export function payOtherwise(current: Reversal): Reversal {
  const { paidMinor, dueMinor, isPartFailed } = current
  const stage = isPartFailed ? current.stage : leaveOwed(current.stage, 'refunded')
  const paid = { paidMinor: paidMinor + dueMinor, dueMinor: 0 }
  return { ...current, stage, ...paid, isPartFailed: false }
}

/** Returns the stage `to`, with the suffix `kept` if `from` has it. Throws if no amount is owed in `from`. */
function leaveOwed(from: ReversalStage, to: 'refunding' | 'refunded'): ReversalStage {
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

/** Returns the reversal after a reading of the payment. Its amounts may be lower than before. */
export function afterReturns(current: Reversal, cardMinor: number, returns: CardReturns): Reversal {
  const { refundedMinor, lostMinor } = returns
  const remaining = remainingOf(cardMinor, { ...current, refundedMinor, lostMinor })
  // Rounding may leave the other kilograms without card money. They stay, although the card amount is used up.
  const isUsedUp = current.partKg > 0 && current.partMinor >= cardMinor && lostMinor === 0
  const stage =
    isUsedUp && !isRefundStage(current.stage)
      ? openStageOf(returns)
      : stageAfter(current, returns, remaining)
  const isWhole = isRefundStage(stage)
  const partDueMinor = partDueOf({ ...current, refundedMinor, lostMinor })
  const dueMinor = isWhole ? remaining : partDueMinor
  const isPartFailed = !isWhole && isPartFailedAfter(current, returns, partDueMinor)
  // If an amount becomes owed again, its refund needs a new attempt, whose key the provider does not know.
  const isNewlyOwed =
    isOwedAgain(stage) && stage !== current.stage && !isSameOwed(current.stage, stage)
  const isWholeAfterPart = isWhole && !isRefundStage(current.stage) && current.partKg > 0
  const needsNewAttempt = isNewlyOwed || isWholeAfterPart || (isPartFailed && !current.isPartFailed)
  const attempt = current.attempt + (needsNewAttempt ? 1 : 0)
  return {
    ...current,
    stage,
    refundedMinor,
    lostMinor,
    dueMinor,
    isWalletReturned: current.isWalletReturned || isWhole,
    reinstatedMinor: reinstatedAfter(current, lostMinor, dueMinor),
    overpaidMinor: overpaidAfter(current, refundedMinor),
    attempt,
    firstAttempt: isWholeAfterPart ? attempt : current.firstAttempt,
    isPartFailed,
  }
}

/**
 * Returns true if the money of parts is owed and no refund is under way: the attempt failed, or an earlier refund
 * failed after it had succeeded.
 */
function isPartFailedAfter(
  current: Reversal,
  { attempt }: CardReturns,
  partDueMinor: number,
): boolean {
  if (partDueMinor === 0) return false
  const hasEnded = attempt === 'failed' || attempt === 'succeeded'
  return current.isPartFailed || hasEnded || partDueMinor > current.dueMinor
}

/** Returns true if the owed amount is the same, because only the kilograms were taken back. */
const isSameOwed = (from: ReversalStage, to: ReversalStage) =>
  from === 'refund_failed kept' && to === 'refund_failed'

/** Returns the stage of a purchase that is not refunded as a whole. */
const openStageOf = ({ isDisputed }: CardReturns) => (isDisputed ? 'disputed' : 'none')

/** Returns the stage after a reading. `remaining` is the unrefunded part of the card amount. */
function stageAfter(current: Reversal, returns: CardReturns, remaining: number): ReversalStage {
  const { stage: from } = current
  const isLost = returns.lostMinor > 0
  switch (from) {
    case 'none':
    case 'disputed':
      if (isLost && remaining > 0) return 'refunding' satisfies NextReversal<typeof from>
      if (remaining === 0) return 'refunded' satisfies NextReversal<typeof from>
      return openStageOf(returns)
    case 'refunding':
      if (remaining === 0) return 'refunded' satisfies NextReversal<typeof from>
      return refundingAfter(current, returns)
    case 'refunded':
      if (remaining === 0) return from
      return isReinstating(current, returns)
        ? ('reinstated' satisfies NextReversal<typeof from>)
        : ('refund_failed' satisfies NextReversal<typeof from>)
    case 'refund_failed':
      return remaining > 0 ? from : ('refunded' satisfies NextReversal<typeof from>)
    case 'reinstated':
      if (remaining === 0) return 'refunded' satisfies NextReversal<typeof from>
      if (returns.refundedMinor >= current.refundedMinor) return from
      return 'refund_failed' satisfies NextReversal<typeof from>
    case 'refunding kept':
    case 'refunded kept':
    case 'refund_failed kept':
      return keptAfter(from, returns, remaining)
  }
}

/** Returns the stage after `refunding` while a part of the card amount remains. */
function refundingAfter(current: Reversal, returns: CardReturns): ReversalStage {
  switch (returns.attempt) {
    case 'none':
    case 'pending':
      return 'refunding'
    case 'failed':
      return 'refund_failed' satisfies NextReversal<'refunding'>
    case 'succeeded':
      // The refund succeeded, so the remaining part is owed for another reason and needs another attempt.
      return isReinstating(current, returns)
        ? ('reinstated' satisfies NextReversal<'refunding'>)
        : ('refund_failed' satisfies NextReversal<'refunding'>)
  }
}

type KeptStage = 'refunding kept' | 'refunded kept' | 'refund_failed kept'

/** Returns the stage after a stage with the suffix `kept`. A lost dispute takes the kilograms back too. */
function keptAfter(from: KeptStage, returns: CardReturns, remaining: number): ReversalStage {
  const isLost = returns.lostMinor > 0
  if (remaining === 0) return isLost ? 'refunded' : 'refunded kept'
  const isWaiting =
    from === 'refunding kept' && (returns.attempt === 'none' || returns.attempt === 'pending')
  if (isWaiting) return isLost ? 'refunding' : 'refunding kept'
  return isLost ? 'refund_failed' : 'refund_failed kept'
}

/** Returns true if an amount is owed again because a bank returned it to us after a lost dispute. */
function isReinstating(current: Reversal, returns: CardReturns): boolean {
  return returns.lostMinor < current.lostMinor && returns.refundedMinor >= current.refundedMinor
}

/**
 * Returns the part of the owed amount that a bank returned after lost disputes. If a bank returns money, the
 * part increases, at most by the increase of the owed amount. If a bank takes money again, it decreases.
 */
function reinstatedAfter(current: Reversal, lostMinor: number, dueMinor: number): number {
  const owedIncrease = dueMinor - current.dueMinor
  const returnedMinor = current.lostMinor - lostMinor
  if (returnedMinor >= 0)
    return current.reinstatedMinor + Math.max(0, Math.min(returnedMinor, owedIncrease))
  const takenMinor = Math.min(-returnedMinor, -owedIncrease, current.reinstatedMinor)
  return current.reinstatedMinor - Math.max(0, takenMinor)
}

/**
 * Returns the overpaid amount. A refund beyond the owed amount increases it, at most to the amount that was
 * paid without the card. A failed refund decreases it.
 */
function overpaidAfter(current: Reversal, refundedMinor: number): number {
  const { overpaidMinor, paidMinor, dueMinor } = current
  const refundIncrease = refundedMinor - current.refundedMinor
  if (refundIncrease < 0) return Math.max(0, overpaidMinor + refundIncrease)
  return overpaidMinor + Math.min(Math.max(0, refundIncrease - dueMinor), paidMinor - overpaidMinor)
}

/** Returns true if the move takes the kilograms from their holder. */
export function takesKilograms(previous: Reversal, next: Reversal): boolean {
  return isTakenBack(next.stage) && !isTakenBack(previous.stage)
}

/** Returns the part of the card amount that was neither refunded, lost nor paid without the card. */
function remainingOf(
  cardMinor: number,
  {
    refundedMinor,
    lostMinor,
    paidMinor,
  }: Pick<Reversal, 'refundedMinor' | 'lostMinor' | 'paidMinor'>,
): number {
  return Math.max(0, cardMinor - refundedMinor - lostMinor - paidMinor)
}
