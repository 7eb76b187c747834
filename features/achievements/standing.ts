// Computes a passport's new scores, leagues and achievements from new kilograms and facts
// (docs/product.md#scores). Pure.
import { achievementCodes, achievementKinds, type Measure } from '#values/lists/achievements.ts'
import { type League, leagueAfter } from '#values/lists/leagues.ts'
import { ecoPoints } from '#values/lists/score-rules.ts'

/** A passport's scores, leagues and achievements. */
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

/** Facts of one passport: `fresh` has the numbers of new facts, `counts` the value of each measure. */
export type Facts = {
  readonly fresh: { readonly weeks: number; readonly gifts: number; readonly projects: number }
  readonly counts: Readonly<Record<Exclude<Measure, 'kg'>, number>>
}

/** Kilograms that a passport receives. Kilograms of a reward do not count for achievements. */
export type Gain = { readonly quantityKg: number; readonly isReward: boolean }

/**
 * Computes the changes of a passport: added kilograms and points, the resulting leagues, newly reached
 * achievements. `facts` is null if only kilograms
 * changed.
 */
export function scoreIncrease(standing: Standing, facts: Facts | null, gains: readonly Gain[]) {
  const kg = sum(gains.map(({ quantityKg }) => quantityKg))
  const rewardKg = sum(gains.map((gain) => (gain.isReward ? gain.quantityKg : 0)))
  const values: Partial<Record<Measure, number>> = {
    ...facts?.counts,
    kg: countedKg(standing) + kg - rewardKg,
  }
  const reached = achievementCodes.filter((code) => {
    const { measure, threshold } = achievementKinds[code]
    return !standing.reached.includes(code) && (values[measure] ?? 0) >= threshold
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

/** Returns the kilograms that count for achievements: all except those from rewards. */
export function countedKg({ totalKg, rewardKg }: Pick<Standing, 'totalKg' | 'rewardKg'>): number {
  return totalKg - rewardKg
}

function pointsOf(newFacts: Facts | null): number {
  if (newFacts === null) return 0
  const { weeks, gifts, projects } = newFacts.fresh
  return weeks * ecoPoints.week + gifts * ecoPoints.gift + projects * ecoPoints.project
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

const weekMs = 7 * 86_400_000

/**
 * Returns the length of the longest series of consecutive weeks. `mondays` are distinct, such as
 * `2026-02-09`. The series may have ended long ago, because reached achievements stay.
 */
export function longestStreak(mondays: readonly string[]): number {
  const starts = mondays.map((monday) => Date.parse(`${monday}T00:00:00Z`)).sort((a, b) => a - b)
  let longest = 0
  let run = 0
  starts.forEach((start, index) => {
    const previous = starts[index - 1]
    run = previous !== undefined && start - previous === weekMs ? run + 1 : 1
    longest = Math.max(longest, run)
  })
  return longest
}
