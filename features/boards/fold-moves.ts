// Puts what moved on the boards into their counts, so that what a process reads to begin with, and
// what it reads each time, stay short. It changes no rank.

import type { Db } from '#platform/database/database.ts'
import { writeFold } from './board-queries.ts'

/** One round a minute, whichever process takes it. Always answers 0: one round a turn is enough. */
export async function foldMoves(db: Db): Promise<number> {
  await writeFold(db, false)
  return 0
}

/** Before anybody serves: a restored database brings transaction numbers of another server. */
export async function foldMovesAtStart(db: Db): Promise<void> {
  await writeFold(db, true)
}
