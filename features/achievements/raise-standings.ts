// Adds a purchase to the passports' facts, scores, leagues, achievements and rewards, in the purchase's
// transaction. The caller has locked the passports. A standing is a passport's scores and achievements.
import { earnedRewardWrites } from '#features/achievements/rewards/earn-rewards.ts'
import {
  type Facts,
  type Gain,
  longestStreak,
  type Standing,
  scoreRise,
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

/** Standings before a purchase, and the facts after it by passport id. Input of `standingWrites`. */
export type OpenStandings = {
  readonly standings: readonly Standing[]
  readonly factsOf: ReadonlyMap<string, Facts>
}

/** Writes the facts of purchases. Returns the standings of `passportIds`, and the passports' facts. */
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
  const factEntries = [...byPassport].map(([id, own]) => {
    const freshOf = (kind: string) => own.find((row) => row.kind === kind)?.fresh ?? 0
    const fresh = { weeks: freshOf('week'), gifts: freshOf('gift'), projects: freshOf('project') }
    return [id, { fresh, counts: countsOf(own) }] as const
  })
  return { standings: rows.map(standingOf), factsOf: new Map(factEntries) }
}

/** Returns the writes of the new kilograms, scores, leagues, achievements and rewards. */
export function standingWrites(
  { standings, factsOf }: OpenStandings,
  gains: readonly PassportGain[],
): Write[] {
  const gainsOf = Map.groupBy(gains, ({ passportId }) => passportId)
  const rises = standings.map((standing) => {
    const { passportId } = standing
    return scoreRise(standing, factsOf.get(passportId) ?? null, gainsOf.get(passportId) ?? [])
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

/** Writes kilograms that a passport receives without its own purchase, such as those of a waiting gift. */
export async function addHoldings(tx: Transaction, gains: readonly PassportGain[]): Promise<void> {
  const passportIds = gains.map(({ passportId }) => passportId)
  await send(tx, standingWrites(await openStandings(tx, passportIds, []), gains))
}

/** Returns a passport's value of each measure, from the numbers of its facts. */
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
