// Ranks within a league: the one place that knows how they are found. Equal scores share a rank, and
// the next score's counts everybody above it (competition ranking).
import { type BoardKind, countAbove } from '#features/leaderboards/queries.ts'
import type { Db } from '#server/database.ts'

/**
 * The rank of each of these scores among the visible people of a league. `hidden` is the score of
 * somebody who is seen by themselves only, and counts above lower ones on their own board.
 */
export async function ranksOf(
  db: Db,
  kind: BoardKind,
  league: string,
  scores: readonly number[],
  hidden: number | null,
): Promise<Map<number, number>> {
  const above = await countAbove(db, kind, league, [...new Set(scores)])
  return new Map(
    [...above].map(([score, count]) => {
      return [score, count + 1 + Number(hidden !== null && hidden > score)] as const
    }),
  )
}
