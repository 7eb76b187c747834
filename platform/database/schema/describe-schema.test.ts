// Tests that database/schema.sql equals the schema that the migrations make, and makes the same
// schema by itself.
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { describeSchema } from './describe-schema.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const withoutHeading = (text: string) => text.slice(text.indexOf('\n\n') + 2)

it('database/schema.sql is up to date: npm run schema would not change it', async () => {
  const written = withoutHeading(readFileSync('database/schema.sql', 'utf8'))
  expect(await describeSchema(client)).toBe(written)
})

it('a changed column, constraint or trigger changes the description', async () => {
  const before = await describeSchema(client)
  await client.query('begin')
  await client.query('alter table passports alter column nickname set not null')
  expect(await describeSchema(client)).not.toBe(before)
  await client.query('rollback')
  await client.query('begin')
  await client.query('alter table passports drop constraint passports_eco_league_known')
  expect(await describeSchema(client)).not.toBe(before)
  await client.query('rollback')
  await client.query('begin')
  await client.query('drop trigger purchases_end_is_final on purchases')
  expect(await describeSchema(client)).not.toBe(before)
  await client.query('rollback')
  expect(await describeSchema(client)).toBe(before)
})
