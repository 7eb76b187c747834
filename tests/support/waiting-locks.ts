// Makes a race certain: a test holds a lock that one side needs, and goes on when the database itself
// says that the other side waits. Nothing here depends on who is faster.
import pg from 'pg'
import { expect } from 'vitest'
import type { TestApp } from '#tests/support/app.ts'

export type HeldLock = {
  /** Ends when so many transactions wait for a lock; fails where they never do. */
  untilWaiting(kind: 'advisory' | 'row', count?: number): Promise<void>
  /** Lets go, and changes nothing. */
  release(): Promise<void>
}

/** A row that is locked is waited for by its holder's transaction, or in the queue behind it. */
const lockTypes = { advisory: ['advisory'], row: ['transactionid', 'tuple'] } as const

/** Runs `sql` in a transaction that stays open on a connection of its own. */
export async function holdLock({ services }: Pick<TestApp, 'services'>, sql: string) {
  const url = services.settings.databaseUrl
  if (url === undefined) throw new Error('an embedded database has no address')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  await client.query(sql)
  const countWaiting = async (kind: keyof typeof lockTypes) => {
    const { rows } = await client.query(
      `select count(distinct l.pid)::int as waiting from pg_locks l
       join pg_stat_activity a on a.pid = l.pid and a.datname = current_database()
       where not l.granted and l.locktype = any($1)`,
      [lockTypes[kind]],
    )
    return Number(rows[0]?.waiting)
  }
  return {
    async untilWaiting(kind, count = 1) {
      await expect.poll(() => countWaiting(kind)).toBeGreaterThanOrEqual(count)
    },
    async release() {
      await client.query('rollback')
      await client.end()
    },
  } satisfies HeldLock
}
