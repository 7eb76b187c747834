// What every message reads and writes, for many messages in one statement: after a rush of
// purchases their messages must not cost more commits than the purchases did.

import type { Database } from '#platform/database/database.ts'
import { groupCallsOn } from '#platform/database/group-calls.ts'
import { type SentMessage, writeSent } from './message-queries.ts'

const limits = { groupMax: 100, waitingMax: 1_000 }

/** Always true, once it is kept. */
export const markSent = groupCallsOn<Database, SentMessage, boolean>(async (db, sent) => {
  await writeSent(db, sent)
  return sent.map(() => true)
}, limits)
