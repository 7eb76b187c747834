// What every message reads and writes, for many messages in one statement: after a rush of purchases
// their messages must not cost more commits than the purchases did.
import {
  findMessagePurchases,
  findStopped,
  type MessagePurchase,
  writeSent,
} from '#features/notifications/queries.ts'
import type { Database } from '#server/database.ts'
import { gather } from '#server/gather.ts'

type GatheredQueries = {
  findPurchase(id: string): Promise<MessagePurchase | null>
  isStopped(phone: string): Promise<boolean>
  writeSent(sent: { readonly id: number; readonly providerId: string }): Promise<boolean>
}

const limits = { groupMax: 100, waitingMax: 1_000 }
const known = new WeakMap<Database, GatheredQueries>()

/** One set of queries for each database that this process uses. */
export function gatheredQueries(db: Database): GatheredQueries {
  const before = known.get(db)
  if (before !== undefined) return before
  const queries: GatheredQueries = {
    findPurchase: gather(async (ids) => {
      const rows = await findMessagePurchases(db, ids)
      const byId = new Map(rows.map((row) => [row.id, row]))
      return ids.map((id) => byId.get(id) ?? null)
    }, limits),
    isStopped: gather(async (phones) => {
      const stopped = await findStopped(db, phones)
      return phones.map((phone) => stopped.has(phone))
    }, limits),
    writeSent: gather(async (sent) => {
      await writeSent(db, sent)
      return sent.map(() => true)
    }, limits),
  }
  known.set(db, queries)
  return queries
}
