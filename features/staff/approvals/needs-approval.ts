// Decides whether a second person has to approve an action (docs/product.md#approvals).

import { sumsMoved } from '#features/staff/approval-queries.ts'
import { countOtherAdmins } from '#features/staff/staff-queries.ts'
import { currentRates, rateBetween } from '#features/wallet/rates/rates.ts'
import type { ApprovalRule, Moved } from '#platform/actions/action.ts'
import type { Db } from '#platform/database/database.ts'

export type ApprovalSettings = {
  /** False if the company has turned approvals off. */
  readonly hasApprovals: boolean
  /** The limits below are in this currency. */
  readonly sellerCurrency: string
  /** Refunds above it need a second person, in minor units. */
  readonly approveRefundMinor: number
  /** Credits above it need a second person, in minor units. */
  readonly approveCreditMinor: number
}

/** The names of the actions whose sums count towards each limit. */
export const countedActions = {
  refund: ['purchases refund'],
  credit: ['wallet credit'],
} as const

type Considered = {
  readonly rule: ApprovalRule
  readonly memberId: string
  /** Ids of the purchase, the passport and the like. */
  readonly about: readonly string[]
  readonly moved: Moved
}

/**
 * Returns true if a second person has to approve. A sum without an exchange rate needs it. The caller must have
 * locked the limits (`lockLimits`) if the result must hold until the commit.
 */
export async function needsApproval(
  db: Db,
  settings: ApprovalSettings,
  { rule, memberId, about, moved }: Considered,
): Promise<boolean> {
  if (!settings.hasApprovals || rule === 'never') return false
  if (rule === 'always') return true
  if (rule === 'two admins') return ((await countOtherAdmins(db, null))?.count ?? 0) >= 2
  const limit = rule === 'refund' ? settings.approveRefundMinor : settings.approveCreditMinor
  if (moved.sum === undefined || moved.sum.amountMinor === 0) return false
  const rows = await sumsMoved(db, memberId, about, countedActions[rule])
  const rates = await currentRates(db)
  const inOwn = (minor: number, currency: string): number => {
    const rate = rateBetween(rates, currency, settings.sellerCurrency)
    return rate === null ? Number.POSITIVE_INFINITY : minor * Number(rate)
  }
  const sumOf = (kind: string) =>
    rows
      .filter((row) => row.kind === kind)
      .reduce((sum, { minor, currency }) => sum + inOwn(minor, currency), 0)
  const amount = inOwn(moved.sum.amountMinor, moved.sum.currency)
  return Math.max(sumOf('member'), sumOf('subject')) + amount > limit
}
