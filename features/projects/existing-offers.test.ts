// An existing database, as it was before serials were compared: what the migration makes of it, and
// what an audit then says.
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditBatches } from '#features/projects/audit-batches.ts'
import { changeOffer } from '#features/projects/change-offer.ts'
import type { Database } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { createTestDatabase, openTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { statement } from '#tests/support/statement.ts'

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
/** A part of a block, the block, a copy of it, one across its end, and two that meet nothing. */
const blocks = [
  [`${trunk}-10-20`, 11],
  [`${trunk}-1-1000`, 1_000],
  [`${trunk}-1-1000`.toLowerCase(), 1_000],
  [`${trunk}-990-1100`, 111],
  [`${trunk}-1001-1050`, 50],
  ['ACME 7', 7],
] as const

it('keeps the larger of two that meet for sale, and marks the other', async () => {
  const audit = await auditBatches(db)
  expect(audit).toMatchObject({ ok: true, withdrawn: [], meeting: [], uneven: [] })
  const marked = audit.conflicting.map(({ serial_number, meets }) => [serial_number, meets])
  // What stands across the end of the largest is the smaller one there: the block behind it stays.
  expect(marked).toEqual([
    [`${trunk}-10-20`, [`${trunk}-1-1000`]],
    [`${trunk}-990-1100`, [`${trunk}-1-1000`, `${trunk}-1001-1050`]],
    [`${trunk}-1-1000`.toLowerCase(), [`${trunk}-1-1000`]],
  ])
})

it('never offers again what shares tonnes with another batch', async () => {
  expect(await changeOffer(db, `${trunk}-10-20`, 'offered', 'A mistake.')).toMatchObject({
    problem: 'conflicting',
    text: expect.stringContaining(`${trunk}-1-1000`),
  })
  // Of two spellings the very one that was asked for is meant, and of neither nobody knows which.
  const copy = `${trunk}-1-1000`.toLowerCase()
  for (const [serial, problem] of [
    [copy, 'conflicting'],
    [copy.replace('gs1', 'Gs1'), 'several_batches'],
  ] as const) {
    expect(await changeOffer(db, serial, 'offered', 'A mistake.')).toMatchObject({ problem })
  }
  // It is off sale as it is.
  expect(await changeOffer(db, `${trunk}-10-20`, 'withdrawn', 'A recall.')).toMatchObject({
    changed: false,
  })
})

it('is not content where a batch holds another quantity than its serial says', async () => {
  const [short, tonnes] = [`${trunk}-5001-5010`, 10]
  await db.run(addBatch, [short, tonnes])
  expect(await auditBatches(db)).toMatchObject({ ok: true })
  await db.run(changeQuantity, [short, 9_000])
  expect(await auditBatches(db)).toMatchObject({
    ok: false,
    uneven: [{ serial_number: short, tonnes, issued_kg: 9_000 }],
  })
  await db.run(changeQuantity, [short, 10_000])
})

const addBatch = statement(
  'test-add-misspelled',
  {},
  `with batch as (
     insert into batches (project_id, name, vintage_year, serial_number, price_micros, currency)
     select id, 'Block', 2024, $1, 20000, 'GBP' from projects returning id),
   places as (insert into batch_places (batch_id) select id from batch)
   insert into batch_stock (batch_id, issued_kg, available_kg)
   select id, $2::bigint * 1000, $2::bigint * 1000 from batch`,
)
const markConflicting = statement(
  'test-mark-conflicting',
  {},
  `update batches set offer = 'conflicting', offer_reason = 'It is another’s.' where serial_number = $1`,
)
const changeQuantity = statement(
  'test-change-quantity',
  {},
  `update batch_stock s set issued_kg = $2, available_kg = $2
   from batches b where b.id = s.batch_id and b.serial_number = $1`,
)
const [plain, cyrillic, arabic, american, commas, alone] = [
  `${trunk}-2000-2009`,
  `${trunk}-2005-2014`.replace('TR', '\u0422R'),
  `${trunk}-\u0662\u0660\u0661\u0663-\u0662\u0660\u0662\u0660`,
  'ACR-FR-1129-2025-2917-30932-35143',
  'ACR/FR/1129/2025/2917/35,143 to 36,142',
  'CAR-1-US-1335-31-983-KS-2025-9205-1-5000',
]

it('names what came in under a serial that is refused today, and which tonnes it shares', async () => {
  const blocks = [
    [plain, 10],
    [cyrillic, 10],
    [arabic, 8],
    [american, 4_212],
    [commas, 1_000],
    [alone, 5_000],
  ] as const
  for (const block of blocks) await db.run(addBatch, block)
  const offered = (...serials: readonly string[]) =>
    serials.map((serial_number) => ({ serial_number, offer: 'offered' }))
  const found = async () => {
    const { ok, misspelled } = await auditBatches(db)
    const serials = misspelled.map(({ serial_number, offer, wrong, meets }) => ({
      serial_number,
      offer,
      wrong,
      meets: meets.toSorted((one, other) => (one.serial_number < other.serial_number ? -1 : 1)),
    }))
    return { ok, misspelled: serials }
  }
  const foreign = 'holds signs that cannot be seen or that no registry writes'
  expect(await found()).toEqual({
    ok: false,
    misspelled: expect.arrayContaining([
      {
        ...offered(cyrillic)[0],
        wrong: `${foreign} (U+0422)`,
        meets: offered(plain, arabic),
      },
      {
        ...offered(arabic)[0],
        wrong: `${foreign} (U+0662, U+0660, U+0661, U+0663)`,
        meets: offered(cyrillic),
      },
      { ...offered(american)[0], wrong: expect.stringMatching(/no form/), meets: offered(commas) },
      { ...offered(commas)[0], wrong: expect.stringMatching(/no form/), meets: offered(american) },
      { ...offered(alone)[0], wrong: expect.stringMatching(/no form/), meets: [] },
    ]),
  })
  for (const serial of [cyrillic, arabic, american, commas, alone]) {
    await changeOffer(db, serial, 'withdrawn', 'Its serial is misspelled.')
  }
  const after = await found()
  expect(after.ok).toBe(true)
  expect(after.misspelled).toHaveLength(5)
  // What shares its tonnes with another one is named for that alone.
  await db.run(markConflicting, [alone])
  expect((await found()).misspelled).toHaveLength(4)
})
