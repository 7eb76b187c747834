// Subtracts a refunded purchase from the passports' scores: its kilograms, the facts that no other
// purchase has, and their points. Reached achievements and leagues stay, but unredeemed rewards of the
// purchase expire. The caller has locked the passports' rewards, then the passports.
import { countsOf } from '#features/achievements/raise-standings.ts'
import { expireRewards } from '#features/achievements/rewards/expire-rewards.ts'
import { countedKg } from '#features/achievements/standing.ts'
import { type ScoreDecrease, writeScoreDecreases } from '#features/people/passport-scores.ts'
import type { Transaction } from '#platform/database/database.ts'
import { inOrder } from '#platform/database/in-order.ts'
import { achievementCodes, achievementKinds } from '#values/lists/achievements.ts'
import { ecoPoints } from '#values/lists/score-rules.ts'
import { readFactCounts, readStandings, removeFacts } from './achievements-queries.ts'

export type RefundedPurchase = {
  readonly purchaseId: string
  readonly buyerId: string
  /** The holder of the kilograms; null for a waiting gift. */
  readonly holderId: string | null
  readonly quantityKg: number
  /** True if the purchase keeps other kilograms, and with them its facts. */
  readonly keepsFacts?: boolean
}

export async function lowerStandings(tx: Transaction, purchase: RefundedPurchase): Promise<void> {
  const { purchaseId, buyerId, holderId, quantityKg, keepsFacts = false } = purchase
  const points = keepsFacts ? 0 : pointsOf(await removeFacts(tx, buyerId, purchaseId))
  const passportIds = [...new Set([buyerId, ...(holderId === null ? [] : [holderId])])]
  const decreases = passportIds.map(
    (passportId): ScoreDecrease => ({
      passportId,
      kg: passportId === holderId ? quantityKg : 0,
      ecoPoints: passportId === buyerId ? points : 0,
    }),
  )
  await writeScoreDecreases(tx, decreases)
  for (const passportId of passportIds) await expireUnreachedRewards(tx, passportId)
}

/** Returns the eco points of facts, by their kinds. */
function pointsOf(kinds: readonly string[]): number {
  const points: Readonly<Record<string, number>> = {
    week: ecoPoints.week,
    gift: ecoPoints.gift,
    project: ecoPoints.project,
  }
  return kinds.reduce((sum, kind) => sum + (points[kind] ?? 0), 0)
}

/** Expires unredeemed rewards of achievements whose threshold the passport no longer reaches. */
async function expireUnreachedRewards(tx: Transaction, passportId: string): Promise<void> {
  const { standings, facts } = await inOrder({
    standings: readStandings(tx, [passportId]),
    facts: readFactCounts(tx, passportId),
  })
  const [standing] = standings
  if (standing === undefined) throw new Error('a passport vanished')
  const { total_kg: totalKg, reward_kg: rewardKg } = standing
  const values = { ...countsOf(facts), kg: countedKg({ totalKg, rewardKg }) }
  const codes = achievementCodes.filter((code) => {
    const { measure, threshold } = achievementKinds[code]
    return values[measure] < threshold
  })
  await expireRewards(tx, passportId, codes)
}
