// What a purchase does with the reward that pays for it: reserving ties the caller's own open claim to
// it, completing redeems the reward, ending without completing unties it. Each in the purchase's own
// transaction; the caller takes these locks after those of purchases, before those of batches.

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

/** A claim that is open now; under its lock it stays so. */
export type OpenClaim = {
  readonly rewardId: string
  readonly passportId: string
  readonly kg: number
  readonly endsAt: Date
  /** Set where the claim was made to give the reward away. */
  readonly recipientPhone: string | null
  readonly note: string | null
  /** Another purchase for it is under way. */
  readonly isReserved: boolean
}

/** The open ones among the rewards of `rewardIds`, by id, locked. */
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

/** Purchases whose reward is theirs to redeem: still tied to them, not redeemed, not lapsed. */
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

/** Throws where one of the purchases has no reward left to redeem: nothing may complete then. */
export async function redeemRewards(
  tx: Transaction,
  purchaseIds: readonly string[],
): Promise<void> {
  if (purchaseIds.length === 0) return
  const redeemed = await writeRedemptions(tx, purchaseIds)
  if (redeemed !== purchaseIds.length) throw new Error('a purchase lost its reward')
}

/** The claims stay open until they lapse, and may reserve again. */
export async function releaseRewards(
  tx: Transaction,
  purchaseIds: readonly string[],
): Promise<void> {
  if (purchaseIds.length > 0) await writeReleases(tx, purchaseIds)
}
