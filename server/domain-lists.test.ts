// Tests that the database's constraints and the theme have the same members as the lists in
// values/, which types cannot check.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tasks } from '#features/operations/last-runs.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { languages } from '#values/lists/languages.ts'
import { leagueStarts, leagues } from '#values/lists/leagues.ts'
import { projectStatuses } from '#values/lists/project-statuses.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const findConstraint = statement(
  'constraint-by-name',
  { definition: 'text' },
  'select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1',
)

it.each([
  ['passports_eco_league_known', leagues],
  ['passports_offset_league_known', leagues],
  ['board_counts_kind_known', Object.keys(leagueStarts)],
  ['passports_language_known', languages],
  ['projects_status_known', projectStatuses],
  ['last_runs_task_known', tasks],
])('the constraint %s takes the words of the list, and no other', async (name, list) => {
  const [found] = await test.services.db.run(findConstraint, [name])
  const words = [...(found?.definition ?? '').matchAll(/'([^']+)'::text/g)].map(([, word]) => word)
  expect(words.sort()).toEqual([...list].sort())
})

it.each(leagues)('the theme has the metal of %s, and its ink', (league) => {
  const theme = readFileSync('web/styles/materials.css', 'utf8')
  expect(theme).toContain(`--foil-${league}: `)
  expect(theme).toContain(`--foil-${league}-ink: `)
})
