// Adds a purchase to the passports' facts, scores, leagues, achievements and rewards, in the purchase's
// transaction. The caller has locked the passports. A standing is a passport's scores and achievements.
import { earnedRewardWrites } from '#features/achievements/rewards/earn-rewards.ts'
import {
  type Facts,
  type Gain,
  longestStreak,
  type Standing,
  scoreIncrease,
} from '#features/achievements/standing.ts'
import { scoreIncreaseWrites } from '#features/people/passport-scores.ts'
import type { Transaction } from '#platform/database/database.ts'
import { inOrder } from '#platform/database/in-order.ts'
import { send, type Write } from '#platform/database/write.ts'
import { readLeague } from '#values/lists/leagues.ts'
import {
  type Activity,
  type CountRow,
  reachedWrites,
  readStandings,
  type StandingRow,
  writeActivities,
} from './achievements-queries.ts'

export type { Activity }
export type PassportGain = Gain & { readonly passportId: string }

/** Standings before a purchase, and the facts after it by passport id. Input of `standingWrites`. */
export type StandingsAndFacts = {
  readonly standings: readonly Standing[]
  readonly factsByPassport: ReadonlyMap<string, Facts>
}

/** Writes the facts of purchases. Returns the previous standings of `passportIds`, and the new facts. */
export async function writeFactsOfPurchases(
  tx: Transaction,
  passportIds: readonly string[],
  activities: readonly Activity[],
): Promise<StandingsAndFacts> {
  const { rows, counts } = await inOrder({
    rows: readStandings(tx, [...new Set(passportIds)]),
    counts: writeActivities(tx, activities),
  })
  const countsByPassport = Map.groupBy(counts, (row) => row.passport_id)
  const factEntries = [...countsByPassport].map(([id, own]) => {
    const newCount = (kind: string) => own.find((row) => row.kind === kind)?.fresh ?? 0
    const fresh = {
      weeks: newCount('week'),
      gifts: newCount('gift'),
      projects: newCount('project'),
    }
    return [id, { fresh, counts: countsOf(own) }] as const
  })
  return { standings: rows.map(standingOf), factsByPassport: new Map(factEntries) }
}

/** Returns the writes of added kilograms and points, resulting leagues, achievements and rewards. */
export function standingWrites(
  { standings, factsByPassport }: StandingsAndFacts,
  gains: readonly PassportGain[],
): Write[] {
  const gainsByPassport = Map.groupBy(gains, ({ passportId }) => passportId)
  const increases = standings.map((standing) => {
    const { passportId } = standing
    return scoreIncrease(
      standing,
      factsByPassport.get(passportId) ?? null,
      gainsByPassport.get(passportId) ?? [],
    )
  })
  const reached = increases.flatMap(({ passportId, reached: codes }) =>
    codes.map((code) => ({ passportId, code })),
  )
  return [
    ...scoreIncreaseWrites(increases.filter(({ kg, ecoPoints }) => kg > 0 || ecoPoints > 0)),
    ...reachedWrites(reached),
    ...earnedRewardWrites(reached),
  ]
}

/** Adds kilograms that a passport receives without its own purchase, such as those of a waiting gift. */
export async function addHoldings(tx: Transaction, gains: readonly PassportGain[]): Promise<void> {
  const passportIds = gains.map(({ passportId }) => passportId)
  await send(tx, standingWrites(await writeFactsOfPurchases(tx, passportIds, []), gains))
}

/** Returns the value of each measure but kilograms, from a passport's numbers of facts. */
export function countsOf(rows: readonly CountRow[]): Facts['counts'] {
  const countOf = (kind: string) => rows.find((row) => row.kind === kind)?.count ?? 0
  return {
    gifts: countOf('gift'),
    numbers: countOf('number'),
    projects: countOf('project'),
    goals: countOf('goal'),
    weeksInARow: longestStreak(rows.find((row) => row.kind === 'week')?.keys ?? []),
  }
}

function standingOf(row: StandingRow): Standing {
  return {
    passportId: row.passport_id,
    totalKg: row.total_kg,
    rewardKg: row.reward_kg,
    ecoScore: row.eco_score,
    ecoLeague: readLeague(row.eco_league),
    offsetLeague: readLeague(row.offset_league),
    reached: row.reached,
  }
}
