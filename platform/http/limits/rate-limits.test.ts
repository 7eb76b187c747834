// Tests the counts of several limits at once: which one refuses, for how long, and which rows count or are deleted.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { send } from '#platform/database/write.ts'
import { createTestDatabase, openTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { statement } from '#tests/support/test-statement.ts'
import {
  clearWindows,
  countEach,
  countEachWrites,
  countLimits,
  findFullLimit,
  findWindows,
  holdLimits,
  holdWindows,
  limitWrites,
  type RateLimit,
  waitIn,
} from './rate-limits.ts'

const insert = statement(
  'test-insert-rate-window',
  {},
  `insert into rate_counts (bucket, window_start, window_end, count)
   values ($1, now() - interval '2 hours', now() + make_interval(secs => $2), 3)`,
)
const counts = statement(
  'test-rate-counts',
  { bucket: 'text', seconds: 'int8', count: 'int4' },
  `select bucket, extract(epoch from window_end - window_start)::int8 as seconds, count
   from rate_counts order by bucket collate "C", seconds`,
)
const buckets = statement(
  'test-rate-buckets',
  { bucket: 'text' },
  'select bucket from rate_counts where bucket like $1 order by bucket collate "C"',
)

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openTestDatabase(database.url)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** Windows that end years from now: in 2033 and in 2036. */
const [shortSeconds, longSeconds] = [1_000_000_000, 700_000_000]
const limit = (bucket: string, max: number, windowSeconds = shortSeconds): RateLimit => ({
  ...{ bucket, max, windowSeconds },
})

describe('the wait', () => {
  const windows = new Map([
    ['a', { count: 2, waitSeconds: 30 }],
    ['b', { count: 5, waitSeconds: 90 }],
    ['c', { count: 5, waitSeconds: 60 }],
    ['d', { count: 1, waitSeconds: 0 }],
  ])
  it.each<[string, RateLimit[], number | null]>([
    ['of no limit', [], null],
    ['of one that was never counted', [limit('new', 1)], null],
    ['of one with room for one more', [limit('a', 3)], null],
    ['of a full one', [limit('a', 2)], 30],
    ['of one above its maximum', [limit('a', 1)], 30],
    [
      'of several is the longest of the full ones',
      [limit('a', 2), limit('b', 6), limit('c', 5)],
      60,
    ],
    ['of several is not the last', [limit('b', 5), limit('c', 5), limit('a', 2)], 90],
    ['is a second at least', [limit('d', 1)], 1],
  ])('%s', (_, limits, seconds) => {
    expect(waitIn(windows, limits)).toBe(seconds)
  })
})

describe('several limits', () => {
  const [one, other] = [limit('pair/one', 2), limit('pair/other', 3, longSeconds)]
  const both = [other, one]
  const now = () => Date.now() / 1_000
  const near = (seconds: number | null | undefined, expected: number) =>
    expect(Math.abs((seconds ?? 0) - expected)).toBeLessThan(60)

  it('are held without a count, and count each of them once', async () => {
    expect(await findWindows(db, both)).toEqual(new Map())
    const held = await db.transaction((tx) => holdWindows(tx, both))
    expect([...held].map(([bucket, { count }]) => [bucket, count])).toEqual([
      ['pair/one', 0],
      ['pair/other', 0],
    ])
    near(held.get('pair/one')?.waitSeconds, 2_000_000_000 - now())
    near(held.get('pair/other')?.waitSeconds, 2_100_000_000 - now())
    await db.transaction((tx) => countLimits(tx, both))
    expect(await db.run(counts)).toEqual([
      { bucket: 'pair/one', seconds: shortSeconds, count: 1 },
      { bucket: 'pair/other', seconds: longSeconds, count: 1 },
    ])
    expect(await findFullLimit(db, both)).toBeNull()
  })

  it('refuse for as long as the fullest of them', async () => {
    const timesOf = (bucket: string) => (bucket === 'pair/one' ? 1 : 2)
    await db.transaction(async (tx) => {
      expect(await holdLimits(tx, both)).toBeNull()
      await send(tx, limitWrites(both, timesOf))
    })
    expect((await db.run(counts)).map(({ count }) => count)).toEqual([2, 3])
    near(await findFullLimit(db, both), 2_100_000_000 - now())
    near(await db.transaction((tx) => holdLimits(tx, [one])), 2_000_000_000 - now())
  })

  it('count without a lock too, full or not', async () => {
    expect(await countEach(db, [])).toEqual(new Map())
    const counted = await countEach(db, [limit('pair/new', 1), one])
    expect(counted).toEqual(
      new Map([
        ['pair/new', 1],
        ['pair/one', 3],
      ]),
    )
    await db.transaction((tx) => send(tx, countEachWrites([limit('pair/new', 1)])))
    expect(await db.run(counts)).toEqual([
      { bucket: 'pair/new', seconds: shortSeconds, count: 2 },
      { bucket: 'pair/one', seconds: shortSeconds, count: 3 },
      { bucket: 'pair/other', seconds: longSeconds, count: 3 },
    ])
  })
})

it.each([
  ['named', ['clear/a/+441', 'clear/a/x+441', 'clear/b/+442', 'clear/old/+441']],
  [null, ['clear/a/x+441', 'clear/b/+442', 'clear/old/+441', 'named']],
])('clears the open windows of a number, and of the bucket %s', async (name, left) => {
  for (const bucket of ['clear/a/+441', 'clear/a/x+441', 'clear/b/+441', 'clear/b/+442', 'named']) {
    await db.run(insert, [bucket, 3_600])
  }
  await db.run(insert, ['clear/old/+441', -60])
  const ending = name === null ? '+441' : 'b/+441'
  await db.transaction((tx) => clearWindows(tx, { ending, name }))
  const found = [...(await db.run(buckets, ['clear/%'])), ...(await db.run(buckets, ['named']))]
  expect(found.map(({ bucket }) => bucket)).toEqual(left)
  await db.run(statement('test-forget-windows', {}, 'delete from rate_counts'))
})
