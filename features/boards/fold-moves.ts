// Folds moves into the stored counts of scores, so that each read of a board returns few rows. A move is a
// change of the number of passports with a score (board-queries.ts).

import type { Db } from '#platform/database/database.ts'
import { writeFold } from './board-queries.ts'

/**
 * Folds moves, at most once a minute over all processes. Returns 0, so that the job runner does not repeat
 * the task immediately.
 */
export async function foldMoves(db: Db): Promise<number> {
  await writeFold(db, false)
  return 0
}

/**
 * Folds all moves. Called before the process serves, because a restored database has transaction numbers of
 * another server.
 */
export async function foldMovesAtStart(db: Db): Promise<void> {
  await writeFold(db, true)
}
