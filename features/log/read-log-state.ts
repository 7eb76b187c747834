// The name and the size of the log that is open.
import { readHead } from '#features/log/queries.ts'
import type { Db } from '#platform/database/database.ts'

/** Null before the first log began. */
export async function readLogState(
  db: Db,
): Promise<{ readonly origin: string; readonly size: number } | null> {
  const head = await readHead(db, null)
  return head === null ? null : { origin: head.origin, size: head.size }
}
