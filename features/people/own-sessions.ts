// Lists and ends a user's sessions, and records and checks confirmation codes typed in a session.
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

/** Ends one of the viewer's sessions. Returns false if the viewer has no session with that id. */
export function endOwnSession(tx: Transaction, viewer: Viewer, id: string): Promise<boolean> {
  return writeOwnSessionEnd(tx, id, viewer.passportId)
}

/** Ends all sessions of a user except `exceptId`. Null ends all. */
export function endOtherSessions(
  tx: Transaction,
  passportId: string,
  exceptId: string | null,
): Promise<void> {
  return writeOtherSessionEnds(tx, passportId, exceptId)
}

const batchMax = 1_000

/** Ends all sessions of all users that began before the call, in batches. Returns their number. */
export async function endAllSessions(db: Db): Promise<number> {
  const startedAt = new Date()
  let count = 0
  for (;;) {
    const ended = await writeBatchOfSessionEnds(db, batchMax, startedAt)
    if (ended === 0) return count
    count += ended
  }
}

/** Records that a correct code was typed in the session just now. */
export function noteCode(tx: Transaction, sessionId: string): Promise<void> {
  return writeCodeOfSession(tx, sessionId)
}

/** Seconds for which a code or passkey is fresh (docs/product.md#own-data). */
export const freshSeconds = 900

/**
 * Returns true if a correct code was typed in the session a short time ago. The code or passkey of the
 * sign-in counts.
 */
export async function hasFreshCode(db: Db, sessionId: string): Promise<boolean> {
  return (await findCodeAge(db, sessionId)) <= freshSeconds
}

/** Signs out: deletes the session and its signing terminals. Does nothing if the token has no session. */
export async function endSession(db: Db, token: string | undefined): Promise<void> {
  if (token !== undefined) await writeSessionEnds(db, [sessionTokenHash(token)])
}

/** Declares the deletion of expired sessions and terminals. */
export const sessionTidyings = [
  tidying('sessions', 'ends_at < now()'),
  tidying('terminals', 'retires_at < now()'),
]
