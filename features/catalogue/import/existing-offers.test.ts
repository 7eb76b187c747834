// Tests the migration of a database from before serials were compared, and the audit afterwards.
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { migrate } from '#platform/database/schema/migrate.ts'
import { createTestDatabase, openTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { auditBatches } from '../audit/audit-batches.ts'
import { changeOffer } from '../offers/change-offer.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const own = `select nspname from pg_namespace where nspname like 'sandbox%' or nspname = 'public'`
  for (const { nspname } of (await client.query(own)).rows) {
    await client.query(`drop schema ${nspname} cascade`)
  }
  await client.query('create schema public')
  await migrate(database.url, { through: 16 })
  await client.query(
    `insert into projects (registry, registry_name, external_id, name, country, country_name, status)
     values ('GS', 'Gold Standard', 'GS1', 'Wind', 'TR', 'Turkey', 'Verified')`,
  )
  for (const [serial, tonnes] of blocks) {
    await client.query(
      `with batch as (
         insert into batches (project_id, name, vintage_year, serial_number, price_micros, currency)
         select id, 'Block', 2024, $1, 20000, 'GBP' from projects returning id),
       places as (insert into batch_places (batch_id) select id from batch)
       insert into batch_stock (batch_id, issued_kg, available_kg)
       select id, $2::bigint * 1000, $2::bigint * 1000 from batch`,
      [serial, tonnes],
    )
  }
  await client.end()
  await migrate(database.url)
  db = openTestDatabase(database.url)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const trunk = 'GS1-1-TR-GS1-16-2024-30270'
/** A part of a block, the block, a copy of it, one across its end, and two that meet no other. */
const blocks = [
  [`${trunk}-10-20`, 11],
  [`${trunk}-1-1000`, 1_000],
  [`${trunk}-1-1000`.toLowerCase(), 1_000],
  [`${trunk}-990-1100`, 111],
  [`${trunk}-1001-1050`, 50],
  ['ACME 7', 7],
] as const

it('keeps the larger of two that share tonnes for sale, and marks the other', async () => {
  const audit = await auditBatches(db)
  expect(audit).toMatchObject({ withdrawn: [], meeting: [] })
  expect(audit.unread.map(({ serial_number }) => serial_number)).toEqual(['ACME 7'])
  const marked = audit.conflicting.map(({ serial_number, meets }) => [serial_number, meets])
  // The block across the end of the largest is the smaller one there, so the block behind it stays.
  expect(marked).toEqual([
    [`${trunk}-10-20`, [`${trunk}-1-1000`]],
    [`${trunk}-990-1100`, [`${trunk}-1-1000`, `${trunk}-1001-1050`]],
    [`${trunk}-1-1000`.toLowerCase(), [`${trunk}-1-1000`]],
  ])
})

it('never offers again a batch that shares tonnes with another', async () => {
  expect(await changeOffer(db, `${trunk}-10-20`, 'offered', 'A mistake.')).toMatchObject({
    problem: 'conflicting',
    text: expect.stringContaining(`${trunk}-1-1000`),
  })
  // Of two spellings the exact one is chosen; a third spelling is ambiguous.
  const copy = `${trunk}-1-1000`.toLowerCase()
  for (const [serial, problem] of [
    [copy, 'conflicting'],
    [copy.replace('gs1', 'Gs1'), 'several_batches'],
  ] as const) {
    expect(await changeOffer(db, serial, 'offered', 'A mistake.')).toMatchObject({ problem })
  }
  // It is off sale already.
  expect(await changeOffer(db, `${trunk}-10-20`, 'withdrawn', 'A recall.')).toMatchObject({
    changed: false,
  })
})
