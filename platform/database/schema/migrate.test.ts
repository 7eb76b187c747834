// Tests that migrations run in order, once and completely, and never on a database with a different
// history.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '#tests/support/postgres.ts'
import { holdLock } from '#tests/support/servers/waiting-locks.ts'
import { latestMigration, migrate } from './migrate.ts'

let database: TestDatabase
let folder: string

async function ask(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

const write = (name: string, sql: string) => writeFile(join(folder, name), sql)
const run = () => migrate(database.url, { folder })

beforeEach(async () => {
  database = await createEmptyDatabase()
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-migrations-'))
  await write(
    '0001_first.sql',
    'create table counts (number integer); insert into counts values (1)',
  )
  await write('0002_second.sql', 'update counts set number = number + 1;')
})

afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

test('Migrations are applied in order, and once', async () => {
  expect(await run()).toEqual(['0001_first.sql', '0002_second.sql'])
  expect(await run()).toEqual([])
  await write('0003_third.sql', 'update counts set number = number * 10')
  expect(await run()).toEqual(['0003_third.sql'])
  expect(await ask('select number from counts')).toEqual([{ number: 20 }])
  expect(await ask('select number, name from migrations order by number')).toEqual([
    { number: 1, name: '0001_first.sql' },
    { number: 2, name: '0002_second.sql' },
    { number: 3, name: '0003_third.sql' },
  ])
})

test('Processes that start at once apply each migration once', async () => {
  const names = (await Promise.all([run(), run(), run(), run()])).flat()
  expect(names.sort()).toEqual(['0001_first.sql', '0002_second.sql'])
  expect(await ask('select number from counts')).toEqual([{ number: 2 }])
})

test('A migration that fails halfway is rolled back, and the previous ones stay', async () => {
  await write('0002_second.sql', 'update counts set number = 5; select 1 / 0')
  await expect(run()).rejects.toThrow('The migration 0002_second.sql failed: division by zero')
  expect(await ask('select number from counts')).toEqual([{ number: 1 }])
  await write('0002_second.sql', 'update counts set number = 5')
  expect(await run()).toEqual(['0002_second.sql'])
})

test('A migration that deadlocks with a request is applied all the same', async () => {
  await run()
  await write(
    '0003_third.sql',
    'create table notes (); lock table migrations; alter table counts add column seen boolean',
  )
  const request = await holdLock({ databaseUrl: database.url }, 'select number from counts')
  const migrating = run()
  await request.untilWaiting('table')
  // PostgreSQL ends either of the two.
  await request.run('select name from migrations').catch(() => undefined)
  await request.release()
  expect(await migrating).toEqual(['0003_third.sql'])
})

test('A file that was changed after it was applied is refused by name', async () => {
  await run()
  await write('0001_first.sql', 'create table counts (number bigint)')
  await write('0003_third.sql', 'drop table counts')
  await expect(run()).rejects.toThrow('0001_first.sql was changed after it was applied')
  expect(await ask('select number from counts')).toEqual([{ number: 2 }])
})

test('A missing, late, misnamed or double file is refused by name', async () => {
  await write('0004_fourth.sql', 'select 1')
  await run()
  await write('0003_third.sql', 'select 1')
  await expect(run()).rejects.toThrow('0003_third.sql comes too late: give it a number above 4')
  await rm(join(folder, '0003_third.sql'))
  await write('0004_again.sql', 'select 1')
  await expect(run()).rejects.toThrow('Two migrations have the number 0004')
  await rm(join(folder, '0004_again.sql'))
  await write('5-fifth.sql', 'select 1')
  await expect(run()).rejects.toThrow('Name the migration 5-fifth.sql like')
  await rm(join(folder, '5-fifth.sql'))
  await rm(join(folder, '0002_second.sql'))
  await expect(run()).rejects.toThrow('0002_second.sql was applied to this database, but is gone')
})

test('An older version runs on a database that a newer one has migrated', async () => {
  await run()
  await rm(join(folder, '0002_second.sql'))
  expect(await run()).toEqual([])
})

test("A fresh test database has all of the product's migrations", async () => {
  const fresh = await createTestDatabase()
  const client = new pg.Client({ connectionString: fresh.url })
  await client.connect()
  const newest = await client.query('select max(number) as number from migrations')
  await client.end()
  await fresh.drop()
  expect(newest.rows).toEqual([{ number: await latestMigration() }])
})
