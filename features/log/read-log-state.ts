// Reads the name, size and root of the open log.

import type { Db } from '#platform/database/database.ts'
import { readHead } from './log-queries.ts'

export type LogState = {
  readonly origin: string
  /** Number of entries. */
  readonly size: number
  /** Base64, as in the checkpoint. */
  readonly root: string
}

/** Returns the state; null before the first log began. */
export async function readLogState(db: Db): Promise<LogState | null> {
  const head = await readHead(db, null)
  if (head === null) return null
  const [, , root = ''] = head.checkpoint.split('\n')
  return { origin: head.origin, size: head.size, root }
}
