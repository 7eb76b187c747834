// Tests the partitions of postings: an older database is converted, the next partition exists
// before it is needed, and no change passes through a partition's own name. A backup contains whole
// tables.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePartitionsAhead } from '#ledger/make-partitions.ts'
import { migrate } from '#platform/database/schema/migrate.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { Person } from '#tests/support/people/person.ts'
import {
  askRows,
  createEmptyDatabase,
  createTestDatabase,
  runSql,
} from '#tests/support/postgres.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'

const ledgers = ['money_postings', 'kg_postings'] as const
/** Of one partition. */
const ids = 100_000_000
/** The schema before postings were partitioned. */
const wholeTables = 56

let test: TestApp
let url: string
let folder: string
beforeAll(async () => {
  test = await startTestApp()
  url = test.databaseUrl
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-partitions-'))
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

/** Number of rows per partition. */
const spread = (databaseUrl: string, ledger: string) =>
  askRows(
    databaseUrl,
    `select tableoid::regclass::text, count(*)::int from ${ledger} group by 1 order by 1`,
  )

const setLastId = (ledger: string, last: number) =>
  runSql(url, `select setval(pg_get_serial_sequence('${ledger}', 'id'), ${last})`)

it('purchases continue over the end of a partition, and a backup restores all of them', async () => {
  const batch = await issueTestBatch(test.services.db, { kg: 100_000 })
  const person = await new Person(test.url).signIn()
  await person.buyByCard(batch, 20)
  const first = await Promise.all(ledgers.map((ledger) => spread(url, ledger)))
  for (const ledger of ledgers) await setLastId(ledger, 3 * ids - 2)
  await makePartitionsAhead(test.services.db)
  for (let count = 0; count < 3; count += 1) await person.buyByCard(batch, 20)
  for (const [index, ledger] of ledgers.entries()) {
    const [former] = first[index] ?? []
    expect(await spread(url, ledger)).toEqual([
      former,
      [`${ledger}_2`, 1],
      [`${ledger}_3`, expect.any(Number)],
    ])
  }
  const file = join(folder, 'partitioned.backup')
  await backUp(url, file)
  const copy = await createTestDatabase()
  await restore(copy.url, file)
  for (const ledger of ledgers) {
    expect(await spread(copy.url, ledger)).toEqual(await spread(url, ledger))
    const rows = `select * from ${ledger} order by id`
    expect(await askRows(copy.url, rows)).toEqual(await askRows(url, rows))
    const last = `select pg_sequence_last_value(pg_get_serial_sequence('${ledger}', 'id')::regclass)`
    expect(await askRows(copy.url, last)).toEqual(await askRows(url, last))
  }
  const checked = await runOperator({ DATABASE_URL: copy.url }, ['ledger', 'check', '--json'])
  expect(JSON.parse(checked.stdout)).toMatchObject({ ok: true, faults: [] })
  await copy.drop()
})

it('each ledger has one more partition than it uses, however often it is made', async () => {
  const names = `select inhrelid::regclass::text from pg_inherits
    where inhparent = 'money_postings'::regclass order by 1`
  await makePartitionsAhead(test.services.db)
  const before = await askRows(url, names)
  await Promise.all([1, 2, 3].map(() => makePartitionsAhead(test.services.db)))
  expect(await askRows(url, names)).toEqual(before)
  await setLastId('money_postings', 4 * ids - 1)
  await makePartitionsAhead(test.services.db)
  expect(await askRows(url, names)).toEqual(before)
  await setLastId('money_postings', 4 * ids)
  await makePartitionsAhead(test.services.db)
  expect(await askRows(url, names)).toEqual([...before, ['money_postings_5']])
})

it.each(ledgers)(
  '%s cannot be changed, by the names of their partitions either',
  async (ledger) => {
    for (const table of [ledger, `${ledger}_0`]) {
      await expect(runSql(url, `update ${table} set source = 'elsewhere'`)).rejects.toThrow(
        'insert-only',
      )
      await expect(runSql(url, `delete from ${table}`)).rejects.toThrow('insert-only')
      await expect(runSql(url, `truncate ${table}`)).rejects.toThrow('insert-only')
    }
    await expect(runSql(url, `truncate ${ledger}_1`)).rejects.toThrow('insert-only')
  },
)

it('an older database keeps its postings, and its ids continue', async () => {
  const old = await createEmptyDatabase()
  await migrate(old.url, { through: wholeTables })
  const insert = `insert into money_postings (purchase_id, currency, source, destination, amount_minor)
    select '${randomUUID()}', 'GBP', 'a', 'b', n from generate_series(1, 3) as n`
  await runSql(old.url, insert)
  await runSql(old.url, `select setval('money_postings_id_seq', ${ids + 5})`)
  await runSql(old.url, insert)
  const rows = 'select id::int, amount_minor::int from money_postings order by id'
  const before = await askRows(old.url, rows)
  await migrate(old.url)
  expect(await askRows(old.url, rows)).toEqual(before)
  await runSql(old.url, insert)
  expect(await askRows(old.url, rows)).toEqual([
    ...before,
    ...[1, 2, 3].map((n) => [ids + 8 + n, n]),
  ])
  expect(await spread(old.url, 'money_postings')).toEqual([['money_postings_1', 9]])
  // The log's notices are numbered by the same sequence as kilograms.
  const next = `select nextval('kg_postings_id_seq')::int`
  const noted = (await askRows(old.url, next))[0]?.[0]
  expect(await askRows(old.url, next)).toEqual([[Number(noted) + 1]])
  await old.drop()
})
