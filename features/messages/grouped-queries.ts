// Batches the statements that every message needs, so that many messages cost no more commits than
// the purchases behind them.

import type { Database } from '#platform/database/database.ts'
import { groupCallsOn } from '#platform/database/group-calls.ts'
import { type SentMessage, writeSent } from './message-queries.ts'

const limits = { groupMax: 100, waitingMax: 1_000 }

/** Returns true after the message is stored as sent. */
export const markSent = groupCallsOn<Database, SentMessage, boolean>(async (db, sent) => {
  await writeSent(db, sent)
  return sent.map(() => true)
}, limits)
