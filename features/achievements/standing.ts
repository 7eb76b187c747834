// Computes scores, leagues and achievements from new kilograms and facts (docs/product.md#scores).
// Pure: no clock, no database.
import {
  type AchievementCode,
  achievementCodes,
  achievementKinds,
  type Measure,
} from '#values/lists/achievements.ts'
import { type League, leagueAfter } from '#values/lists/leagues.ts'
import { ecoPoints } from '#values/lists/score-rules.ts'

/** A locked passport's standing. */
export type Standing = {
  readonly passportId: string
  readonly totalKg: number
  readonly rewardKg: number
  readonly ecoScore: number
  readonly ecoLeague: League
  readonly offsetLeague: League
  /** Codes of the achievements reached so far. */
  readonly reached: readonly string[]
}

/** Facts of one passport: the new ones of a purchase, and the counts of all. */
export type Facts = {
  readonly fresh: { readonly weeks: number; readonly gifts: number; readonly projects: number }
  readonly counts: Readonly<Record<Exclude<Measure, 'kg'>, number>>
}

export type Gain = { readonly quantityKg: number; readonly isReward: boolean }

export type Rise = {
  readonly passportId: string
  readonly kg: number
  readonly rewardKg: number
  readonly ecoPoints: number
  readonly ecoLeague: League
  readonly offsetLeague: League
  readonly reached: readonly AchievementCode[]
}

/**
 * Returns the rise of a standing. `facts` is null without a new activity: then only kilograms can
 * reach an achievement.
 */
export function riseOf(standing: Standing, facts: Facts | null, gains: readonly Gain[]): Rise {
  const kg = sum(gains.map(({ quantityKg }) => quantityKg))
  const rewardKg = sum(gains.map((gain) => (gain.isReward ? gain.quantityKg : 0)))
  const counted: Partial<Record<Measure, number>> = {
    ...facts?.counts,
    kg: countedKg(standing) + kg - rewardKg,
  }
  const reached = achievementCodes.filter((code) => {
    const { counts, threshold } = achievementKinds[code]
    return !standing.reached.includes(code) && (counted[counts] ?? 0) >= threshold
  })
  const points = pointsOf(facts) + reached.length * ecoPoints.achievement
  return {
    passportId: standing.passportId,
    kg,
    rewardKg,
    ecoPoints: points,
    ecoLeague: leagueAfter('eco', standing.ecoLeague, standing.ecoScore + points),
    offsetLeague: leagueAfter('offsets', standing.offsetLeague, standing.totalKg + kg),
    reached,
  }
}

/** Returns the kilograms that count for achievements, without those from rewards. */
export function countedKg({ totalKg, rewardKg }: Pick<Standing, 'totalKg' | 'rewardKg'>): number {
  return totalKg - rewardKg
}

function pointsOf(facts: Facts | null): number {
  if (facts === null) return 0
  const { weeks, gifts, projects } = facts.fresh
  return weeks * ecoPoints.week + gifts * ecoPoints.gift + projects * ecoPoints.project
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

const weekMs = 7 * 86_400_000

/**
 * Returns the longest run of weeks, given by their distinct Mondays such as `2026-02-09`. A broken
 * run still counts, because reached achievements stay.
 */
export function longestStreak(mondays: readonly string[]): number {
  const starts = mondays.map((monday) => Date.parse(`${monday}T00:00:00Z`)).sort((a, b) => a - b)
  let longest = 0
  let run = 0
  starts.forEach((start, index) => {
    const before = starts[index - 1]
    run = before !== undefined && start - before === weekMs ? run + 1 : 1
    longest = Math.max(longest, run)
  })
  return longest
}
