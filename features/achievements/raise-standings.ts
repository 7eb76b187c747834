// Raises standings in the purchase's transaction: facts, scores, leagues, achievements and the
// rewards that they earn. The caller has locked the passports.
import { earnedRewardWrites } from '#features/achievements/rewards/earn-rewards.ts'
import {
  type Facts,
  type Gain,
  longestStreak,
  riseOf,
  type Standing,
} from '#features/achievements/standing.ts'
import { riseWrites } from '#features/people/passport-scores.ts'
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

/** Standings with their new facts; `standingWrites` adds kilograms. */
export type OpenStandings = {
  readonly standings: readonly Standing[]
  readonly factsOf: ReadonlyMap<string, Facts>
}

/** Writes the facts of purchases. Returns the standings of all passports concerned. */
export async function openStandings(
  tx: Transaction,
  passportIds: readonly string[],
  activities: readonly Activity[],
): Promise<OpenStandings> {
  const { rows, counts } = await inOrder({
    rows: readStandings(tx, [...new Set(passportIds)]),
    counts: writeActivities(tx, activities),
  })
  const byPassport = Map.groupBy(counts, (row) => row.passport_id)
  const factsOf = [...byPassport].map(([id, own]) => {
    const freshOf = (kind: string) => own.find((row) => row.kind === kind)?.fresh ?? 0
    const fresh = { weeks: freshOf('week'), gifts: freshOf('gift'), projects: freshOf('project') }
    return [id, { fresh, counts: countsOf(own) }] as const
  })
  return { standings: rows.map(standingOf), factsOf: new Map(factsOf) }
}

/** Returns the writes that add kilograms and raise scores, leagues and achievements. */
export function standingWrites(
  { standings, factsOf }: OpenStandings,
  gains: readonly PassportGain[],
): Write[] {
  const gainsOf = Map.groupBy(gains, ({ passportId }) => passportId)
  const rises = standings.map((standing) => {
    const { passportId } = standing
    return riseOf(standing, factsOf.get(passportId) ?? null, gainsOf.get(passportId) ?? [])
  })
  const reached = rises.flatMap(({ passportId, reached: codes }) =>
    codes.map((code) => ({ passportId, code })),
  )
  return [
    ...riseWrites(rises.filter(({ kg, ecoPoints }) => kg > 0 || ecoPoints > 0)),
    ...reachedWrites(reached),
    ...earnedRewardWrites(reached),
  ]
}

/** Adds kilograms without an activity, such as those of a waiting gift. */
export async function addHoldings(tx: Transaction, gains: readonly PassportGain[]): Promise<void> {
  const passportIds = gains.map(({ passportId }) => passportId)
  await send(tx, standingWrites(await openStandings(tx, passportIds, []), gains))
}

/** Returns the count of each measure over all facts of a passport. */
export function countsOf(rows: readonly CountRow[]): Facts['counts'] {
  const of = (kind: string) => rows.find((row) => row.kind === kind)?.count ?? 0
  return {
    gifts: of('gift'),
    numbers: of('number'),
    projects: of('project'),
    goals: of('goal'),
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
