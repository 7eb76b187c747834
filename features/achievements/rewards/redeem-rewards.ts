// Reserves, redeems or releases the reward that pays for a purchase, in the purchase's transaction. A
// reservation needs an open claim, a completion redeems the reward, and any other end releases it. To avoid
// deadlocks, the caller locks purchases first, then rewards, then batches.

import type { Transaction } from '#platform/database/database.ts'
import type { Write } from '#platform/database/write.ts'
import {
  type ClaimRow,
  lockOpenClaims,
  lockReservedRewards,
  reservationWrites,
  writeRedemptions,
  writeReleases,
} from './reward-queries.ts'

export type OpenClaim = ReturnType<typeof openClaimOf>

/** Locks the rewards and returns their open claims, by reward id. */
export async function lockClaims(
  tx: Transaction,
  rewardIds: readonly string[],
): Promise<Map<string, OpenClaim>> {
  if (rewardIds.length === 0) return new Map()
  const rows = await lockOpenClaims(tx, rewardIds)
  return new Map(rows.map((row) => [row.id, openClaimOf(row)]))
}

/** Returns a locked claim that has not expired. */
function openClaimOf(row: ClaimRow) {
  return {
    rewardId: row.id,
    passportId: row.passport_id,
    kg: row.kg,
    endsAt: row.claim_ends_at,
    /** Phone number of the receiver, if the claim gives the reward away. */
    recipientPhone: row.recipient_phone,
    note: row.note,
    /** True if another open purchase uses the claim. */
    isReserved: row.is_reserved,
  }
}

/** Returns the writes that reserve rewards for purchases. */
export function reservedRewardWrites(
  reservations: readonly { readonly rewardId: string; readonly purchaseId: string }[],
): Write[] {
  return reservationWrites(reservations)
}

/**
 * Locks the rewards. Returns the ids of the purchases that may redeem one. Such a reward is reserved for the
 * purchase, and neither redeemed nor expired.
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
 * Redeems the rewards of the purchases. Throws if a purchase has no reward, so that no purchase completes.
 */
export async function redeemRewards(
  tx: Transaction,
  purchaseIds: readonly string[],
): Promise<void> {
  if (purchaseIds.length === 0) return
  const redeemed = await writeRedemptions(tx, purchaseIds)
  if (redeemed !== purchaseIds.length) throw new Error('a purchase lost its reward')
}

/** Releases the rewards of the purchases. Their claims stay open, and another purchase may use them. */
export async function releaseRewards(
  tx: Transaction,
  purchaseIds: readonly string[],
): Promise<void> {
  if (purchaseIds.length > 0) await writeReleases(tx, purchaseIds)
}
