// Makes a race certain: a test holds a lock that one side needs, and continues when the database
// reports that the other side waits. No result depends on speed.
import pg from 'pg'
import { expect } from 'vitest'
import { atOnceMax } from '#tests/support/pool.ts'
import type { TestApp } from '#tests/support/test-app.ts'

export type HeldLock = {
  /**
   * Ends when this number of transactions wait for a lock, or as many as a pool allows; fails if
   * they never do.
   */
  untilWaiting(kind: keyof typeof lockTypes, count?: number): Promise<void>
  /** Runs more SQL in the same transaction, such as taking another lock. */
  run(sql: string): Promise<void>
  /** Releases the lock without a change. */
  release(): Promise<void>
}

/** A locked row is awaited by its holder's transaction, or in the queue behind it. */
const lockTypes = {
  advisory: ['advisory'],
  row: ['transactionid', 'tuple'],
  table: ['relation'],
} as const

/** SQL that takes the lock of a phone number, as features/people/lock-people.ts does. */
export const numberLock = (phone: string) =>
  `select pg_advisory_xact_lock(hashtextextended('${phone}', 0))`

/** Runs `sql` in a transaction that stays open on a separate connection. */
export async function holdLock({ databaseUrl }: Pick<TestApp, 'databaseUrl'>, sql: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query(sql)
  const countWaiting = async (kind: keyof typeof lockTypes) => {
    // Within a transaction PostgreSQL shows the sessions of the first query.
    await client.query('select pg_stat_clear_snapshot()')
    const { rows } = await client.query(
      `select count(distinct l.pid)::int as waiting from pg_locks l
       join pg_stat_activity a on a.pid = l.pid and a.datname = current_database()
       where not l.granted and l.locktype = any($1)`,
      [lockTypes[kind]],
    )
    return Number(rows[0]?.waiting)
  }
  async function release() {
    await client.query('rollback')
    await client.end()
  }
  return {
    async untilWaiting(kind, count = 1) {
      try {
        const waiting = Math.min(count, atOnceMax)
        await expect.poll(() => countWaiting(kind)).toBeGreaterThanOrEqual(waiting)
      } catch (error) {
        // No waiting transaction may outlive a failed test.
        await release()
        throw error
      }
    },
    run: async (sql) => void (await client.query(sql)),
    release,
  } satisfies HeldLock
}

type Race = {
  /** SQL that locks rows that each of the calls needs before its answer. */
  readonly held: string
  /** The kind of that lock. Default: a row's. */
  readonly kind?: keyof typeof lockTypes
  /**
   * At least this number of their transactions wait in the database; the others wait behind them.
   */
  readonly waiting?: number
}

/**
 * Sends all calls while their lock is held, and releases it when the database reports that they
 * wait. All of them are then in progress without an answer.
 */
export async function raceFor<Result>(
  test: Pick<TestApp, 'databaseUrl'>,
  { held, kind = 'row', waiting = 1 }: Race,
  calls: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  const lock = await holdLock(test, held)
  let answered = 0
  const running = calls.map(async (call) => {
    const result = await call()
    answered += 1
    return result
  })
  await lock.untilWaiting(kind, waiting)
  expect(answered).toBe(0)
  await lock.release()
  return Promise.all(running)
}

/** This number of calls of one kind. */
export function times<Result>(count: number, call: (index: number) => Promise<Result>) {
  return Array.from({ length: count }, (_, index) => () => call(index))
}
