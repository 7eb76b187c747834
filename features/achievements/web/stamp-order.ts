// Sorts achievements for display, and finds the next goal. Pure.
import type { Achievement } from '../achievements-calls.ts'

type Ordered = Pick<Achievement, 'progressPct' | 'reached_at'>

/**
 * Returns the reached achievements, newest first, then the others by descending progress. Equal ones keep
 * the server's order.
 */
export function byInterest<Each extends Ordered>(all: readonly Each[]): Each[] {
  const reachedAt = ({ reached_at }: Ordered) => (reached_at === null ? 0 : Date.parse(reached_at))
  return [...all].sort(
    (one, other) => reachedAt(other) - reachedAt(one) || other.progressPct - one.progressPct,
  )
}

/** Returns the unreached achievement with the most progress, or undefined if all are reached. */
export function nextGoal<Each extends Ordered>(all: readonly Each[]): Each | undefined {
  return byInterest(all).find(({ progressPct }) => progressPct < 100)
}
