// Ties the reward that pays for a purchase to it: reserving takes the caller's own open claim,
// completing redeems it, and an end without completion releases it. Each runs in the purchase's
// transaction. The caller takes these locks after those of purchases, before those of batches.

import type { Transaction } from '#platform/database/database.ts'
import type { Write } from '#platform/database/write.ts'
import {
  type ClaimRow,
  lockOpenClaims,
  lockReservedRewards,
  tieWrites,
  writeRedemptions,
  writeReleases,
} from './reward-queries.ts'

/** An open claim. It stays open while it is locked. */
export type OpenClaim = {
  readonly rewardId: string
  readonly passportId: string
  readonly kg: number
  readonly endsAt: Date
  /** Set where the claim gives the reward away. */
  readonly recipientPhone: string | null
  readonly note: string | null
  /** Whether another open purchase uses it. */
  readonly isReserved: boolean
}

/** Locks and returns the open claims on `rewardIds`, by reward id. */
export async function lockClaims(
  tx: Transaction,
  rewardIds: readonly string[],
): Promise<Map<string, OpenClaim>> {
  if (rewardIds.length === 0) return new Map()
  const rows = await lockOpenClaims(tx, rewardIds)
  return new Map(rows.map((row) => [row.id, openClaimOf(row)]))
}

function openClaimOf(row: ClaimRow): OpenClaim {
  return {
    rewardId: row.id,
    passportId: row.passport_id,
    kg: row.kg,
    endsAt: row.claim_ends_at,
    recipientPhone: row.recipient_phone,
    note: row.note,
    isReserved: row.is_reserved,
  }
}

export function reservedRewardWrites(
  ties: readonly { readonly rewardId: string; readonly purchaseId: string }[],
): Write[] {
  return tieWrites(ties)
}

/**
 * Returns purchases that may redeem their reward: still tied to it, neither redeemed nor expired.
 */
export async function lockRedeemable(
  tx: Transaction,
  rewardIds: readonly string[],
): Promise<Set<string>> {
  if (rewardIds.length === 0) return new Set()
  const rows = await lockReservedRewards(tx, rewardIds)
  return new Set(
    rows.flatMap(({ purchase_id, is_redeemed, is_lapsed }) =>
      purchase_id === null || is_redeemed || is_lapsed ? [] : [purchase_id],
    ),
  )
}

/**
 * Redeems rewards. Throws where a purchase has no reward left to redeem, so that none completes.
 */
export async function redeemRewards(
  tx: Transaction,
  purchaseIds: readonly string[],
): Promise<void> {
  if (purchaseIds.length === 0) return
  const redeemed = await writeRedemptions(tx, purchaseIds)
  if (redeemed !== purchaseIds.length) throw new Error('a purchase lost its reward')
}

/** Releases rewards. The claims stay open until they expire, and may reserve again. */
export async function releaseRewards(
  tx: Transaction,
  purchaseIds: readonly string[],
): Promise<void> {
  if (purchaseIds.length > 0) await writeReleases(tx, purchaseIds)
}
