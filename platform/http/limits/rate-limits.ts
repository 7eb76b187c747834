// Limits how often a bucket (an address, a range of phone numbers, the whole product) may act in a window
// of time. Counts are rows, so they hold under concurrency, over restarts and in all processes.
import type { FastifyRequest } from 'fastify'
import type { Db, Transaction } from '#platform/database/database.ts'
import { inOrder } from '#platform/database/in-order.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import { send, type Write } from '#platform/database/write.ts'
import { clientAddress, networkOf, ownerOf } from './client-address.ts'
import { isLoopback } from './loopback.ts'

export type RateLimit = {
  readonly bucket: string
  readonly windowSeconds: number
  /** Maximum count in a window. */
  readonly max: number
}

const windowOf = (seconds: string) =>
  `to_timestamp(floor(extract(epoch from now()) / ${seconds}) * ${seconds})`

const limitRows = unnestRows<RateLimit>({
  bucket: ['text', ({ bucket }) => bucket],
  seconds: ['int4', ({ windowSeconds }) => windowSeconds],
})
type Counted = RateLimit & { readonly times: number }
const countedRows = unnestRows<Counted>({
  bucket: ['text', ({ bucket }) => bucket],
  seconds: ['int4', ({ windowSeconds }) => windowSeconds],
  times: ['int4', ({ times }) => times],
})

const openWindows = statement(
  'open-rate-windows',
  {},
  `insert into rate_counts (bucket, window_start, window_end)
   select bucket, ${windowOf('seconds')}, ${windowOf('seconds')} + make_interval(secs => seconds)
   from ${limitRows.rows} order by bucket
   on conflict do nothing`,
)
const windowColumns = { bucket: 'text', count: 'int4', wait_seconds: 'int4' } as const
const selectWindows = `select c.bucket, c.count,
     ceil(extract(epoch from c.window_end - now()))::int4 as wait_seconds
   from rate_counts c
   join ${limitRows.rows}
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
   from ${countedRows.rows}
   where c.bucket = given.bucket and c.window_start = ${windowOf('given.seconds')}`,
)

/** Counts one in each window. It locks the rows in the order of their buckets. */
const countEachWindow = statement(
  'count-each-rate-window',
  { bucket: 'text', count: 'int4' },
  `insert into rate_counts as c (bucket, window_start, window_end, count)
   select bucket, ${windowOf('seconds')}, ${windowOf('seconds')} + make_interval(secs => seconds), 1
   from ${limitRows.rows} order by bucket
   on conflict (bucket, window_start) do update set count = c.count + 1
   returning bucket, count`,
)

/** Deletes the open windows of buckets whose name ends with a subject ($1), and of one more bucket ($2). */
const clearOpenWindows = statement(
  'clear-open-rate-windows',
  {},
  `delete from rate_counts where window_end > now()
     and (right(bucket, length($1) + 1) = '/' || $1 or bucket = $2)`,
)

/** The count of a bucket in its window, and the seconds until the next window. */
export type RateWindow = { readonly count: number; readonly waitSeconds: number }
/** Windows by bucket. A bucket without a count may be missing. */
export type RateWindows = ReadonlyMap<string, RateWindow>

/** Locks the buckets until the transaction ends, without counting. Returns their windows. */
export async function holdWindows(
  tx: Transaction,
  limits: readonly RateLimit[],
): Promise<RateWindows> {
  if (limits.length === 0) return new Map()
  const values = limitRows.values(limits)
  const { windows } = await inOrder({
    opened: tx.run(openWindows, values),
    windows: tx.run(lockWindows, values),
  })
  return windowsOf(windows)
}

/** Reads the windows without a lock: other transactions may count meanwhile. */
export async function findWindows(db: Db, limits: readonly RateLimit[]): Promise<RateWindows> {
  return limits.length === 0
    ? new Map()
    : windowsOf(await db.run(readWindows, limitRows.values(limits)))
}

function windowsOf(rows: readonly RowOf<typeof lockWindows>[]): RateWindows {
  return new Map(
    rows.map(({ bucket, count, wait_seconds }) => [bucket, { count, waitSeconds: wait_seconds }]),
  )
}

/** Returns the longest wait in seconds among the full buckets; null if none is full. */
export function waitIn(windows: RateWindows, limits: readonly RateLimit[]): number | null {
  const waits = limits.flatMap(({ bucket, max }) => {
    const window = windows.get(bucket)
    return window === undefined || window.count < max ? [] : [window.waitSeconds]
  })
  return waits.length === 0 ? null : Math.max(1, ...waits)
}

/**
 * Locks the buckets until the transaction ends, without counting. Returns the seconds to wait if one of
 * them is full, else null.
 */
export async function holdLimits(
  tx: Transaction,
  limits: readonly RateLimit[],
): Promise<number | null> {
  return waitIn(await holdWindows(tx, limits), limits)
}

/** Returns the seconds to wait if one of the buckets is full, else null. It neither locks nor counts. */
export async function findFullLimit(db: Db, limits: readonly RateLimit[]): Promise<number | null> {
  return waitIn(await findWindows(db, limits), limits)
}

/** Returns the writes that count `times` (default 1) in each locked bucket. */
export function limitWrites(
  limits: readonly RateLimit[],
  times: (bucket: string) => number = () => 1,
): Write[] {
  const rows = limits.map((limit) => ({ ...limit, times: times(limit.bucket) }))
  return countedRows.writes(countWindows, rows)
}

/** Counts one in each locked bucket before the end of the transaction. */
export async function countLimits(tx: Transaction, limits: readonly RateLimit[]): Promise<void> {
  await send(tx, limitWrites(limits))
}

/**
 * Returns the writes that count one in each bucket, locked or not, full or not. Each bucket may occur
 * once.
 */
export function countEachWrites(limits: readonly RateLimit[]): Write[] {
  return limitRows.writes(countEachWindow, limits)
}

/** Counts one in each bucket, locked or not, and returns the counts. */
export async function countEach(
  db: Db,
  limits: readonly RateLimit[],
): Promise<ReadonlyMap<string, number>> {
  if (limits.length === 0) return new Map()
  const rows = await db.run(countEachWindow, limitRows.values(limits))
  return new Map(rows.map(({ bucket, count }) => [bucket, count]))
}

/** Deletes the open windows of the buckets that end in `/` and `ending`, and of the bucket `name`. */
export async function clearWindows(
  tx: Transaction,
  { ending, name }: { readonly ending: string; readonly name: string | null },
): Promise<void> {
  await tx.run(clearOpenWindows, [ending, name])
}

/** The origin of a call, for limits per address. */
export type Caller = {
  /** An IPv4 address, or the /64 of an IPv6 one, because one host can use all addresses of its /64. */
  readonly address: string
  /** The /24 of the address, or the /48 of an IPv6 one. */
  readonly network: string
  /** If true, only the limits per phone number apply to the call. */
  readonly isExempt: boolean
}

/**
 * If `exemptsLoopback` is true, only the limits per phone number apply to calls from this machine
 * (docs/product.md#rate-limits).
 */
export type CallerSettings = { readonly exemptsLoopback: boolean }

export function callerOf(request: FastifyRequest, settings: CallerSettings): Caller {
  const address = clientAddress(request)
  return {
    address: ownerOf(address),
    network: networkOf(address, 3),
    isExempt: isExempt(request, settings),
  }
}

export function isExempt(request: FastifyRequest, { exemptsLoopback }: CallerSettings): boolean {
  return exemptsLoopback && isLoopback(request)
}
