// Signs out: deletes the session and its signing terminals. Without a session it does nothing.

import type { Db } from '#platform/database/database.ts'
import { sessionTokenHash } from './find-session.ts'
import { writeSessionEnds } from './session-queries.ts'

export async function endSession(db: Db, token: string | undefined): Promise<void> {
  if (token !== undefined) await writeSessionEnds(db, [sessionTokenHash(token)])
}
