// Finds the ids of postings by time. Postings have no index by time, but their ids grow with it.
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import type { Ledger } from './books-calls.ts'

/** Maximum time from the start of a transaction, which is the posting's time, to the insert that gives its id. */
const slackMs = 3_600_000
/** Number of ids within which the search ends. */
const exactEnough = 512

const columns = { id: 'int8', created_at: 'timestamptz' } as const
const firstFrom = (table: string) =>
  `select id, created_at from ${table} where id >= $1 order by id limit 1`
const firstMoney = statement('console-money-posting-from', columns, firstFrom('money_postings'))
const firstKg = statement('console-kg-posting-from', columns, firstFrom('kg_postings'))
const lastMoney = statement(
  'console-last-money-posting',
  { id: 'int8' },
  'select coalesce(max(id), 0) as id from money_postings',
)
const lastKg = statement(
  'console-last-kg-posting',
  { id: 'int8' },
  'select coalesce(max(id), 0) as id from kg_postings',
)

/** Returns the greatest id of a ledger, or 0. */
export async function lastPostingId(db: Db, ledger: Ledger): Promise<number> {
  const [row] = await db.run(ledger === 'money' ? lastMoney : lastKg)
  return row?.id ?? 0
}

/** Bounds of ids, both excluded, between which every posting of a period is. Others may be between them, too. */
export type IdBounds = { readonly afterId: number; readonly beforeId: number }

/** Returns the bounds of the postings from `since` up to, and without, `before`. */
export async function idBoundsOf(
  db: Db,
  ledger: Ledger,
  { since, before }: { readonly since: Date; readonly before: Date },
): Promise<IdBounds> {
  const [start, end] = await Promise.all([
    halve(db, ledger, since.getTime() - slackMs),
    halve(db, ledger, before.getTime() + slackMs),
  ])
  return { afterId: start.below, beforeId: end.above }
}

/** Halves the ids until few are left between a posting before the time and one that is not. */
async function halve(db: Db, ledger: Ledger, boundMs: number) {
  const first = ledger === 'money' ? firstMoney : firstKg
  let below = 0
  let above = (await lastPostingId(db, ledger)) + 1
  while (above - below > exactEnough) {
    const middle = Math.floor((below + above) / 2)
    const [posting] = await db.run(first, [middle])
    if (posting !== undefined && posting.created_at.getTime() < boundMs) below = middle
    else above = middle
  }
  const [last] = await db.run(first, [above])
  // Few ids in all: there is nothing to leave out at the end.
  const isBound = last !== undefined && last.created_at.getTime() >= boundMs
  return { below, above: isBound ? above : Number.MAX_SAFE_INTEGER }
}
