// Which stamps a page shows first, and which goal comes next. Pure.
import type { Achievement } from '../contract.ts'

type Ordered = Pick<Achievement, 'progressPct' | 'reached_at'>

/** The newest reached first, then what is nearest to being reached; else as the server has them. */
export function byInterest<Each extends Ordered>(all: readonly Each[]): Each[] {
  const reachedAt = ({ reached_at }: Ordered) => (reached_at === null ? 0 : Date.parse(reached_at))
  return [...all].sort(
    (one, other) => reachedAt(other) - reachedAt(one) || other.progressPct - one.progressPct,
  )
}

/** The nearest of those to come; undefined where all are reached. */
export function nextGoal<Each extends Ordered>(all: readonly Each[]): Each | undefined {
  return byInterest(all).find(({ progressPct }) => progressPct < 100)
}
