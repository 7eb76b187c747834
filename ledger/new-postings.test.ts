// Tests the ranges in which background tasks read new postings: each posting once, none before every transaction that
// may write a lower id has ended.

import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { costReader } from '#features/accounts/costs/cost-queries.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { withoutGuardsSql } from '#tests/support/insert-rows.ts'
import { createTestDatabase, openTestDatabase, runSql } from '#tests/support/postgres.ts'
import { statement } from '#tests/support/test-statement.ts'
import type { PostingRange } from './read-new-postings.ts'

const insert = `insert into kg_postings (batch_id, source, destination, quantity_kg, created_at)
  select uuidv7(), 'a', 'b', 1, now() - interval '90 seconds' from generate_series(1, `
const note = statement('test-note-of-postings', {}, 'insert into posting_notes values ($1)')
const notes = statement(
  'test-read-notes-of-postings',
  { note: 'text' },
  'select note from posting_notes order by note',
)
const progress = statement(
  'test-progress-of-postings',
  { taken: 'int8', mark: 'int8?' },
  'select taken_through as taken, mark_id as mark from cost_progress',
)

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
let other: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  await runSql(database.url, `${withoutGuardsSql} create table posting_notes (note text)`)
  db = openTestDatabase(database.url, 3)
  other = new pg.Client({ connectionString: database.url })
  await other.connect()
})
afterAll(async () => {
  await other.end()
  await db.close()
  await database.drop()
})
beforeEach(async () => {
  // A test that failed may have left a transaction open.
  await other.query('rollback')
  await runSql(
    database.url,
    `delete from posting_notes; truncate kg_postings restart identity cascade;
     update cost_progress set taken_through = 0, mark_id = null, mark_xid = null`,
  )
})

const { runRound, readLag } = costReader
const post = (count: number) => runSql(database.url, `${insert}${count})`)
const progressNow = async () => (await db.run(progress))[0]

/** Runs a round of at most two postings. Returns the range of its work and its result. */
async function round(
  more: { hasWork?: (tx: Transaction) => Promise<boolean>; writes?: string } = {},
) {
  const ranges: PostingRange[] = []
  const { hasWork, writes } = more
  const result = await runRound(db, {
    max: 2,
    ...(hasWork === undefined ? {} : { hasWork }),
    work: async (_, range) => {
      ranges.push(range)
      const written = writes === undefined ? [] : [{ statement: note, values: [writes] }]
      return { count: range.through - range.after, writes: written }
    },
  })
  return [ranges.map(({ after, through }) => [after, through]), result.count, result.isBehind]
}

it('without a posting there is nothing to do, but what the work itself writes is kept', async () => {
  expect(await round()).toEqual([[[0, 0]], 0, false])
  expect(await progressNow()).toEqual({ taken: 0, mark: null })
  expect(await readLag(db)).toBeNull()
  await round({ writes: 'kept' })
  expect(await db.run(notes)).toEqual([{ note: 'kept' }])
})

it('postings up to a mark are read in full ranges, and the next mark is beyond them', async () => {
  await post(5)
  expect((await readLag(db))?.lag_seconds).toBeGreaterThanOrEqual(90)
  expect(await round({ writes: '1' })).toEqual([[[0, 0]], 0, false])
  expect(await progressNow()).toEqual({ taken: 0, mark: 5 })
  await post(2)
  expect(await round({ writes: '2' })).toEqual([[[0, 2]], 2, true])
  expect(await progressNow()).toEqual({ taken: 2, mark: 5 })
  expect(await round()).toEqual([[[2, 4]], 2, true])
  expect(await round({ writes: '3' })).toEqual([[[4, 5]], 1, false])
  expect(await progressNow()).toEqual({ taken: 5, mark: 7 })
  expect(await round()).toEqual([[[5, 7]], 2, false])
  expect(await progressNow()).toEqual({ taken: 7, mark: null })
  expect(await readLag(db)).toBeNull()
  expect((await db.run(notes)).map((row) => row.note)).toEqual(['1', '2', '3'])
})

it('a range without work is passed over at once', async () => {
  await post(5)
  await round()
  expect(await round({ hasWork: async () => false })).toEqual([[[0, 0]], 0, false])
  expect(await progressNow()).toEqual({ taken: 5, mark: null })
  await post(1)
  await round()
  expect(await round({ hasWork: async () => true })).toEqual([[[5, 6]], 1, false])
})

it('a mark waits for the transactions of before it, and not for later ones', async () => {
  await other.query('begin')
  await other.query(`${insert}1)`)
  await post(3)
  expect(await round()).toEqual([[[0, 0]], 0, false])
  expect(await progressNow()).toEqual({ taken: 0, mark: 4 })
  expect(await round()).toEqual([[], 0, false])
  await other.query('commit')
  await other.query('begin')
  await other.query(`${insert}1)`)
  expect(await round()).toEqual([[[0, 2]], 2, true])
  expect(await round()).toEqual([[[2, 4]], 2, false])
  expect(await progressNow()).toEqual({ taken: 4, mark: 5 })
  expect(await round()).toEqual([[], 0, false])
  await other.query('commit')
  expect(await round()).toEqual([[[4, 5]], 1, false])
})

it('only one process reads at a time', async () => {
  await post(1)
  await other.query('begin')
  await other.query('select from cost_progress for update')
  expect(await round()).toEqual([[], 0, false])
  await other.query('rollback')
  expect(await round()).toEqual([[[0, 0]], 0, false])
})
