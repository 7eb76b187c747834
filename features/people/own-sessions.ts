// Where a person is signed in, what ends there, and what a fresh code opens: the use cases of sessions
// that one's own data needs.

import type { Db, Transaction } from '#platform/database/database.ts'
import type { Viewer } from './find-session.ts'
import {
  findCodeAge,
  findSessionsOf,
  type SessionRow,
  writeBatchOfSessionEnds,
  writeCodeOfSession,
  writeOtherSessionEnds,
  writeOwnSessionEnd,
} from './session-queries.ts'

/** The live sessions of a person, last used first. */
export function listSessions(db: Db, passportId: string): Promise<SessionRow[]> {
  return findSessionsOf(db, passportId)
}

/** Ends one session of the viewer's; false where there is no such one of theirs. */
export function endOwnSession(tx: Transaction, viewer: Viewer, id: string): Promise<boolean> {
  return writeOwnSessionEnd(tx, id, viewer.passportId)
}

/** Ends all sessions of a person but `keptId`; null keeps none. */
export function endOtherSessions(
  tx: Transaction,
  passportId: string,
  keptId: string | null,
): Promise<void> {
  return writeOtherSessionEnds(tx, passportId, keptId)
}

const batchMax = 1_000

/** Ends every session of every person that began before the call; answers how many. */
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

/** Whether a right code was typed in the session within so many seconds, signing in included. */
export async function hadCodeWithin(db: Db, sessionId: string, seconds: number): Promise<boolean> {
  return (await findCodeAge(db, sessionId)) <= seconds
}
