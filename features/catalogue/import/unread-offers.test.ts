// Tests the migration of a database from before serials were read completely: the withdrawals, and
// its report.
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { migrate } from '#platform/database/schema/migrate.ts'
import {
  createEmptyDatabase,
  openTestDatabase,
  type TestDatabase,
} from '#tests/support/postgres.ts'
import { auditBatches } from '../audit/audit-batches.ts'
import { findProjectById } from '../catalogue-queries.ts'
import { changeOffer } from '../offers/change-offer.ts'

/** The last schema that accepted any serial. */
const olderSchema = 58

const trunk = 'GS1-1-TR-GS1-16-2024-30270'
const whole = `${trunk}-1-1000`
/** Serial, tonnes, vintage and the resulting offer, in the order of their import. */
const blocks = [
  [`${trunk}-1-1000 (VER)`, 1_000, 2024, 'unread'],
  [whole, 1_000, 2024, 'offered'],
  [`${trunk}-2001-2010`, 9, 2024, 'unread'],
  ['GS1-1-KE-GS2-4-2019-30270-900-950', 51, 2019, 'unread'],
  ['GS1-1-KE-GS1-4-2019-30270-990-1010', 21, 2019, 'conflicting'],
  ['GS1-1-KE-GS1-5-2019-30270-1005-1010', 6, 2019, 'offered'],
  [`${trunk}-3001-3010`, 10, 2023, 'unread'],
  ['RW-5-1-2-2-0-7014 - RW-5-10-2-2-0-7014', 10, 2017, 'offered'],
  ['19318-1-10-VCS-VCU-1-VER-KH-3-1-01012024-31122024-1', 10, 2024, 'unread'],
  ['ACME 7', 7, 2024, 'unread'],
] as const

let database: TestDatabase
let client: pg.Client
let db: Database
const report: string[] = []
const holder = '11111111-2222-4333-8444-555555555555'

beforeAll(async () => {
  database = await createEmptyDatabase()
  await migrate(database.url, { through: olderSchema })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(
    `insert into projects (registry, registry_name, external_id, name, country, country_name, status)
     values ('GS', 'Gold Standard', 'GS1', 'Wind', 'TR', 'Turkey', 'Verified')`,
  )
  await client.query(
    `insert into passports (id, phone, country, currency) values ($1, '+447400123456', 'GB', 'GBP')`,
    [holder],
  )
  for (const [index, [serial, tonnes, vintage]] of blocks.entries()) {
    await client.query(
      `with batch as (
         insert into batches (project_id, name, vintage_year, serial_number, price_micros, currency,
           created_at)
         select id, 'Block', $3, $1, 20000, 'GBP', now() + make_interval(secs => $4) from projects
         returning id),
       places as (insert into batch_places (batch_id) select id from batch)
       insert into batch_stock (batch_id, issued_kg, available_kg)
       select id, $2::bigint * 1000, $2::bigint * 1000 from batch`,
      [serial, tonnes, vintage, index],
    )
  }
  await client.query(
    `update batches set offer = 'withdrawn', offer_reason = 'A recall.' where serial_number = 'ACME 7'`,
  )
  for (const { serial_number } of (await client.query('select serial_number from batches')).rows) {
    await sell(serial_number)
  }
  await migrate(database.url, { log: (line) => report.push(line) })
  db = openTestDatabase(database.url)
})
afterAll(async () => {
  await db.close()
  await client.end()
  await database.drop()
})

/** Sells 30 kg of the batch, 5 kg of it as a waiting gift, and reserves 20 kg. */
async function sell(serial: string): Promise<void> {
  for (const [kg, state, place, by] of [
    [30, 'COMPLETED', 1, holder],
    [5, 'COMPLETED', 31, null],
    [20, 'READY', null, null],
  ]) {
    await client.query(
      `insert into purchases (tx_id, buyer_id, batch_id, project_id, quantity_kg, price_micros,
         batch_currency, currency, rate, total_minor, wallet_minor, card_minor, state, first_place,
         completed_at, holder_id, expires_at)
       select gen_random_uuid()::text, $6, b.id, b.project_id, $2, 20000, 'GBP', 'GBP', 1, 0, 0, 0, $3,
         $4::bigint, case when $4::bigint is null then null else now() end, $5::uuid,
         now() + interval '10 minutes'
       from batches b where b.serial_number = $1`,
      [serial, kg, state, place, by, holder],
    )
  }
  await client.query(
    `update batch_places o set sold_kg = 35 from batches b
     where b.id = o.batch_id and b.serial_number = $1`,
    [serial],
  )
}

it('leaves on sale readable batches that meet no older one', async () => {
  const { rows } = await client.query(
    'select serial_number, offer from batches order by created_at',
  )
  expect(rows).toEqual(blocks.map(([serial_number, , , offer]) => ({ serial_number, offer })))
})

it('names the reason of each withdrawal', async () => {
  const { unread, conflicting } = await auditBatches(db)
  const reasons = Object.fromEntries(
    [...unread, ...conflicting].map((batch) => [batch.serial_number, batch.offer_reason]),
  )
  expect(reasons).toEqual({
    [`${trunk}-1-1000 (VER)`]: "Its serial is not in its registry's form.",
    [`${trunk}-2001-2010`]: 'Its serial spans another number of tonnes.',
    'GS1-1-KE-GS2-4-2019-30270-900-950': 'Its serial names another project.',
    'GS1-1-KE-GS1-4-2019-30270-990-1010': `It has tonnes of ${whole}.`,
    [`${trunk}-3001-3010`]: 'Its serial names another vintage.',
    '19318-1-10-VCS-VCU-1-VER-KH-3-1-01012024-31122024-1': 'Its serial is one of VCS, not of GS.',
    'ACME 7': "Its serial is not in its registry's form. Withdrawn before: A recall.",
  })
})

it('ends the open reservations of those alone', async () => {
  const { rows } = await client.query(
    `select b.serial_number, b.offer from purchases p join batches b on b.id = p.batch_id
     where p.state = 'READY' and p.expires_at <= now() order by b.created_at`,
  )
  const off = blocks.filter(([, , , offer]) => offer !== 'offered')
  expect(rows).toEqual(off.map(([serial_number, , , offer]) => ({ serial_number, offer })))
})

it('notes each withdrawal for the public log, once', async () => {
  const { rows } = await client.query(
    `select b.serial_number from log_notices n join batches b on b.id = n.batch_id
     where n.kind = 'withdraw' order by b.created_at`,
  )
  const withdrawn = blocks.filter(([, , , offer]) => offer !== 'offered')
  expect(rows.map(({ serial_number }) => serial_number)).toEqual(
    // It was off sale before.
    withdrawn.map(([serial]) => serial).filter((serial) => serial !== 'ACME 7'),
  )
})

it('reports each with its sales and its holders', () => {
  const lines = report.filter((line) => !line.startsWith('Migrated'))
  const off = blocks.filter(([, , , offer]) => offer !== 'offered')
  expect(lines).toHaveLength(2 * off.length)
  const at = lines.findIndex((line) => line.startsWith('ACME 7 of GS GS1 is off sale (unread).'))
  expect(lines[at]).toMatch(/ 35 kg sold, 1 reservations of 20 kg end\.$/)
  expect(lines[at + 1]).toBe(`  held by ${holder}: 30 kg, gifts on their way: 5 kg`)
})

it('keeps each readable by its id', async () => {
  const { rows } = await client.query('select id from projects')
  expect(await findProjectById(db, rows[0].id)).toBeDefined()
  const { rows: found } = await client.query('select count(*)::int as count from batches')
  expect(found).toEqual([{ count: blocks.length }])
})

it('never offers again a batch that an import would refuse', async () => {
  for (const [serial, , , offer] of blocks.filter((each) => each[3] !== 'offered')) {
    expect(await changeOffer(db, serial, 'offered', 'A mistake.'), serial).toMatchObject({
      problem: offer,
      text: expect.stringContaining('stays off sale'),
    })
  }
})
