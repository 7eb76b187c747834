// Sign-out: the session and its signing terminals are gone at once. Without a session it is a no-op.

import type { Db } from '#platform/database/database.ts'
import { sessionTokenHash } from './find-session.ts'
import { writeSessionEnds } from './session-queries.ts'

export async function endSession(db: Db, token: string | undefined): Promise<void> {
  if (token !== undefined) await writeSessionEnds(db, [sessionTokenHash(token)])
}
