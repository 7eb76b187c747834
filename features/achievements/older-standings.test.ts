// Tests that migrations bring standings made under an older schema to today's scores and leagues.
// It fails for a league or an achievement without a migration for the people who have reached it.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listAchievements } from '#features/achievements/list-achievements.ts'
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
import { statement } from '#tests/support/test-statement.ts'
import { achievementKinds, type Measure } from '#values/lists/achievements.ts'
import { leagueStarts } from '#values/lists/leagues.ts'
import { ecoPoints } from '#values/lists/score-rules.ts'

/** The first schema with facts, scores, leagues and rewards. */
const olderSchema = 8

/**
 * Inserts a passport for each combination of kilograms, weeks in a row, and activities of every
 * other kind. Its facts, achievements, rewards and leagues are those of that schema's version. They
 * have no phone, so they need no purchases.
 */
const insertPeople = statement(
  'test-older-standings',
  { id: 'uuid' },
  `with earned (code, counts, start, given_kg, badge) as (values ('first_offset', 'kg', 1, null, 'Seedling'),
     ('offset_100', 'kg', 100, 1, null), ('offset_1000', 'kg', 1000, null, 'Tonne'),
     ('first_gift', 'gift', 1, 2, null), ('gift_5', 'number', 5, 5, null),
     ('explorer_3', 'project', 3, null, 'Explorer'), ('sdg_5', 'goal', 5, null, 'Goals'),
     ('streak_4', 'week', 4, 3, null)
   ), people as (
     select gen_random_uuid() as id, kg, weeks, others, reached,
       10 * weeks + 20 * others + 10 * cardinality(reached) as eco
     from unnest($1::int8[]) as kg cross join unnest($2::int4[]) as weeks
     cross join unnest($3::int4[]) as others
     cross join lateral (select array(select code from earned where start <= case counts
       when 'kg' then kg when 'week' then weeks else others end) as reached) as achievements
   ), kept as (
     insert into passports (id, country, currency, total_kg, eco_score, offset_league, eco_league)
     select id, 'GB', 'GBP', kg, eco,
       case when kg >= 1000 then 'gold' when kg >= 100 then 'silver' else 'bronze' end,
       case when eco >= 300 then 'gold' when eco >= 100 then 'silver' else 'bronze' end from people
   ), facts as (
     insert into passport_facts (passport_id, kind, key)
     select id, 'week', to_char(date '2000-01-03' + 7 * week, 'YYYY-MM-DD')
     from people cross join generate_series(1, weeks) as week
     union all select id, kind, other::text from people cross join generate_series(1, others) as other
       cross join unnest('{project,goal,number,gift}'::text[]) as kind
     union all select id, 'achievement', unnest(reached) from people
   ), rewarded as (
     insert into rewards (passport_id, achievement_code, kg, badge)
     select id, code, given_kg, badge from people join earned on code = any(reached)
   )
   select id from people`,
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
function around(...starts: readonly number[]): number[] {
  const each = starts.flatMap((start) => [Math.max(start - 1, 0), start])
  return [...new Set([...each, Math.max(...starts) * 10])]
}

const thresholdsOf = (...measures: readonly Measure[]) =>
  Object.values(achievementKinds).flatMap(({ measure, threshold }) =>
    measures.includes(measure) ? [threshold] : [],
  )

it('passports of an older schema have the standings of today, on every board', async () => {
  const kilograms = around(...Object.values(leagueStarts.offsets), ...thresholdsOf('kg'))
  const leagueWeeks = Object.values(leagueStarts.eco).map((score) => score / ecoPoints.week)
  const weeks = around(...leagueWeeks, ...thresholdsOf('weeksInARow'))
  const others = around(...thresholdsOf('gifts', 'numbers', 'projects', 'goals'))
  const people = await db.run(insertPeople, [kilograms, weeks, others])
  await migrate(database.url)
  const report = await auditLedger(db, { ...scoreComparisons, ...boardComparisons })
  expect(report.faults).toEqual([])
  expect(report.checked['no league is below its kg']).toBe(people.length)
  const listed = await Promise.all(people.map(({ id }) => listAchievements(db, id)))
  const missed = listed
    .flat()
    .filter(({ progressPct, reached_at }) => progressPct === 100 && reached_at === null)
  expect(missed).toEqual([])
})
