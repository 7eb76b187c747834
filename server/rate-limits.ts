// Limits that are rows: how often a bucket (an address, a number's prefix, the whole product) may do
// something in a window of time. Right under concurrency, over restarts and processes.
import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Db, Transaction } from '#server/database.ts'
import { isLoopback } from '#server/loopback.ts'
import type { Settings } from '#server/settings.ts'
import { statement } from '#server/statement.ts'

export type RateLimit = {
  readonly bucket: string
  readonly windowSeconds: number
  /** Times in a window. */
  readonly max: number
}

const windowOf = (seconds: string) =>
  `to_timestamp(floor(extract(epoch from now()) / ${seconds}) * ${seconds})`

const openWindows = statement(
  'open-rate-windows',
  {},
  `insert into rate_counts (bucket, window_start, window_end)
   select bucket, ${windowOf('seconds')}, ${windowOf('seconds')} + make_interval(secs => seconds)
   from unnest($1::text[], $2::int[]) as given (bucket, seconds) order by bucket
   on conflict do nothing`,
)
const windowColumns = { bucket: 'text', count: 'int4', wait_seconds: 'int4' } as const
const selectWindows = `select c.bucket, c.count,
     ceil(extract(epoch from c.window_end - now()))::int4 as wait_seconds
   from rate_counts c
   join unnest($1::text[], $2::int[]) as given (bucket, seconds)
     on c.bucket = given.bucket and c.window_start = ${windowOf('given.seconds')}`
const lockWindows = statement(
  'lock-rate-windows',
  windowColumns,
  `${selectWindows} order by c.bucket for update of c`,
)
const readWindows = statement('read-rate-windows', windowColumns, selectWindows)
const countWindows = statement(
  'count-rate-windows',
  { bucket: 'text', count: 'int4' },
  `update rate_counts c set count = c.count + 1
   from unnest($1::text[], $2::int[]) as given (bucket, seconds)
   where c.bucket = given.bucket and c.window_start = ${windowOf('given.seconds')}
   returning c.bucket, c.count`,
)

const columnsOf = (limits: readonly RateLimit[]) => [
  limits.map(({ bucket }) => bucket),
  limits.map(({ windowSeconds }) => windowSeconds),
]

/**
 * Holds the buckets until the transaction ends. Answers the seconds to wait where one of them is
 * full, else null; nothing is counted yet.
 */
export async function holdLimits(
  tx: Transaction,
  limits: readonly RateLimit[],
): Promise<number | null> {
  if (limits.length === 0) return null
  await tx.run(openWindows, columnsOf(limits))
  return waitOf(limits, await tx.run(lockWindows, columnsOf(limits)))
}

/** The seconds to wait where one of the buckets is full, else null; holds and counts nothing. */
export async function findFullLimit(db: Db, limits: readonly RateLimit[]): Promise<number | null> {
  if (limits.length === 0) return null
  return waitOf(limits, await db.run(readWindows, columnsOf(limits)))
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

/** Counts one in each held bucket; answers the counts by bucket. */
export async function countLimits(
  tx: Transaction,
  limits: readonly RateLimit[],
): Promise<Map<string, number>> {
  if (limits.length === 0) return new Map()
  const rows = await tx.run(countWindows, columnsOf(limits))
  return new Map(rows.map(({ bucket, count }) => [bucket, count]))
}

/** Where a call comes from, for limits per address. */
export type Caller = {
  readonly address: string
  /** Its /24, or /48 with IPv6. */
  readonly network: string
  /** Contract 2: this machine with the SMS sandbox has only the limits per phone. */
  readonly isExempt: boolean
}

export function callerOf(request: FastifyRequest, settings: Settings): Caller {
  const address = request.ip.replace(/^::ffff:(?=\d+\.)/, '')
  const { twilio, limitsOnLoopback } = settings
  return {
    address,
    network: networkOf(address),
    isExempt: twilio === null && isLoopback(request) && !limitsOnLoopback,
  }
}

function networkOf(address: string): string {
  if (!isIPv6(address)) return address.split('.').slice(0, 3).join('.')
  const [head = '', tail = ''] = address.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  return [...front, ...zeros, ...back].slice(0, 3).join(':')
}
