// Converts figures and states of a purchase to their form on the wire.
import type { ReserveReply } from '#features/purchases/purchases-calls.ts'
import type { WireState } from '#features/purchases/states/state.ts'
import { minorToUnits } from '#values/money/money.ts'
import type { PurchaseRow } from './purchase-queries.ts'

/** Amounts in minor units of `currency`. */
type ReservedFigures = {
  readonly txId: string
  readonly expiresAt: Date
  readonly currency: string
  readonly totalMinor: number
  readonly walletMinor: number
  readonly cardMinor: number
}

export function reserveReplyOf(figures: ReservedFigures): ReserveReply {
  return {
    txId: figures.txId,
    expires_at: figures.expiresAt.toISOString(),
    total: minorToUnits(figures.totalMinor),
    currency: figures.currency,
    wallet_used: minorToUnits(figures.walletMinor),
    card_used: minorToUnits(figures.cardMinor),
  }
}

/** Returns the extra field of a problem that contains the purchase's state. */
export function statusField(status: WireState) {
  return { fields: { status } } as const
}

/** Returns the problem code of a FAILED purchase. */
export function failureOf({
  failure_code,
}: PurchaseRow): 'card_declined' | 'purchase_refunded' | 'purchase_failed' {
  switch (failure_code) {
    case 'card_declined':
    case 'cardholder_needed':
      return 'card_declined'
    case 'not_completed':
      return 'purchase_refunded'
    case 'card_details_required':
    case 'insufficient_stock':
    case 'too_many_reservations':
    case null:
      return 'purchase_failed'
  }
}
