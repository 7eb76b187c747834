// Pauses ranges of phone numbers whose codes are not typed, because fraudsters earn money with SMS to such
// ranges. It counts the sent and typed codes of each range. If too few of 50 codes were typed, the range gets
// no codes for an hour, except for phone numbers with a passport (docs/product.md#limits-of-messages).

import { Gauge } from 'prom-client'
import type { Db, Transaction } from '#platform/database/database.ts'
import { groupCallsOn } from '#platform/database/group-calls.ts'
import { inOrder } from '#platform/database/in-order.ts'
import { sqlPeriod } from '#platform/database/period.ts'
import { statement } from '#platform/database/statement.ts'
import { tidying } from '#platform/database/tidy.ts'
import type { Write } from '#platform/database/write.ts'
import type { Logger } from '#platform/logger.ts'
import { openKnownGauge } from '#platform/metrics.ts'
import { prefixOf } from '#values/text/phone-number.ts'

/** Number of sent codes after which a range is checked (docs/product.md#limits-of-messages). */
const sendsPerCheck = 50
/** Minimum percentage of sent codes that must be typed. A range below it is paused. */
const typedMinPercent = 20
const pauseHours = 1
/** Maximum number of ranges in the metrics. They contain the ranges with the lowest share of typed codes. */
const metricRangesMax = 20
/** Minimum number of sent codes of a range in the metrics. A share of fewer codes means little. */
const metricSendsMin = 10

/**
 * Checks ranges with 50 sent codes, pauses those with too few typed codes, and resets the counts. It runs
 * before the next send to a range, so that users had time to type the last codes.
 */
const checkRanges = statement(
  'judge-code-prefixes',
  { prefix: 'text', rests: 'bool' },
  `update code_prefixes set sends = 0, conversions = 0, updated_at = now(),
     rests_until = case when conversions * 100 < sends * ${typedMinPercent}
       then now() + interval '${pauseHours} hours' else rests_until end
   where prefix = any($1::text[]) and sends >= ${sendsPerCheck}
   returning prefix, coalesce(rests_until > now(), false) as rests`,
)
const selectPaused = statement(
  'resting-code-prefixes',
  { prefix: 'text', wait_seconds: 'int4' },
  `select prefix, ceil(extract(epoch from rests_until - now()))::int4 as wait_seconds
   from code_prefixes where prefix = any($1::text[]) and rests_until > now()`,
)
const selectMembers = statement(
  'members-among-numbers',
  { phone: 'text' },
  'select phone from passports where phone = any($1::text[])',
)
const countSends = statement(
  'count-codes-of-prefixes',
  {},
  `insert into code_prefixes as c (prefix, sends)
   select prefix, count(*) from unnest($1::text[]) as given (prefix) group by 1 order by 1
   on conflict (prefix) do update set sends = c.sends + excluded.sends, updated_at = now()`,
)
const countTyped = statement(
  'count-conversions-of-prefixes',
  {},
  `update code_prefixes c set conversions = least(c.conversions + typed.count, c.sends),
     updated_at = now()
   from (select prefix, count(*) from unnest($1::text[]) as given (prefix) group by 1 order by 1) typed
   where c.prefix = typed.prefix`,
)
const selectLowestShares = statement(
  'code-prefixes-with-fewest-typed',
  { prefix: 'text', share: 'numeric' },
  `select prefix, round(conversions::numeric / sends, 3) as share from code_prefixes
   where sends >= ${metricSendsMin} order by share, sends desc, prefix limit ${metricRangesMax}`,
)
const countPaused = statement(
  'count-resting-code-prefixes',
  { count: 'int8' },
  'select count(*) as count from code_prefixes where rests_until > now()',
)

/** How long the statistics of a range of numbers are kept after its last message. */
export const prefixesKept = { count: 30, unit: 'days' } as const
export const prefixTidying = tidying(
  'code_prefixes',
  `updated_at < now() - ${sqlPeriod(prefixesKept)}`,
)

export type PausedRanges = {
  /**
   * Returns the seconds until a phone number's range gets codes again, or undefined if it is not paused.
   */
  waitSecondsOf(phone: string): number | undefined
  /** Number of ranges that this call paused. */
  readonly newlyPaused: number
}

/**
 * Checks the ranges of these phone numbers, pauses those with too few typed codes, and returns the paused
 * ranges. The caller must exempt members.
 */
export async function findPausedRanges(
  tx: Transaction,
  phones: readonly string[],
): Promise<PausedRanges> {
  if (phones.length === 0) return { waitSecondsOf: () => undefined, newlyPaused: 0 }
  const prefixes = [...new Set(phones.map(prefixOf))].sort()
  const { checked, paused } = await inOrder({
    checked: tx.run(checkRanges, [prefixes]),
    paused: tx.run(selectPaused, [prefixes]),
  })
  const waitByPrefix = new Map(
    paused.map(({ prefix, wait_seconds }) => [prefix, Math.max(1, wait_seconds)]),
  )
  return {
    waitSecondsOf: (phone) => waitByPrefix.get(prefixOf(phone)),
    newlyPaused: checked.filter(({ rests }) => rests).length,
  }
}

/** Returns those of the phone numbers that have a passport. */
export async function findMembers(
  tx: Transaction,
  phones: readonly string[],
): Promise<ReadonlySet<string>> {
  if (phones.length === 0) return new Set()
  return new Set((await tx.run(selectMembers, [phones])).map(({ phone }) => phone))
}

/** Returns the writes that count a sent code for the range of each phone number. */
export function codeCountWrites(phones: readonly string[]): Write[] {
  return phones.length === 0 ? [] : [{ statement: countSends, values: [phones.map(prefixOf)] }]
}

/** Counts typed codes. Concurrent calls share a statement, because many users share a range. */
const countBatch = groupCallsOn<Db, string, null>(
  async (db, prefixes) => {
    await db.run(countTyped, [prefixes])
    return prefixes.map(() => null)
  },
  { groupMax: 100, waitingMax: 10_000 },
)

/** Counts a typed code for its range. Logs a failure instead of throwing, so that no user is refused. */
export async function countTypedCode(
  { db, log }: { readonly db: Db; readonly log: Logger },
  phone: string,
): Promise<void> {
  await countBatch(db, prefixOf(phone)).catch((error: unknown) => {
    log.warn('a typed code was not counted', { error })
  })
}

const typedShareGauge = new Gauge({
  name: 'code_conversion_ratio',
  help: 'Codes typed of those sent to a range of numbers, of the last 50; the 20 lowest ranges.',
  labelNames: ['prefix'],
  // Aggregates by maximum, because every process reads the same rows.
  aggregator: 'max',
})
const pausedGauge = openKnownGauge({
  name: 'code_prefixes_resting',
  help: 'Ranges of numbers that get no codes for an hour because nobody types them.',
})

/** Updates the metrics. Returns 0, so that the job runner waits the full interval before the next run. */
export async function watchPrefixes(db: Db): Promise<number> {
  const [lowest, [row]] = await Promise.all([db.run(selectLowestShares), db.run(countPaused)])
  typedShareGauge.reset()
  for (const { prefix, share } of lowest) typedShareGauge.set({ prefix }, Number(share))
  pausedGauge.set(row?.count ?? 0)
  return 0
}
