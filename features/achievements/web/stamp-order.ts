// Orders stamps for a page, and finds the next goal. Pure.
import type { Achievement } from '../achievements-calls.ts'

type Ordered = Pick<Achievement, 'progressPct' | 'reached_at'>

/**
 * Orders the newest reached first, then those nearest to being reached, then as the server does.
 */
export function byInterest<Each extends Ordered>(all: readonly Each[]): Each[] {
  const reachedAt = ({ reached_at }: Ordered) => (reached_at === null ? 0 : Date.parse(reached_at))
  return [...all].sort(
    (one, other) => reachedAt(other) - reachedAt(one) || other.progressPct - one.progressPct,
  )
}

/** Returns the nearest unreached achievement; undefined where all are reached. */
export function nextGoal<Each extends Ordered>(all: readonly Each[]): Each | undefined {
  return byInterest(all).find(({ progressPct }) => progressPct < 100)
}
