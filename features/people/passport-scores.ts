// Declares the SQL that changes the scores and leagues of passports. The caller has locked the passports.
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import type { Write } from '#platform/database/write.ts'
import type { League } from '#values/lists/leagues.ts'

export type ScoreIncrease = {
  readonly passportId: string
  readonly kg: number
  readonly rewardKg: number
  readonly ecoPoints: number
  readonly ecoLeague: League
  readonly offsetLeague: League
}
const increase = unnestRows<ScoreIncrease>({
  id: ['uuid', ({ passportId }) => passportId],
  kg: ['int8', ({ kg }) => kg],
  reward_kg: ['int8', ({ rewardKg }) => rewardKg],
  points: ['int4', ({ ecoPoints }) => ecoPoints],
  eco_league: ['text', ({ ecoLeague }) => ecoLeague],
  offset_league: ['text', ({ offsetLeague }) => offsetLeague],
})
const raisePassports = statement(
  'raise-passports',
  {},
  `update passports p set total_kg = p.total_kg + given.kg, reward_kg = p.reward_kg + given.reward_kg,
     eco_score = p.eco_score + given.points, eco_league = given.eco_league,
     offset_league = given.offset_league, updated_at = now()
   from ${increase.rows}
   where p.id = given.id`,
)
export type ScoreDecrease = {
  readonly passportId: string
  readonly kg: number
  readonly ecoPoints: number
}
const decrease = unnestRows<ScoreDecrease>({
  id: ['uuid', ({ passportId }) => passportId],
  kg: ['int8', ({ kg }) => kg],
  points: ['int4', ({ ecoPoints }) => ecoPoints],
})
const lowerPassports = statement(
  'lower-passports',
  {},
  `update passports p set total_kg = p.total_kg - given.kg, eco_score = p.eco_score - given.points,
     updated_at = now()
   from ${decrease.rows} where p.id = given.id`,
)

/** Returns the writes that increase scores and set the resulting leagues. */
export function scoreIncreaseWrites(increases: readonly ScoreIncrease[]): Write[] {
  return increase.writes(raisePassports, increases)
}

/** Decreases scores and keeps the leagues. */
export async function writeScoreDecreases(
  tx: Db,
  decreases: readonly ScoreDecrease[],
): Promise<void> {
  await tx.run(lowerPassports, decrease.values(decreases))
}
