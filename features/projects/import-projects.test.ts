// What an import makes of the facts of a project that is known already.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { importCatalogue } from '#features/projects/import-catalogue.ts'
import { findProjects } from '#features/projects/queries.ts'
import type { Database } from '#platform/database/database.ts'
import { projectHeader, stove, textFile, wind } from '#tests/support/catalogue-files.ts'
import { createTestDatabase, openTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { statement } from '#tests/support/statement.ts'

const batchHeader =
  'registry,external_project_id,vintage_year,serial_number,quantity_tco2e,issuance_date,' +
  'price_per_kg,currency'
const windBlock = 'GS,GS1,2024,GS1-1-TR-GS1-1-2024-1-1-5,5,2026-04-13,0.0243,GBP'

const wholeProjects = statement(
  'test whole projects',
  { row: 'jsonb' },
  `select to_jsonb(p) - array['id', 'registry', 'external_id', 'position', 'unlisted_status',
     'is_demo', 'created_at', 'updated_at'] as row from projects p`,
)

let database: TestDatabase
let db: Database
beforeEach(async () => {
  database = await createTestDatabase()
  db = openTestDatabase(database.url, 4)
})
afterEach(async () => {
  await db.close()
  await database.drop()
})

const noFilters = { registry: null, type: null, status: null, pattern: null }

it('follows the newest file in every fact of a project', async () => {
  const columns = `${projectHeader},as_of,image_url`
  const read = (cells: string) =>
    importCatalogue(db, { projects: [textFile('p.csv', columns, cells)] }, { isDemo: false })
  const cells = `${wind},,`.split(',')
  await read(cells.join(','))
  const page = 'https://registry.goldstandard.org/projects/details/9'
  const facts = 'AMS-I.D.,Small,900,2024-01-02,2034-01-03,[13],Newer.,2026'
  const row = `GS,Gold,GS1,${page},Wind 2,Gale Ltd.,Kenya,KE,Listed,PV,${facts}`
  for (const [place, cell] of `${row},https://registry.example/1.jpg`.split(',').entries()) {
    if (cells[place] === cell) continue
    cells[place] = cell
    // Each of them by itself.
    const counts = { projects: { changed: 1, unchanged: 0 } }
    expect(await read(cells.join(',')), cell).toMatchObject(counts)
  }
  expect(await db.run(wholeProjects)).toEqual([
    {
      row: {
        ...{ registry_name: 'Gold', external_url: page, name: 'Wind 2', developer: 'Gale Ltd.' },
        ...{ country: 'KE', country_name: 'Kenya', status: 'Listed', project_type: ['PV'] },
        ...{ sdgs: [13], description: 'Newer.', image_url: 'https://registry.example/1.jpg' },
        raw_data: {
          ...{ methodology: 'AMS-I.D.', size: 'Small', estimated_annual_credits: 900 },
          ...{ crediting_period_start: '2024-01-02', crediting_period_end: '2034-01-03' },
          ...{ as_of: '2026', documents_url: expect.stringMatching(/\/GS1$/) },
        },
      },
    },
  ])
})

it('leaves out every fact that a registry does not state', async () => {
  const projects = [textFile('projects.csv', projectHeader, wind, stove)]
  await importCatalogue(db, { projects }, { isDemo: false })
  const documents_url = expect.any(String)
  expect((await db.run(wholeProjects)).map(({ row }) => row)).toEqual([
    expect.objectContaining({ name: 'Wind', raw_data: { documents_url } }),
    expect.objectContaining({
      ...{ name: 'Stove', raw_data: { estimated_annual_credits: 900, documents_url } },
    }),
  ])
})

it('leaves a project of the demonstration marked as such, whatever a later file says of it', async () => {
  const files = {
    projects: [textFile('projects.csv', projectHeader, wind)],
    batches: textFile('batches.csv', batchHeader, windBlock),
  }
  await importCatalogue(db, files, { isDemo: true })
  const later = [wind.replace('Verified', 'Listed'), stove]
  const projects = [textFile('projects.csv', projectHeader, ...later)]
  await importCatalogue(db, { projects }, { isDemo: false })
  expect(await findProjects(db, noFilters, null, null)).toMatchObject([
    { name: 'Wind', status: 'Listed', is_demo: true },
    { name: 'Stove', is_demo: false },
  ])
})
