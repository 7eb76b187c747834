// Tests the migration of a database from before programmes had limits: their lines, their
// terminals, and its lists for the operator.
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { migrate } from '#platform/database/schema/migrate.ts'
import { createTestDatabase, openTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { findProgrammes } from './programme-rows.ts'

const before = 69
let database: TestDatabase
let db: Database
const listed: string[] = []
let terminals: string[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const own = `select nspname from pg_namespace where nspname like 'sandbox%' or nspname = 'public'`
  for (const { nspname } of (await client.query(own)).rows) {
    await client.query(`drop schema ${nspname} cascade`)
  }
  await client.query('create schema public')
  await migrate(database.url, { through: before })
  await client.query(
    `insert into programmes (id, name) values ('green', 'Green'), ('welcome', 'Welcome'),
       ('rewards', 'Rewards')`,
  )
  await client.query(
    `insert into programme_balances (programme_id, currency, balance_minor, floor_minor)
     values ('green', 'GBP', -123456, -100000000), ('green', 'EUR', 0, -100000000),
       ('rewards', 'GBP', -5, -100000000), ('welcome', 'GBP', -700, -100000000)`,
  )
  await client.query(
    `insert into partner_terminals (id, programme_id, holder_name) values
       ('partner_green', 'green', 'Green'), ('partner_rewards', 'rewards', 'Sly'),
       ('partner_welcome', 'welcome', 'Sly')`,
  )
  await migrate(database.url, { log: (line) => void listed.push(line) })
  db = openTestDatabase(database.url)
  const signing = 'select id from partner_terminals where retires_at is null'
  terminals = (await client.query(signing)).rows.map(({ id }) => id)
  await client.end()
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

it('leaves each line at its used amount, so that no more is given, and the welcome programme unchanged', async () => {
  const programmes = await findProgrammes(db)
  const lines = programmes.map(({ id, balance_currency, balance_minor, floor_minor }) => [
    ...[id, balance_currency, floor_minor, balance_minor - floor_minor],
  ])
  expect(lines).toEqual([
    ['green', 'EUR', 0, 0],
    ['green', 'GBP', -123_456, 0],
    ['rewards', 'GBP', -5, 0],
    ['welcome', 'GBP', -100_000_000, 99_999_300],
  ])
  expect(programmes[0]).toMatchObject({ person_limit_minor: 5_000, day_limit_minor: 100_000 })
  expect(programmes[3]).toMatchObject({ person_limit_minor: null, day_limit_minor: null })
})

it('revokes the terminals of the product’s own programmes, and no other', () => {
  expect(terminals).toEqual(['partner_green'])
})

it('lists its changes for the operator', () => {
  expect(listed).toEqual(
    expect.arrayContaining([
      'The line of the programme green is what it has used now: 0.00 EUR, 1234.56 GBP.',
      'The line of the programme rewards is what it has used now: 0.05 GBP.',
      'The terminal partner_rewards of rewards is revoked: the product keeps that name for itself.',
    ]),
  )
  expect(listed.filter((line) => line.includes('already exists'))).toEqual([])
})
