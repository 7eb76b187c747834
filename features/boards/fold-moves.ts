// Folds the moves on the boards into their counts, so that a process reads few rows at its start
// and at each read. Ranks do not change.

import type { Db } from '#platform/database/database.ts'
import { writeFold } from './board-queries.ts'

/**
 * Folds moves once a minute over all processes. Always returns 0: the task has no more work in this
 * round.
 */
export async function foldMoves(db: Db): Promise<number> {
  await writeFold(db, false)
  return 0
}

/**
 * Runs before the process serves, because a restored database has transaction numbers of another
 * server.
 */
export async function foldMovesAtStart(db: Db): Promise<void> {
  await writeFold(db, true)
}
