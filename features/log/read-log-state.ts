// Reads the origin, size and root of the current log.

import type { Db } from '#platform/database/database.ts'
import { readHead } from './log-queries.ts'

/** Returns origin, number of entries and root (base64). Null if no log has begun. */
export async function readLogState(db: Db) {
  const head = await readHead(db, null)
  if (head === null) return null
  const [, , root = ''] = head.checkpoint.split('\n')
  return { origin: head.origin, size: head.size, root }
}
