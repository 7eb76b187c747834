// Declares the SQL that lists, claims and locks the rewards of one passport.
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { claimMinutes } from '#values/lists/score-rules.ts'

/** SQL condition: the reward can be claimed. */
export const sqlIsFree = `redeemed_at is null and lapsed_at is null
  and (claim_ends_at is null or claim_ends_at <= now())`

export const findUnclaimedRewards = statement(
  'find-unclaimed-rewards',
  { id: 'uuid', achievement_code: 'text', kg: 'int4?', badge: 'text?' },
  `select id, achievement_code, kg, badge from rewards
   where passport_id = $1 and ${sqlIsFree} order by earned_at, id`,
).rows<[passportId: string]>()

/** Returns the reward, or null if the passport has no unexpired reward with that id and code. */
export const findOwnReward = statement(
  'find-reward',
  { badge: 'text?', is_redeemed: 'bool', purchase_id: 'uuid?' },
  `select badge, redeemed_at is not null as is_redeemed, purchase_id from rewards
   where id = $1 and passport_id = $2 and achievement_code = $3 and lapsed_at is null`,
).row<[rewardId: string, passportId: string, code: string]>()

/** Writes a claim, which redeems a badge immediately. Kilograms are redeemed by a later purchase. */
const claimReward = statement(
  'claim-reward',
  { claim_ends_at: 'timestamptz?' },
  `update rewards set recipient_phone = $3, note = $4, purchase_id = null,
     claim_ends_at = case when badge is null
       then now() + make_interval(mins => ${claimMinutes}) end,
     redeemed_at = case when badge is not null then now() end
   where id = $1 and passport_id = $2 and ${sqlIsFree} returning claim_ends_at`,
)

/** Ends a claim, so that the reward can be claimed again. */
export const writeUnclaim = statement(
  'unclaim-reward',
  {},
  `update rewards set claim_ends_at = null, recipient_phone = null, note = null where id = $1`,
).effect<[rewardId: string], Transaction>()

const lockReward = statement(
  'lock-own-reward',
  { purchase_id: 'uuid?', is_redeemed: 'bool' },
  `select purchase_id, redeemed_at is not null as is_redeemed from rewards where id = $1 for update`,
)

/** Locks and returns the passport's rewards of kilograms. `is_taken`: the reward is claimed or redeemed. */
export const lockTokenRewards = statement(
  'lock-own-token-rewards',
  { id: 'uuid', kg: 'int4', is_taken: 'bool' },
  `select id, kg, lapsed_at is null and not (${sqlIsFree}) as is_taken from rewards
   where passport_id = $1 and kg is not null order by id for update`,
).rows<[passportId: string], Transaction>()

/**
 * Writes a claim. Returns null if the reward is already claimed, redeemed or expired. `endsAt` is null for a
 * badge, which the claim redeems.
 */
export async function writeClaim(
  tx: Transaction,
  rewardId: string,
  passportId: string,
  gift: { readonly recipientPhone: string | null; readonly note: string | null },
): Promise<{ readonly endsAt: Date | null } | null> {
  const values = [rewardId, passportId, gift.recipientPhone, gift.note]
  const [row] = await tx.run(claimReward, values)
  return row === undefined ? null : { endsAt: row.claim_ends_at }
}

/** Locks the reward and returns its purchase and state. Throws if it does not exist. */
export async function lockOwnReward(tx: Transaction, rewardId: string) {
  const [row] = await tx.run(lockReward, [rewardId])
  if (row === undefined) throw new Error('a reward vanished')
  return row
}
