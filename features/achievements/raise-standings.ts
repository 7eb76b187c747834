// Counts what people did and hold, in the transaction of the purchase itself: facts, scores, leagues,
// achievements and the rewards that follow, right at once. The caller has locked the passports.

import { earnedRewardWrites } from '#features/achievements/rewards/earn-rewards.ts'
import { type Facts, type Gain, riseOf, type Standing } from '#features/achievements/standing.ts'
import { longestStreak } from '#features/achievements/week-streak.ts'
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

/** People with what they have just done; `standingWrites` adds what they hold. */
export type OpenStandings = {
  readonly standings: readonly Standing[]
  readonly factsOf: ReadonlyMap<string, Facts>
}

/** Writes the facts of purchases and reads where everybody concerned stands. */
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

/** Adds kilograms, and lets scores, leagues and achievements rise with them and with the facts. */
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

/** Kilograms that come without anything done for them, such as a gift that waited. */
export async function addHoldings(tx: Transaction, gains: readonly PassportGain[]): Promise<void> {
  const passportIds = gains.map(({ passportId }) => passportId)
  await send(tx, standingWrites(await openStandings(tx, passportIds, []), gains))
}

/** What all facts of a person come to, per measure. */
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
