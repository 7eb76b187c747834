// Reads the origin, size and root of the current log.

import type { Db } from '#platform/database/database.ts'
import { readHead } from './log-queries.ts'

export type LogState = {
  readonly origin: string
  /** Number of entries. */
  readonly size: number
  /** Base64, as in the checkpoint. */
  readonly root: string
}

/** Returns the state. Returns null if no log has begun. */
export async function readLogState(db: Db): Promise<LogState | null> {
  const head = await readHead(db, null)
  if (head === null) return null
  const [, , root = ''] = head.checkpoint.split('\n')
  return { origin: head.origin, size: head.size, root }
}
