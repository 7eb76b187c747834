// What a purchase's figures and states say on the wire. Pure; both steps of buying use it.
import type { ReserveReply } from '#features/purchases/contract.ts'
import type { PurchaseRow } from '#features/purchases/queries.ts'
import { minorToUnits } from '#values/money.ts'

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

/** Why a FAILED purchase failed, as a problem's code. */
export function failureOf({
  failure_code,
}: PurchaseRow): 'card_declined' | 'purchase_refunded' | 'purchase_failed' {
  if (failure_code === 'card_declined') return 'card_declined'
  return failure_code === 'not_completed' ? 'purchase_refunded' : 'purchase_failed'
}
