// The rewards that a person has earned and not claimed, oldest first.
import { achievementTable } from '#features/achievements/achievement-table.ts'
import type { Reward } from '#features/rewards/contract.ts'
import { findUnclaimedRewards } from '#features/rewards/queries.ts'
import { tokenLabel } from '#features/rewards/reward-table.ts'
import type { Db } from '#server/database.ts'

export async function listRewards(db: Db, passportId: string): Promise<Reward[]> {
  const rows = await findUnclaimedRewards(db, passportId)
  return rows.map(({ id, achievement_code, kg, badge }) => {
    const title = achievementTable.find(({ code }) => code === achievement_code)?.title
    const of = `For reaching “${title ?? achievement_code}”`
    const reward = { reward_id: id, achievement_code, description: of }
    return kg === null
      ? { ...reward, reward_type: 'badge', reward_value: { badge: badge ?? '' } }
      : { ...reward, reward_type: 'token', reward_value: { label: tokenLabel, kg } }
  })
}
