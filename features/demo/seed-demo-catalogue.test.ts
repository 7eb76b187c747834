// Tests the demonstration in an empty database (docs/product.md#demonstration), and that its ledger adds up
// to the kilogram and the penny.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listActivity } from '#features/activity/list-activity.ts'
import type { Database } from '#platform/database/database.ts'
import type { Columns } from '#platform/database/statement.ts'
import { loadBundledRates } from '#providers/exchange-rates/store-rates.ts'
import { leagueOf } from '#tests/support/people/score-oracle.ts'
import { createTestDatabase, openTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { statement } from '#tests/support/test-statement.ts'
import { seedDemoCatalogue } from './seed-demo-catalogue.ts'

let database: TestDatabase
let db: Database

function ask<const C extends Columns>(name: string, columns: C, sql: string) {
  return db.run(statement(`test ${name}`, columns, sql))
}

beforeAll(async () => {
  database = await createTestDatabase()
  db = openTestDatabase(database.url, 4)
  await loadBundledRates(db)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

describe('the demonstration', () => {
  it('fills an empty database once, though several processes start', async () => {
    const both = await Promise.all([seedDemoCatalogue(db), seedDemoCatalogue(db)])
    expect(both).toContainEqual({ projects: 433, batches: 398 })
    expect(both).toContainEqual({ projects: 0, batches: 0 })
    expect(await seedDemoCatalogue(db)).toEqual({ projects: 0, batches: 0 })
  })

  it('has projects of both registries in all three states', async () => {
    const rows = await ask(
      'states',
      { registry: 'text', status: 'text', count: 'int8' },
      'select registry, status, count(*) as count from projects group by registry, status',
    )
    expect(rows).toHaveLength(6)
    for (const { count } of rows) expect(count).toBeGreaterThan(30)
  })

  it('has at least ten large batches in each currency, and some that are sold out', async () => {
    const rows = await ask(
      'large batches',
      { currency: 'bpchar', large: 'int8', sold_out: 'int8' },
      `select currency, count(*) filter (where available_kg >= 100000) as large,
         count(*) filter (where available_kg = 0) as sold_out
       from batches join batch_stock on batch_id = id group by currency order by currency`,
    )
    expect(rows.map(({ currency }) => currency)).toEqual(['EUR', 'GBP', 'USD'])
    for (const { large } of rows) expect(large).toBeGreaterThanOrEqual(10)
    expect(rows.reduce((sum, { sold_out }) => sum + sold_out, 0)).toBeGreaterThan(5)
  })

  it('sells a kilogram for two to six hundredths', async () => {
    const [row] = await ask(
      'prices',
      { low: 'int8', high: 'int8' },
      'select min(price_micros) as low, max(price_micros) as high from batches',
    )
    expect(row?.low).toBeGreaterThanOrEqual(20_000)
    expect(row?.high).toBeLessThanOrEqual(60_000)
  })

  it('prefers a batch that can be bought wherever it features a project', async () => {
    const rows = await ask(
      'featured',
      { country: 'bpchar', projects: 'int8', buyable: 'int8' },
      `select country, count(*) as projects, count(*) filter (where available_kg > 0) as buyable
       from featured_projects left join batch_stock on batch_id = preferred_batch_id
       group by country order by country`,
    )
    expect(rows.map(({ country }) => country)).toEqual('DE ES FR GB NL TR US WW'.split(' '))
    for (const { projects, buyable } of rows) {
      expect(projects).toBeGreaterThan(3)
      expect(buyable).toBe(projects)
    }
  })
})

describe('its past sales', () => {
  it('leave every batch with the sums of its postings', async () => {
    const wrong = await ask(
      'stock against postings',
      { batch_id: 'uuid' },
      `select s.batch_id from batch_stock s join batch_places p using (batch_id) join lateral (
         select sum(quantity_kg) filter (where destination = 'available')
             - coalesce(sum(quantity_kg) filter (where source = 'available'), 0) as available,
           coalesce(sum(quantity_kg) filter (where destination like 'holder:%'), 0) as sold,
           coalesce(sum(quantity_kg) filter (where destination = 'held'), 0)
             - coalesce(sum(quantity_kg) filter (where source = 'held'), 0) as held
         from kg_postings k where k.batch_id = s.batch_id) k on true
       where (s.available_kg, p.sold_kg, 0) is distinct from (k.available, k.sold, k.held)`,
    )
    expect(wrong).toEqual([])
  })

  it('number the places of a batch from 1 without gaps', async () => {
    const wrong = await ask(
      'places',
      { tx_id: 'text' },
      `select tx_id from (select tx_id, first_place, 1 + coalesce(sum(quantity_kg) over (
           partition by batch_id order by completed_at, first_place
           rows between unbounded preceding and 1 preceding), 0) as expected from purchases) p
       where first_place <> expected`,
    )
    expect(wrong).toEqual([])
  })

  it('agree with the weeks, the passport and the money', async () => {
    const [sums] = await ask(
      'sums',
      {
        purchases: 'int8',
        bought: 'int8',
        weeks: 'int8',
        passport: 'int8',
        paid: 'int8',
        posted: 'int8',
        league: 'text',
        latest: 'bool',
        hidden: 'bool',
      },
      `select count(*) as purchases, sum(quantity_kg)::bigint as bought,
         (select sum(sold_kg)::bigint from batch_weeks) as weeks,
         (select total_kg from passports) as passport,
         (select offset_league from passports) as league, sum(total_minor)::bigint as paid,
         (select sum(amount_minor)::bigint from money_postings
          where source = 'card_clearing' and destination = 'sales') as posted,
         max(completed_at) < now() as latest,
         (select hide_from_leaderboards from passports) as hidden
       from purchases`,
    )
    expect(sums?.purchases).toBeLessThan(400)
    expect(sums?.weeks).toBe(sums?.bought)
    expect(sums?.passport).toBe(sums?.bought)
    expect(sums?.posted).toBe(sums?.paid)
    const league = leagueOf('offsets', sums?.bought ?? 0)
    expect(sums).toMatchObject({ league, latest: true, hidden: true })
  })

  it('moved their money on the day of their completion', async () => {
    const wrong = await ask(
      'value dates',
      { tx_id: 'text', day: 'date', value_date: 'date?' },
      `select tx_id, (completed_at at time zone 'UTC')::date as day, value_date
       from purchases p join money_postings m on m.purchase_id = p.id
       where value_date is distinct from (completed_at at time zone 'UTC')::date`,
    )
    expect(wrong).toEqual([])
  })

  it('are read in steps of a hundred by default', async () => {
    const [holder] = await ask('holder', { id: 'uuid' }, 'select id from passports')
    const shown = { limit: undefined, withTokens: false, timeZone: undefined }
    const page = { beforeId: null, ...shown }
    const { entries, nextCursor } = await listActivity(db, holder?.id ?? '', page)
    expect(entries).toHaveLength(100)
    const next = await listActivity(db, holder?.id ?? '', { ...page, beforeId: nextCursor })
    expect(entries.map(({ tx_id }) => tx_id)).not.toContain(next.entries[0]?.tx_id)
  })
})
