// Lists and ends a user's sessions, and checks for a fresh code: the use cases of sessions for
// sign-out and own data.
import type { Db, Transaction } from '#platform/database/database.ts'
import { tidying } from '#platform/database/tidy.ts'
import { sessionTokenHash, type Viewer } from './find-session.ts'
import {
  findCodeAge,
  findSessionsOf,
  type SessionRow,
  writeBatchOfSessionEnds,
  writeCodeOfSession,
  writeOtherSessionEnds,
  writeOwnSessionEnd,
  writeSessionEnds,
} from './session-queries.ts'

/** Returns a user's live sessions, last used first. */
export function listSessions(db: Db, passportId: string): Promise<SessionRow[]> {
  return findSessionsOf(db, passportId)
}

/** Ends one of the viewer's sessions. Returns false where the viewer has no such session. */
export function endOwnSession(tx: Transaction, viewer: Viewer, id: string): Promise<boolean> {
  return writeOwnSessionEnd(tx, id, viewer.passportId)
}

/** Ends all sessions of a user except `keptId`; null keeps none. */
export function endOtherSessions(
  tx: Transaction,
  passportId: string,
  keptId: string | null,
): Promise<void> {
  return writeOtherSessionEnds(tx, passportId, keptId)
}

const batchMax = 1_000

/** Ends every session of every user that began before the call. Returns their count. */
export async function endAllSessions(db: Db): Promise<number> {
  const until = new Date()
  let count = 0
  for (;;) {
    const ended = await writeBatchOfSessionEnds(db, batchMax, until)
    if (ended === 0) return count
    count += ended
  }
}

export function noteCode(tx: Transaction, sessionId: string): Promise<void> {
  return writeCodeOfSession(tx, sessionId)
}

/** Whether a right code was typed in the session within `seconds`. The code of the sign-in counts. */
export async function hadCodeWithin(db: Db, sessionId: string, seconds: number): Promise<boolean> {
  return (await findCodeAge(db, sessionId)) <= seconds
}

/** Signs out: deletes the session and its signing terminals. Without a session it does nothing. */
export async function endSession(db: Db, token: string | undefined): Promise<void> {
  if (token !== undefined) await writeSessionEnds(db, [sessionTokenHash(token)])
}

/** Declares which rows of sign-in are deleted when they have expired. */
export const sessionTidyings = [
  tidying('sessions', 'ends_at < now()'),
  tidying('terminals', 'retires_at < now()'),
]
