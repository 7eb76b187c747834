// Chooses the points that a run stops the product at. FAULT_POINTS=all (npm run faults) takes all of them; npm test
// takes other ones in each run. FAULT_SEED repeats a choice.
import { randomFrom } from '#tests/support/random.ts'

export const takesAllPoints = process.env.FAULT_POINTS === 'all'

/** The seed of this file's choices, for the names and errors of its tests. */
export const pointsSeed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000)

const { next } = randomFrom(pointsSeed)

/** Returns `count` random points in their original order; all points in a full run. */
export function somePoints<Point>(points: readonly Point[], count: number): readonly Point[] {
  if (takesAllPoints) return points
  const lots = points.map((point, place) => ({ point, place, lot: next() }))
  const chosen = lots.sort((one, other) => one.lot - other.lot).slice(0, count)
  return chosen.sort((one, other) => one.place - other.place).map(({ point }) => point)
}
