// Runs named statements and transactions on PostgreSQL, with a timeout for every wait. No other
// file opens a connection of the product, and no provider may be called inside a transaction.
import { Socket } from 'node:net'
import pg from 'pg'
import { forgetPool, notePeak, watchPool } from '#platform/database/pool-metrics.ts'
import type { Columns, Row, Runner, Statement } from '#platform/database/statement.ts'
import { type Ending, ending, isEnding, type Write } from '#platform/database/write.ts'

/** Runs a declared statement. Query functions take it as their first argument. */
export type Db = Runner

/** Marks transactions. No other file can make one. */
const inTransaction = Symbol('in a transaction')

/**
 * Runs statements inside a transaction. Functions that take a lock require it, since a lock outside
 * of a transaction ends with its statement.
 */
export type Transaction = Db & { readonly [inTransaction]: true }

/**
 * Retries a whole transaction, or a statement outside of one, after a serialisation failure or a
 * deadlock, because a migration locks tables in another order. It also retries if another transaction
 * has just written the same idempotency key or an overlapping range of serials.
 */
export type Database = Db & {
  /**
   * Runs `work`, then commits its writes; rolls them back if it throws. If `work` returns an `ending`,
   * the ending's writes are sent with the commit in one round trip. A statement after the end is rejected.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result | Ending<Result>>): Promise<Result>
  close(): Promise<void>
}

export type DatabaseOptions = {
  readonly url: string
  /** Maximum number of connections of this process. Default: 10 on 2 cores. */
  readonly connectionsMax: number
  readonly applicationName: string
  /** Maximum wait for a connection, in milliseconds. Default 1 s. */
  readonly connectionWaitMs?: number
  /** Timeout of one statement, in milliseconds. Default 3 s; an import sets more. */
  readonly statementMs?: number
  /**
   * Time after the statement timeout at which the connection to a silent server is closed, in
   * milliseconds. Default 1 s.
   */
  readonly silenceMs?: number
  /**
   * Makes the planner prefer indexes. A generic plan that was made for an empty table reads the whole
   * table. It stays in use while the table grows, until the statistics are updated.
   */
  readonly indexesOnly?: boolean
  /** Factor applied to every timeout. Default 1. */
  readonly timeoutFactor?: number
}

/**
 * Planner settings that are turned off, so that PostgreSQL prefers an index to reading a whole table,
 * at any size of the table.
 */
export const plansOfWholeTables = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'] as const
/**
 * Plans each statement once per connection. By default PostgreSQL plans a call with a list of one or
 * two items again, which takes longer than the call (docs/decisions/0040-generic-index-plans.md).
 */
const indexPlanOptions = [
  ...plansOfWholeTables.map((name) => `${name}=off`),
  'plan_cache_mode=force_generic_plan',
]
  .map((setting) => ` -c ${setting}`)
  .join('')
/** Overrides the date style of the database or role by ISO, which the driver and backups expect. */
export const isoDates = '-c datestyle=ISO'

/** Timeouts of all waits on the database, in milliseconds. */
const waits = {
  connectionTimeoutMillis: 1_000,
  statement_timeout: 3_000,
  lock_timeout: 1_000,
  idle_in_transaction_session_timeout: 5_000,
  idleTimeoutMillis: 30_000,
}
/** Default of `silenceMs`. */
const defaultSilenceMs = 1_000
/** Maximum number of attempts of a transaction or a single statement, for the errors below. */
const attemptsMax = 3
/** SQLSTATE of a statement that follows a failed one in its transaction. */
const abortedState = '25P02'
/**
 * SQLSTATEs of serialisation failure, deadlock and exclusion violation. The last one means that another
 * transaction wrote a row that excludes ours; a retry reads it.
 */
const retryableStates = new Set(['40001', '40P01', '23P01'])
/**
 * The constraint that fails if two concurrent calls use one idempotency key. The second transaction is
 * retried and reads the answer of the first.
 */
const retryableConstraint = 'idempotency_keys_pkey'

const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('a database integer beyond 2^53')
  return value
})
types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export function openDatabase(options: DatabaseOptions): Database {
  const pool = openPool(options)
  return {
    run(statement, values) {
      return retryOnConflict(() => {
        const running = run(pool, statement, values)
        notePeak(pool)
        return running
      })
    },
    transaction: (work) => retryOnConflict(() => transactionOnce(pool, work)),
    close: () => endPool(pool),
  }
}

function openPool(options: DatabaseOptions): pg.Pool {
  const { url, connectionsMax, applicationName, timeoutFactor = 1, indexesOnly } = options
  const { connectionWaitMs = waits.connectionTimeoutMillis * timeoutFactor } = options
  const { statementMs = waits.statement_timeout * timeoutFactor, silenceMs = defaultSilenceMs } =
    options
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    application_name: applicationName,
    pipeline: true,
    types,
    ...waits,
    options: isoDates + (indexesOnly ? indexPlanOptions : ''),
    connectionTimeoutMillis: connectionWaitMs,
    statement_timeout: statementMs,
    lock_timeout: waits.lock_timeout * timeoutFactor,
    idle_in_transaction_session_timeout: waits.idle_in_transaction_session_timeout * timeoutFactor,
  })
  // The pool replaces a broken connection, whose queries fail with the error. The connection may also
  // emit `error` events, in use or idle. Without a listener, such an event ends the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  endSilentConnections(pool, statementMs + silenceMs)
  watchPool(pool)
  return pool
}

/**
 * Ends a connection in use whose server has been silent for too long; every query on it fails. The
 * driver's own limit would create a timer for each query. The timer retains the query's rows and values
 * until a full garbage collection (docs/decisions/0034-rank-counts-in-fenwick-trees.md).
 */
function endSilentConnections(pool: pg.Pool, silentMs: number): void {
  const clientsInUse = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => clientsInUse.add(client))
  pool.on('release', (_error, client) => clientsInUse.delete(client))
  pool.on('connect', (client) => {
    const { stream } = client.connection
    if (!(stream instanceof Socket)) return
    stream.setTimeout(silentMs)
    stream.on('timeout', () => {
      if (clientsInUse.has(client))
        stream.destroy(new Error('read timeout: the database says nothing'))
    })
  })
}

async function endPool(pool: pg.Pool): Promise<void> {
  forgetPool(pool)
  await pool.end()
}

async function run<C extends Columns>(
  client: pg.Pool | pg.PoolClient,
  { name, text }: Statement<C>,
  values: readonly unknown[] = [],
): Promise<Row<C>[]> {
  const result = await client.query<Row<C>>({ name, text, values: [...values] })
  return result.rows
}

/**
 * Retries work that failed because of a concurrent transaction. The work must have no effect when it
 * fails.
 */
export async function retryOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attemptsMax || !isRetryable(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
    }
  }
}

async function transactionOnce<Result>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<Result | Ending<Result>>,
): Promise<Result> {
  const connecting = pool.connect()
  notePeak(pool)
  const client = await connecting
  let broken: Error | undefined
  // The error of the statement that failed first. Statements after it fail too, and may reject earlier.
  let cause: unknown
  let hasEnded = false
  function runNow<C extends Columns>(statement: Statement<C>, values?: readonly unknown[]) {
    return run(client, statement, values).catch((error: unknown) => {
      cause ??= error
      throw error
    })
  }
  async function runWork(): Promise<Ending<Result>> {
    const outcome = await work({
      [inTransaction]: true,
      run(statement, values) {
        if (!hasEnded) return runNow(statement, values)
        return Promise.reject(new Error('a statement came after the end of its transaction'))
      },
    })
    hasEnded = true
    return isEnding(outcome) ? outcome : ending(outcome, [])
  }
  const sendAll = (writes: readonly Write[]) =>
    Promise.all(writes.map(({ statement, values }) => runNow(statement, values)))
  try {
    const [, { result, writes }] = await Promise.all([client.query('begin'), runWork()])
    const [, { command }] = await Promise.all([sendAll(writes), client.query('commit')])
    // PostgreSQL answers a commit by ROLLBACK if a statement failed and the work ignored the failure.
    if (command === 'ROLLBACK') throw cause ?? new Error('the transaction was rolled back')
    return result
  } catch (error) {
    // Rejects statements that `work` sends after the failure.
    hasEnded = true
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    // Closes the connection: statements after the failed one were never prepared, but a pooler records
    // them as prepared, so their next use on this connection would fail too.
    if (cause instanceof pg.DatabaseError) broken ??= cause
    throw sqlState(error) === abortedState ? (cause ?? error) : error
  } finally {
    client.release(broken)
  }
}

function isRetryable(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  return retryableStates.has(error.code ?? '') || error.constraint === retryableConstraint
}

/** Returns the five-character SQLSTATE of a PostgreSQL error, or undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** Returns true if a statement waited too long for a row that another transaction locks. */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === '55P03'

/**
 * Returns true if an error means that the database is unreachable or too busy, and false for a wrong
 * statement.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const state = sqlState(error)
  if (state !== undefined) return /^(08|53|57P|55P03|57014)/.test(state)
  const code = 'code' in error ? String(error.code) : ''
  // The socket file is missing while its server is down (ENOENT), and busy while too many clients connect
  // (EAGAIN).
  if ('syscall' in error && error.syscall === 'connect' && /^E(NOENT|AGAIN)$/.test(code))
    return true
  return (
    /^E(CONN|PIPE|TIMEDOUT|HOSTUNREACH)/.test(code) ||
    /timeout exceeded when trying to connect|Connection terminated|not queryable|read timeout/.test(
      error.message,
    )
  )
}
