// Chooses the points that a run stops the product at. FAULT_POINTS=all (npm run faults) takes all of them; npm test
// takes other ones in each run. FAULT_SEED repeats a choice.
import { lowestLots, randomFrom } from '#tests/support/random.ts'

export const takesAllPoints = process.env.FAULT_POINTS === 'all'

/** The seed of this file's choices, for the names and errors of its tests. */
export const pointsSeed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000)

const { next } = randomFrom(pointsSeed)

/** Returns `count` random points of those that `isOffered` names, in their original order; all in a full run. */
export function somePoints<Point>(
  points: readonly Point[],
  count: number,
  isOffered: (point: Point) => boolean = () => true,
): readonly Point[] {
  return takesAllPoints ? points : lowestLots(points.filter(isOffered), count, next)
}
