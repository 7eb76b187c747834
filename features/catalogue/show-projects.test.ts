// Tests that imports, edits and the start of the product keep shown names and scenes of the whole catalogue.
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { projectHeader, textFile } from '#tests/support/example-catalogue-files.ts'
import { createTestDatabase, openTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { statement } from '#tests/support/test-statement.ts'
import { importCatalogue } from './import/import-catalogue.ts'
import { editProject } from './offers/edit-project.ts'
import { showProjectsAtStart, sqlScene, sqlShownName } from './show-projects.ts'

let database: TestDatabase
let db: Database
beforeEach(async () => {
  database = await createTestDatabase()
  db = openTestDatabase(database.url, 1)
})
afterEach(async () => {
  await db.close()
  await database.drop()
})

const shownProjects = statement(
  'test-shown-projects',
  { name: 'text', scene: 'text' },
  `select ${sqlShownName('p')} as name, ${sqlScene('p')} as scene from projects p order by external_id`,
)
const forgetShown = statement(
  'test-forget-shown',
  {},
  'update projects set shown_name = null, scene = null',
)
const shown = async () => (await db.run(shownProjects)).map(({ name, scene }) => [name, scene])

const line = (id: string, name: string, type = 'Other', methodology = '') =>
  `GS,Gold Standard,${id},,${name},,Kenya,KE,Verified,${type},${methodology},,,,,[3],`
const read = (...lines: string[]) =>
  importCatalogue(db, { projects: [textFile('p.csv', projectHeader, ...lines)] }, { isDemo: false })

it('an import renames a project when a later one has an equal name', async () => {
  await read(line('GS1', 'GS9 VPA 4: Stoves of Kenya'), line('GS2', 'Alpha', 'Wind'))
  expect(await shown()).toEqual([
    ['Stoves of Kenya', 'cookstove'],
    ['Alpha', 'wind'],
  ])
  await read(
    line('GS3', 'GS9 VPA 11: Stoves of Kenya'),
    line('GS2', 'Alpha', 'Other', 'AMS-III.F.'),
  )
  expect(await shown()).toEqual([
    ['Stoves of Kenya (4)', 'cookstove'],
    ['Alpha', 'compost'],
    ['Stoves of Kenya (11)', 'cookstove'],
  ])
})

it('a name that an operator sets is shown as it is, and frees its twin’s name', async () => {
  await read(line('GS1', 'GS9 VPA 4: Stoves of Kenya'), line('GS3', 'GS9 VPA 11: Stoves of Kenya'))
  await editProject(db, 'GS3', { name: 'GS3 WIND OF HOPE' }, async () => undefined)
  expect(await shown()).toEqual([
    ['Stoves of Kenya', 'cookstove'],
    ['GS3 WIND OF HOPE', 'wind'],
  ])
})

it('the start computes what an older version has not, and changes nothing the second time', async () => {
  await read(line('GS1', 'GS9 VPA 4: Stoves of Kenya'))
  await db.run(forgetShown)
  expect(await shown()).toEqual([['GS9 VPA 4: Stoves of Kenya', 'meadow']])
  for (const _ of [1, 2]) {
    await showProjectsAtStart(db)
    expect(await shown()).toEqual([['Stoves of Kenya', 'cookstove']])
  }
})
