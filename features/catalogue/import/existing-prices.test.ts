// Tests the migration of a database from before prices were stored: each batch's present price
// begins its history.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '#platform/database/schema/migrate.ts'
import { askRows, createEmptyDatabase, runSql, type TestDatabase } from '#tests/support/postgres.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createEmptyDatabase()
  await migrate(database.url, { through: 61 })
  await runSql(
    database.url,
    `with project as (
       insert into projects (registry, registry_name, external_id, name, country, country_name, status)
       values ('GS', 'Gold Standard', 'GS1', 'Wind', 'TR', 'Turkey', 'Verified') returning id)
     insert into batches (project_id, name, vintage_year, serial_number, price_micros, currency, updated_at)
     select id, 'Block', 2024, 'GS1-1-TR-GS1-16-2024-1-' || n || '-' || n, 20000 + n, 'GBP',
       '2026-01-01T00:00Z' from project, generate_series(1, 3) as n`,
  )
  await migrate(database.url)
})
afterAll(() => database.drop())

it('keeps the present price of each batch with the time of its last change', async () => {
  const rows = await askRows(
    database.url,
    `select p.price_micros::int, p.currency, p.at = b.updated_at, p.by_name, p.source
     from batch_prices p join batches b on b.id = p.batch_id order by p.price_micros`,
  )
  const from = ['unknown', 'before prices were kept']
  expect(rows).toEqual([20_001, 20_002, 20_003].map((micros) => [micros, 'GBP', true, ...from]))
})
