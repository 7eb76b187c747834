// Lists a passport's unclaimed rewards, oldest first, and its redeemed rewards, newest first.
import { findUnclaimedRewards } from '#features/achievements/rewards/own-rewards.ts'
import type { RedeemedReward, Reward } from '#features/achievements/rewards/rewards-calls.ts'
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { textIn } from '#texts/text-in.ts'
import { isAchievementCode } from '#values/lists/achievements.ts'

const findRedeemed = statement(
  'find-redeemed-rewards',
  {
    id: 'uuid',
    achievement_code: 'text',
    kg: 'int4?',
    badge: 'text?',
    redeemed_at: 'timestamptz',
    is_gift: 'bool',
  },
  `select r.id, r.achievement_code, r.kg, r.badge, r.redeemed_at,
     coalesce(p.is_gift, false) as is_gift
   from rewards r left join purchases p on p.id = r.purchase_id
   where r.passport_id = $1 and r.redeemed_at is not null order by r.redeemed_at desc, r.id`,
)

export async function listRewards(db: Db, passportId: string): Promise<Reward[]> {
  return (await findUnclaimedRewards(db, passportId)).map(rewardOf)
}

export async function listRedeemedRewards(db: Db, passportId: string): Promise<RedeemedReward[]> {
  const rows = await db.run(findRedeemed, [passportId])
  return rows.map((row) => ({
    ...rewardOf(row),
    redeemed_at: row.redeemed_at.toISOString(),
    is_gift: row.is_gift,
  }))
}

type EarnedRow = Awaited<ReturnType<typeof findUnclaimedRewards>>[number]

function rewardOf({ id, achievement_code, kg, badge }: EarnedRow): Reward {
  const title = isAchievementCode(achievement_code)
    ? textIn('en', `achievements_${achievement_code}`)
    : achievement_code
  const description = textIn('en', 'rewards_for', { title })
  const reward = { reward_id: id, achievement_code, description }
  return kg === null
    ? { ...reward, reward_type: 'badge', reward_value: { badge: badge ?? '' } }
    : {
        ...reward,
        reward_type: 'token',
        reward_value: { label: textIn('en', 'rewards_token_label'), kg },
      }
}
