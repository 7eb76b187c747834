// Limits that are rows: how often a bucket (an address, a number's prefix, the whole product) may
// do something in a window of time. Right under concurrency, over restarts and processes.
import type { FastifyRequest } from 'fastify'
import type { Db, Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import { clientAddress, networkOf } from '#platform/http/client-address.ts'
import { isLoopback } from '#platform/http/loopback.ts'

export type RateLimit = {
  readonly bucket: string
  readonly windowSeconds: number
  /** Times in a window. */
  readonly max: number
}

const windowOf = (seconds: string) =>
  `to_timestamp(floor(extract(epoch from now()) / ${seconds}) * ${seconds})`

const asked = unnestRows<RateLimit>({
  bucket: ['text', ({ bucket }) => bucket],
  seconds: ['int4', ({ windowSeconds }) => windowSeconds],
})
type Counted = RateLimit & { readonly times: number }
const counted = unnestRows<Counted>({
  bucket: ['text', ({ bucket }) => bucket],
  seconds: ['int4', ({ windowSeconds }) => windowSeconds],
  times: ['int4', ({ times }) => times],
})

const openWindows = statement(
  'open-rate-windows',
  {},
  `insert into rate_counts (bucket, window_start, window_end)
   select bucket, ${windowOf('seconds')}, ${windowOf('seconds')} + make_interval(secs => seconds)
   from ${asked.rows} order by bucket
   on conflict do nothing`,
)
const windowColumns = { bucket: 'text', count: 'int4', wait_seconds: 'int4' } as const
const selectWindows = `select c.bucket, c.count,
     ceil(extract(epoch from c.window_end - now()))::int4 as wait_seconds
   from rate_counts c
   join ${asked.rows}
     on c.bucket = given.bucket and c.window_start = ${windowOf('given.seconds')}`
const lockWindows = statement(
  'lock-rate-windows',
  windowColumns,
  `${selectWindows} order by c.bucket for update of c`,
)
const readWindows = statement('read-rate-windows', windowColumns, selectWindows)
const countWindows = statement(
  'count-rate-windows',
  {},
  `update rate_counts c set count = c.count + given.times
   from ${counted.rows}
   where c.bucket = given.bucket and c.window_start = ${windowOf('given.seconds')}`,
)

const countOneWindow = statement(
  'count-one-rate-window',
  {},
  `insert into rate_counts as c (bucket, window_start, window_end, count)
   values ($1, ${windowOf('$2::int')}, ${windowOf('$2::int')} + make_interval(secs => $2::int), 1)
   on conflict (bucket, window_start) do update set count = c.count + 1`,
)

/**
 * Holds the buckets until the transaction ends. Answers the seconds to wait where one of them is
 * full, else null; nothing is counted yet.
 */
export async function holdLimits(
  tx: Transaction,
  limits: readonly RateLimit[],
): Promise<number | null> {
  return waitOf(limits, await openAndLock(tx, limits))
}

async function openAndLock(tx: Transaction, limits: readonly RateLimit[]) {
  if (limits.length === 0) return []
  const values = asked.values(limits)
  const [, rows] = await Promise.all([tx.run(openWindows, values), tx.run(lockWindows, values)])
  return rows
}

/** What a held bucket has counted in its window, and the seconds until the next window. */
export type HeldWindow = { readonly count: number; readonly waitSeconds: number }

/** Locks the buckets until the transaction ends, to decide about several counts at once. */
export async function holdWindows(
  tx: Transaction,
  limits: readonly RateLimit[],
): Promise<Map<string, HeldWindow>> {
  const rows = await openAndLock(tx, limits)
  return new Map(
    rows.map(({ bucket, count, wait_seconds }) => [bucket, { count, waitSeconds: wait_seconds }]),
  )
}

/** The seconds to wait where one of the buckets is full, else null; holds and counts nothing. */
export async function findFullLimit(db: Db, limits: readonly RateLimit[]): Promise<number | null> {
  if (limits.length === 0) return null
  return waitOf(limits, await db.run(readWindows, asked.values(limits)))
}

function waitOf(
  limits: readonly RateLimit[],
  rows: readonly { bucket: string; count: number; wait_seconds: number }[],
): number | null {
  const maxOf = new Map(limits.map(({ bucket, max }) => [bucket, max]))
  const waits = rows
    .filter(({ bucket, count }) => count >= (maxOf.get(bucket) ?? 0))
    .map(({ wait_seconds }) => wait_seconds)
  return waits.length === 0 ? null : Math.max(1, ...waits)
}

/** Counts one in each held bucket, or as many as `times` says. */
export async function countLimits(
  tx: Transaction,
  limits: readonly RateLimit[],
  times: (bucket: string) => number = () => 1,
): Promise<void> {
  if (limits.length === 0) return
  const rows = limits.map((limit) => ({ ...limit, times: times(limit.bucket) }))
  await tx.run(countWindows, counted.values(rows))
}

/** Counts one, full or not, in a statement of its own. */
export async function countOne(db: Db, { bucket, windowSeconds }: RateLimit): Promise<void> {
  await db.run(countOneWindow, [bucket, windowSeconds])
}

/** Where a call comes from, for limits per address. */
export type Caller = {
  readonly address: string
  /** Its /24, or /48 with IPv6. */
  readonly network: string
  /** Then only the limits per phone hold. */
  readonly isExempt: boolean
}

/** Whether this machine itself is free of the limits that are no phone's (contract 2). */
export type CallerSettings = { readonly exemptsLoopback: boolean }

export function callerOf(request: FastifyRequest, { exemptsLoopback }: CallerSettings): Caller {
  const address = clientAddress(request)
  return {
    address,
    network: networkOf(address, 3),
    isExempt: exemptsLoopback && isLoopback(request),
  }
}
