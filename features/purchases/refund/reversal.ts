// What becomes of a completed purchase when the operator refunds it, or its card provider gives money
// back. Pure: no clock, no database, no provider.
import {
  isGivenBack,
  isTakenBack,
  type NextReversal,
  type ReversalStage,
} from '#features/purchases/reversal-state.ts'

/** How far a purchase was taken back; amounts in minor units of its currency. */
export type Reversal = {
  readonly stage: ReversalStage
  /** Of the card part: what the provider gave back. */
  readonly refundedMinor: number
  /** What the cardholder's bank took back. */
  readonly lostMinor: number
  /** What the provider has still to give back. */
  readonly dueMinor: number
  readonly isWalletReturned: boolean
}

/** What the provider says, with disputes as they were told so far. */
export type CardReturns = {
  readonly refundedMinor: number
  readonly lostMinor: number
  readonly isDisputed: boolean
}

/** The operator refunds a purchase that nobody disputes. Throws where it is given back already. */
export function refundWhole(now: Reversal, cardMinor: number, keepsKilograms: boolean): Reversal {
  if (now.stage !== 'none') throw new Error(`a refund does not begin from ${now.stage}`)
  const dueMinor = leftOf(cardMinor, now)
  const state = dueMinor > 0 ? 'refunding' : 'refunded'
  const stage = (keepsKilograms ? `${state} kept` : state) satisfies NextReversal<'none'>
  return { ...now, stage, dueMinor, isWalletReturned: true }
}

/** What the provider says only grows: an answer that is older than what is known changes nothing. */
export function afterReturns(now: Reversal, cardMinor: number, found: CardReturns): Reversal {
  const refundedMinor = Math.max(now.refundedMinor, found.refundedMinor)
  const lostMinor = Math.max(now.lostMinor, found.lostMinor)
  const left = leftOf(cardMinor, { refundedMinor, lostMinor })
  const stage = stageAfter(now.stage, { ...found, lostMinor, left })
  const isWhole = isGivenBack(stage)
  return {
    stage,
    refundedMinor,
    lostMinor,
    dueMinor: isWhole ? left : 0,
    isWalletReturned: isWhole,
  }
}

type Found = Omit<CardReturns, 'refundedMinor'> & { readonly left: number }

function stageAfter(from: ReversalStage, { isDisputed, lostMinor, left }: Found): ReversalStage {
  const isLost = lostMinor > 0
  switch (from) {
    case 'none':
      if (isLost && left > 0) return 'refunding' satisfies NextReversal<typeof from>
      if (left === 0) return 'refunded' satisfies NextReversal<typeof from>
      return isDisputed ? ('disputed' satisfies NextReversal<typeof from>) : from
    case 'disputed':
      if (isLost && left > 0) return 'refunding' satisfies NextReversal<typeof from>
      if (left === 0) return 'refunded' satisfies NextReversal<typeof from>
      return isDisputed ? from : ('none' satisfies NextReversal<typeof from>)
    case 'refunding':
      return left > 0 ? from : ('refunded' satisfies NextReversal<typeof from>)
    case 'refunding kept':
      if (isLost && left > 0) return 'refunding' satisfies NextReversal<typeof from>
      if (isLost) return 'refunded' satisfies NextReversal<typeof from>
      return left > 0 ? from : ('refunded kept' satisfies NextReversal<typeof from>)
    case 'refunded kept':
      return isLost ? ('refunded' satisfies NextReversal<typeof from>) : from
    case 'refunded':
      return from
  }
}

/** Whether this move takes the kilograms from their holder. */
export function takesKilograms(before: Reversal, after: Reversal): boolean {
  return isTakenBack(after.stage) && !isTakenBack(before.stage)
}

function leftOf(
  cardMinor: number,
  { refundedMinor, lostMinor }: Pick<Reversal, 'refundedMinor' | 'lostMinor'>,
): number {
  return Math.max(0, cardMinor - refundedMinor - lostMinor)
}
