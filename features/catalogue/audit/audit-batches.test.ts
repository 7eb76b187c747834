// Tests the audit with batches that bypassed the importer: each is found to share tonnes with
// another or listed as not compared.
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditLedger } from '#ledger/audit.ts'
import type { Database } from '#platform/database/database.ts'
import { spelledBlocks } from '#tests/support/people/spelled-blocks.ts'
import { createTestDatabase, openTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { changeOffer } from '../offers/change-offer.ts'
import { auditBatches } from './audit-batches.ts'
import { tonneChecks } from './audit-tonnes.ts'

let database: TestDatabase
let db: Database
let sql: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  db = openTestDatabase(database.url)
  sql = new pg.Client({ connectionString: database.url })
  await sql.connect()
  // Drops the importer's constraints, which these batches bypass, and the purchases of replaced places.
  await sql.query(
    `alter table batches drop constraint batches_serials_never_meet,
       drop constraint batches_offered_are_read`,
  )
  await sql.query('alter table purchase_places drop constraint purchase_places_purchase_id_fkey')
  // Lets these tests delete rows, because each begins without a batch.
  await sql.query(`do $$ declare kept text; begin
    for kept in select tablename from pg_tables where schemaname = 'public' loop
      execute format('alter table public.%I disable trigger user', kept);
    end loop; end $$`)
})
afterAll(async () => {
  await sql.end()
  await db.close()
  await database.drop()
})
const clear = () => sql.query('truncate projects cascade')
beforeEach(clear)

type Inserted = {
  readonly registry?: string
  readonly serial: string
  readonly tonnes: number
  readonly soldKg?: number
  readonly isUncompared?: boolean
}

async function insert({
  registry = 'GS',
  serial,
  tonnes,
  soldKg = 0,
  isUncompared = false,
}: Inserted) {
  await sql.query(
    `with project as (
       insert into projects (registry, registry_name, external_id, name, country, country_name, status)
       values ($1, $1, gen_random_uuid(), 'Wind', 'TR', 'Turkey', 'Verified') returning id),
     batch as (
       insert into batches (project_id, name, vintage_year, serial_number, price_micros, currency,
         is_uncompared)
       select id, 'Block', 2024, $2, 20000, 'GBP', $5 from project returning id),
     places as (insert into batch_places (batch_id, sold_kg) select id, $4::bigint from batch)
     insert into batch_stock (batch_id, issued_kg, available_kg)
     select id, $3::bigint * 1000, $3::bigint * 1000 - $4::bigint from batch`,
    [registry, serial, tonnes, soldKg, isUncompared],
  )
}
const block = (range: string) => `GS1-1-TR-GS1-16-2024-30270-${range}`
const setOffer = (serial: string, offer: string) =>
  sql.query(
    `update batches set offer = $2, offer_reason = 'A recall.', offer_changed_at = now()
     where serial_number = $1`,
    [serial, offer],
  )

describe('a block in another spelling', () => {
  it('is found to share tonnes with the block, or listed as not compared', async () => {
    const missed: string[] = []
    let tried = 0
    for (const { spellings, ...known } of spelledBlocks) {
      for (const serial of spellings) {
        await clear()
        await insert(known)
        await insert({ ...known, serial })
        const { ok, meeting, not_compared: named } = await auditBatches(db)
        const isMet = meeting.some((each) => [each.serial_number, each.other].includes(serial))
        const isNamed = named.some((each) => each.serial_number === serial)
        const report = await auditLedger(db, {}, tonneChecks)
        const isChecked =
          report.faults.some(({ subject }) => subject.includes(serial)) ||
          report.not_compared.some(({ subject }) => subject === serial)
        if (ok || !(isMet || isNamed) || !isChecked) missed.push(serial)
        tried += 1
      }
    }
    expect(missed).toEqual([])
    expect(tried).toBeGreaterThan(60)
  }, 120_000)
})

describe('the audit', () => {
  it('lists its comparisons where no two batches share a tonne', async () => {
    await insert({ serial: block('1-100'), tonnes: 100 })
    await insert({ serial: block('101-101'), tonnes: 1 })
    expect(await auditBatches(db)).toMatchObject({
      ...{ ok: true, compared: 2, not_compared: [], meeting: [] },
    })
    const said = await runOperator({ DATABASE_URL: database.url }, ['batches', 'audit'])
    expect(said.stdout).toBe(
      'No tonne is for sale twice, and every batch holds what its serial says.\n',
    )
  })

  it('fails where a batch on sale cannot be compared, until it is withdrawn', async () => {
    const serial = block('1-100')
    await insert({ serial, tonnes: 99 })
    expect(await auditBatches(db)).toMatchObject({
      ok: false,
      compared: 0,
      not_compared: [
        {
          ...{ registry: 'GS', serial_number: serial, offer: 'offered', is_uncompared: false },
          reason: 'it counts 100 tonnes and has 99000 kg',
        },
      ],
    })
    await changeOffer(db, serial, 'withdrawn', 'Its serial is wrong.')
    expect(await auditBatches(db)).toMatchObject({
      ok: true,
      not_compared: [{ offer: 'withdrawn' }],
    })
  })

  it('lists batches of an uncompared registry, and then never claims that no tonne is sold twice', async () => {
    await insert({ serial: block('1-100'), tonnes: 100 })
    await insert({ registry: 'ACME', serial: 'ACME 7', tonnes: 7, isUncompared: true })
    const environment = { DATABASE_URL: database.url }
    const audit = await runOperator(environment, ['batches', 'audit'])
    expect(audit.code).toBe(0)
    expect(audit.stdout).toContain('1 of 2 batches could not be compared: ACME 7.')
    expect(audit.stdout).not.toMatch(/no tonne/i)
    const check = await runOperator(environment, ['ledger', 'check'])
    expect(check.stdout).toContain('1 of 2 batches could not be compared: ACME 7.')
    const json = await runOperator(environment, ['ledger', 'check', '--json'])
    expect(JSON.parse(json.stdout)).toMatchObject({
      checked: { 'no tonne is for sale or sold in two batches': 1 },
      not_compared: [{ subject: 'ACME 7' }],
    })
  }, 60_000)

  it('reports a batch with the numbers of a known block as a fault, until it is withdrawn', async () => {
    await insert({ serial: block('101-200'), tonnes: 100 })
    await insert({ registry: 'BCR', serial: 'BCR 101/200', tonnes: 100, isUncompared: true })
    await insert({ registry: 'Verrа', serial: 'V 7', tonnes: 7, isUncompared: true })
    const named = [
      { serial_number: 'BCR 101/200', suspicion: `it has numbers of ${block('101-200')}` },
      { serial_number: 'V 7', suspicion: expect.stringMatching(/^its registry is named like/) },
    ]
    const { ok, not_compared: found } = await auditBatches(db)
    expect(ok).toBe(false)
    expect(found).toHaveLength(2)
    expect(found).toEqual(
      expect.arrayContaining(named.map((each) => expect.objectContaining(each))),
    )
    const environment = { DATABASE_URL: database.url }
    const audit = await runOperator(environment, ['batches', 'audit'])
    expect(audit.code).toBe(1)
    expect(audit.stdout).toMatch(
      /^FAULT {2}BCR 101\/200 .* it has numbers of GS1-.* batches withdraw/m,
    )
    const check = await runOperator(environment, ['ledger', 'check'])
    expect(check.stdout).toContain('BCR 101/200 (may be units of another batch: it has numbers of')
    for (const { serial_number } of named)
      await changeOffer(db, serial_number, 'withdrawn', 'Copy.')
    expect(await auditBatches(db)).toMatchObject({ ok: true })
  }, 60_000)

  it('names the suspicion of a withdrawn batch only if kilograms of it were sold', async () => {
    await insert({ serial: block('101-200'), tonnes: 100 })
    const copy = { registry: 'BCR', tonnes: 100, isUncompared: true }
    await insert({ ...copy, serial: 'BCR 101/200', soldKg: 1 })
    await insert({ ...copy, serial: 'BCR-101-200' })
    for (const serial of ['BCR 101/200', 'BCR-101-200']) await setOffer(serial, 'withdrawn')
    const { ok, not_compared: found } = await auditBatches(db)
    expect(ok).toBe(true)
    const suspicions = found.map(({ serial_number, suspicion }) => [serial_number, suspicion])
    expect(Object.fromEntries(suspicions)).toEqual({
      'BCR 101/200': `it has numbers of ${block('101-200')}`,
      'BCR-101-200': null,
    })
  })

  it('finds a sold tonne of which only the places of another tonne were replaced', async () => {
    await insert({ serial: block('1-10'), tonnes: 10, soldKg: 3_000 })
    await insert({ serial: block('2-2'), tonnes: 1 })
    await setOffer(block('1-10'), 'withdrawn')
    const replace = (firstPlace: number, kg: number) =>
      sql.query(
        `insert into purchase_places (purchase_id, batch_id, first_place, kg, replaced_by)
         select gen_random_uuid(), of.id, $2, $3, other.id from batches of, batches other
         where of.serial_number = $1 and other.serial_number <> $1`,
        [block('1-10'), firstPlace, kg],
      )
    // The tonnes before and behind the shared one.
    await replace(1, 1_000)
    await replace(2_001, 1_000)
    const meeting = [{ serial_number: block('1-10'), other: block('2-2'), first: '2', last: '2' }]
    expect(await auditBatches(db)).toMatchObject({ ok: false, meeting })
    await replace(1_001, 999)
    expect(await auditBatches(db)).toMatchObject({ ok: false, meeting })
    await replace(2_000, 1)
    expect(await auditBatches(db)).toMatchObject({ ok: true, meeting: [] })
  })

  it('finds a tonne that was sold in a batch off sale and is for sale in another', async () => {
    await insert({ serial: block('1-100'), tonnes: 100, soldKg: 1_001 })
    await insert({ serial: block('3-10'), tonnes: 8 })
    for (const offer of ['withdrawn', 'conflicting']) {
      await setOffer(block('1-100'), offer)
      expect(await auditBatches(db)).toMatchObject({ ok: true, meeting: [] })
    }
    // One kilogram of the second tonne was sold.
    await insert({ serial: block('2-2'), tonnes: 1 })
    expect(await auditBatches(db)).toMatchObject({
      ok: false,
      meeting: [{ serial_number: block('1-100'), other: block('2-2'), first: '2', last: '2' }],
      conflicting: [{ serial_number: block('1-100'), meets: [block('2-2'), block('3-10')] }],
    })
  })
})
