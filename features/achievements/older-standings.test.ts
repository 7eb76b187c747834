// Tests that migrations bring standings made under an older schema to today's scores and leagues.
// It fails for a league in values/lists/leagues.ts without a migration that moves passports with
// its score.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { boardComparisons } from '#features/boards/check-boards.ts'
import { scoreComparisons } from '#features/purchases/inspect/check-scores.ts'
import { auditLedger } from '#ledger/audit.ts'
import type { Database } from '#platform/database/database.ts'
import { migrate } from '#platform/database/schema/migrate.ts'
import {
  createEmptyDatabase,
  openTestDatabase,
  type TestDatabase,
} from '#tests/support/postgres.ts'
import { statement } from '#tests/support/statement.ts'
import { leagueStarts } from '#values/lists/leagues.ts'
import { ecoPoints } from '#values/lists/score-rules.ts'

/** The first schema with facts, scores, leagues and rewards. */
const olderSchema = 8

/**
 * Inserts a passport for each pair of kilograms and weeks with a purchase. Its facts, achievements,
 * rewards and leagues are those of that schema's version. They have no phone, so they need no
 * purchases.
 */
const insertPeople = statement(
  'test-older-standings',
  {},
  `with people as (
     select gen_random_uuid() as id, kg, weeks, reached, 10 * (weeks + cardinality(reached)) as eco
     from unnest($1::int8[]) as kg cross join unnest($2::int4[]) as weeks
     cross join lateral (select array(select code from (values ('first_offset', 1),
       ('offset_100', 100), ('offset_1000', 1000)) as each (code, start) where kg >= start) as reached
     ) as achievements
   ), kept as (
     insert into passports (id, country, currency, total_kg, eco_score, offset_league, eco_league)
     select id, 'GB', 'GBP', kg, eco,
       case when kg >= 1000 then 'gold' when kg >= 100 then 'silver' else 'bronze' end,
       case when eco >= 300 then 'gold' when eco >= 100 then 'silver' else 'bronze' end from people
   ), facts as (
     insert into passport_facts (passport_id, kind, key)
     select id, 'week', to_char(date '2000-01-03' + 7 * week, 'YYYY-MM-DD')
     from people cross join generate_series(1, weeks) as week
     union all select id, 'achievement', unnest(reached) from people
   )
   insert into rewards (passport_id, achievement_code, kg, badge)
   select id, code, case code when 'offset_100' then 1 end,
     case code when 'first_offset' then 'Seedling' when 'offset_1000' then 'Tonne' end
   from people cross join unnest(reached) as code`,
)

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createEmptyDatabase()
  await migrate(database.url, { through: olderSchema })
  db = openTestDatabase(database.url)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** Returns a value just below each start, the start, and one far above the highest. */
function around(starts: Readonly<Record<string, number>>): number[] {
  const each = Object.values(starts)
  return [...each.flatMap((start) => [Math.max(start - 1, 0), start]), Math.max(...each) * 10]
}

it('passports of an older schema have the scores and leagues of today, on every board', async () => {
  const weeks = around(leagueStarts.eco).map((score) => Math.floor(score / ecoPoints.week))
  const kilograms = around(leagueStarts.offsets)
  await db.run(insertPeople, [[...new Set(kilograms)], [...new Set(weeks)]])
  await migrate(database.url)
  const report = await auditLedger(db, { ...scoreComparisons, ...boardComparisons })
  expect(report.faults).toEqual([])
  expect(report.checked['no league is below its kg']).toBeGreaterThan(kilograms.length)
})
