// Sign-out: the session and its signing terminals are gone at once. Without a session it is a no-op.

import { sessionTokenHash } from '#features/sign-in/find-session.ts'
import { writeSessionEnds } from '#features/sign-in/session-queries.ts'
import type { Db } from '#platform/database/database.ts'

export async function endSession(db: Db, token: string | undefined): Promise<void> {
  if (token !== undefined) await writeSessionEnds(db, [sessionTokenHash(token)])
}
