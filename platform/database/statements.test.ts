// Tests that every SQL statement of the product prepares on the migrated schema, with the declared
// types of its columns.
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadStatements } from '#tests/support/declared-statements.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'

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

const oldNames: Readonly<Record<string, string>> = {
  boolean: 'bool',
  character: 'bpchar',
  bigint: 'int8',
  integer: 'int4',
  smallint: 'int2',
  'smallint[]': 'int2[]',
  'timestamp with time zone': 'timestamptz',
}

it('returns the columns of its declaration', async () => {
  const { statements } = await loadStatements()
  expect(statements.length).toBeGreaterThan(500)
  for (const { name, text, columns } of statements) {
    if (/^\s*(set|do) /i.test(text)) continue
    await client.query(`prepare "${name}" as ${text}`)
    const { rows } = await client.query(
      `select coalesce(array(select t::text from unnest(result_types) as r (t)), '{}') as types
       from pg_prepared_statements where name = $1`,
      [name],
    )
    const types = rows[0].types.map((type: string) => oldNames[type] ?? type)
    const promised = Object.values(columns).map((column) =>
      typeof column === 'string' ? column.replace('?', '') : 'text',
    )
    expect([name, types]).toEqual([name, promised])
  }
})
