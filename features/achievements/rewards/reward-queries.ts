// Declares the SQL that inserts, reserves, redeems and expires rewards. A claim expires by the database's
// clock, without a write. A trigger refuses every change that makes a redeemed reward unredeemed.
import type { Db, Transaction } from '#platform/database/database.ts'
import { inOrder } from '#platform/database/in-order.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import type { Write } from '#platform/database/write.ts'
import { sqlIsFree } from './own-rewards.ts'

export type EarnedReward = {
  readonly passportId: string
  readonly code: string
  readonly kg: number | null
  readonly badge: string | null
}
const earned = unnestRows<EarnedReward>({
  passport_id: ['uuid', ({ passportId }) => passportId],
  achievement_code: ['text', ({ code }) => code],
  kg: ['int4', ({ kg }) => kg],
  badge: ['text', ({ badge }) => badge],
})
/**
 * Inserts rewards. Skips rewards that another passport of the same phone number earned within the last
 * 12 months.
 */
const insertRewards = statement(
  'insert-rewards',
  {},
  `insert into rewards (${earned.names}) select ${earned.names} from ${earned.rows}
   where not exists (select from withheld_perks w where w.passport_id = given.passport_id
     and w.perk = given.achievement_code and w.until > now())`,
)
const lockRewards = statement(
  'lock-rewards',
  { purchase_id: 'uuid?', is_redeemed: 'bool', is_lapsed: 'bool' },
  `select purchase_id, redeemed_at is not null as is_redeemed, lapsed_at is not null as is_lapsed
   from rewards
   where id = any($1::uuid[]) order by id for update`,
)
const findClaims = statement(
  'find-open-claims',
  {
    id: 'uuid',
    passport_id: 'uuid',
    kg: 'int4',
    claim_ends_at: 'timestamptz',
    recipient_phone: 'text?',
    note: 'text?',
    is_reserved: 'bool',
  },
  `select r.id, r.passport_id, r.kg, r.claim_ends_at, r.recipient_phone, r.note,
     exists (select from purchases p where p.id = r.purchase_id and p.expires_at > now())
       as is_reserved
   from rewards r
   where r.id = any($1::uuid[]) and r.kg is not null and r.redeemed_at is null
     and r.lapsed_at is null and r.claim_ends_at > now()`,
)
type RewardPurchase = { readonly rewardId: string; readonly purchaseId: string }
const rewardPurchase = unnestRows<RewardPurchase>({
  id: ['uuid', ({ rewardId }) => rewardId],
  purchase_id: ['uuid', ({ purchaseId }) => purchaseId],
})
const reserveRewards = statement(
  'tie-reward-claims',
  {},
  `update rewards r set purchase_id = given.purchase_id
   from ${rewardPurchase.rows} where r.id = given.id`,
)

/** Redeems rewards and erases their receivers, which are in the purchases. */
const redeemReserved = statement(
  'redeem-rewards',
  { id: 'uuid' },
  `update rewards set redeemed_at = now(), recipient_phone = null, note = null
   where purchase_id = any($1::uuid[]) and redeemed_at is null and lapsed_at is null
   returning id`,
)
const lockRewardsOfPurchases = statement(
  'lock-rewards-of-purchases',
  { id: 'uuid' },
  `select id from rewards where purchase_id = any($1::uuid[]) order by id for update`,
)
const releaseReserved = statement(
  'release-reserved-rewards',
  {},
  `update rewards set purchase_id = null
   where purchase_id = any($1::uuid[]) and redeemed_at is null`,
)

/** Erases receivers and notes of ended claims. Skips locked rows until the next run. */
const eraseReceivers = statement(
  'forget-receivers-of-ended-claims',
  { id: 'uuid' },
  `update rewards set recipient_phone = null, note = null
   where id = any(array(select id from rewards where recipient_phone is not null
       and (redeemed_at is not null or ${sqlIsFree} or lapsed_at is not null)
     order by id limit $1 for update skip locked))
   returning id`,
)

export const lockUnredeemed = statement(
  'lock-unredeemed-rewards',
  { id: 'uuid' },
  `select id from rewards where passport_id = any($1::uuid[]) and redeemed_at is null
   order by id for update`,
).effect<[passportIds: readonly string[]], Transaction>()

export const writeExpiries = statement(
  'lapse-rewards',
  {},
  `update rewards set lapsed_at = now()
   where passport_id = $1 and achievement_code = any($2::text[]) and redeemed_at is null
     and lapsed_at is null`,
).effect<[passportId: string, codes: readonly string[]], Transaction>()

/** Erases receivers and notes of at most `limit` ended claims. Returns the number of claims. */
export async function eraseEndedClaims(db: Db, limit: number): Promise<number> {
  return (await db.run(eraseReceivers, [limit])).length
}

export type ClaimRow = RowOf<typeof findClaims>

export function rewardWrites(rewards: readonly EarnedReward[]): Write[] {
  return earned.writes(insertRewards, rewards)
}

/**
 * Locks rewards, then reads their open claims. Two statements are needed, so that the read sees what other
 * transactions committed before the lock.
 */
export async function lockOpenClaims(
  tx: Transaction,
  rewardIds: readonly string[],
): Promise<ClaimRow[]> {
  const { claims } = await inOrder({
    locks: tx.run(lockRewards, [rewardIds]),
    claims: tx.run(findClaims, [rewardIds]),
  })
  return claims
}

export function reservationWrites(reservations: readonly RewardPurchase[]): Write[] {
  return rewardPurchase.writes(reserveRewards, reservations)
}

export function lockReservedRewards(tx: Transaction, rewardIds: readonly string[]) {
  return tx.run(lockRewards, [rewardIds])
}

/** Redeems the rewards of the purchases. Returns their number. */
export async function writeRedemptions(
  tx: Transaction,
  purchaseIds: readonly string[],
): Promise<number> {
  return (await tx.run(redeemReserved, [purchaseIds])).length
}

/** Locks the rewards of the purchases, then releases the unredeemed ones. */
export async function writeReleases(
  tx: Transaction,
  purchaseIds: readonly string[],
): Promise<void> {
  await inOrder({
    locks: tx.run(lockRewardsOfPurchases, [purchaseIds]),
    releases: tx.run(releaseReserved, [purchaseIds]),
  })
}
