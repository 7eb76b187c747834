// Makes races certain. A test holds a lock that a call needs, and continues when the database reports
// that the call waits for it. No result depends on speed.
import pg from 'pg'
import { expect } from 'vitest'
import { transactionsMax } from '#tests/support/pool.ts'
import type { TestApp } from '#tests/support/test-app.ts'

export type HeldLock = {
  /**
   * Resolves when `count` transactions wait for a lock of this kind. If a pool allows fewer, it waits for
   * that number. If they never wait, it releases the lock and throws.
   */
  untilWaiting(kind: keyof typeof lockTypes, count?: number): Promise<void>
  /** Runs more SQL in the same transaction, for example to take another lock. */
  run(sql: string): Promise<void>
  /** Releases the lock without a change. */
  release(): Promise<void>
}

/**
 * PostgreSQL's lock types of each kind. The first waiter for a row waits for the holder's transaction,
 * and the others wait for the row's tuple lock.
 */
const lockTypes = {
  advisory: ['advisory'],
  row: ['transactionid', 'tuple'],
  table: ['relation'],
} as const

/** Returns SQL that takes the lock of a phone number, as features/people/lock-people.ts does. */
export const numberLock = (phone: string) =>
  `select pg_advisory_xact_lock(hashtextextended('${phone}', 0))`

/** Runs `sql` in a transaction on a new connection, and keeps the transaction open until `release`. */
export async function holdLock({ databaseUrl }: Pick<TestApp, 'databaseUrl'>, sql: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query(sql)
  const countWaiting = async (kind: keyof typeof lockTypes) => {
    // Otherwise PostgreSQL repeats the list of sessions of the transaction's first query.
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
        const waiting = Math.min(count, transactionsMax)
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
  /** SQL that takes a lock that each of the calls needs before its answer. */
  readonly lockSql: string
  /** The kind of that lock. Default: `row`. */
  readonly kind?: keyof typeof lockTypes
  /**
   * Minimum number of their transactions that wait in the database before the lock is released; the other
   * calls may wait in the product. Default 1.
   */
  readonly waiting?: number
}

/**
 * Starts all calls while a lock is held, and releases it when the database reports that they wait. Fails
 * if a call is answered before that. Returns the results.
 */
export async function raceFor<Result>(
  test: Pick<TestApp, 'databaseUrl'>,
  { lockSql, kind = 'row', waiting = 1 }: Race,
  calls: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  const lock = await holdLock(test, lockSql)
  let answeredCalls = 0
  const pendingCalls = calls.map(async (call) => {
    const result = await call()
    answeredCalls += 1
    return result
  })
  await lock.untilWaiting(kind, waiting)
  expect(answeredCalls).toBe(0)
  await lock.release()
  return Promise.all(pendingCalls)
}

/** Returns this number of functions that each make the call with their index. */
export function times<Result>(count: number, call: (index: number) => Promise<Result>) {
  return Array.from({ length: count }, (_, index) => () => call(index))
}
