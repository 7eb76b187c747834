// Tests how an import changes the facts of a known project.
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { loadBundledRates } from '#providers/exchange-rates/store-rates.ts'
import { projectHeader, stove, textFile, wind } from '#tests/support/example-catalogue-files.ts'
import { createTestDatabase, openTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { statement } from '#tests/support/test-statement.ts'
import { findProjects } from '../catalogue-queries.ts'
import { importCatalogue } from './import-catalogue.ts'

const batchHeader =
  'registry,external_project_id,vintage_year,serial_number,quantity_tco2e,issuance_date,' +
  'price_per_kg,currency'
const windBlock = 'GS,GS1,2024,GS1-1-TR-GS1-1-2024-1-1-5,5,2026-04-13,0.0243,GBP'

const wholeProjects = statement(
  'test whole projects',
  { row: 'jsonb' },
  `select to_jsonb(p) - array['id', 'registry', 'external_id', 'position', 'unlisted_status',
     'is_demo', 'edited_fields', 'shown_name', 'scene', 'created_at', 'updated_at'] as row from projects p`,
)

const idleLimit = statement(
  'test-idle-limit',
  { idle: 'text' },
  "select current_setting('idle_in_transaction_session_timeout') as idle",
)

let database: TestDatabase
let db: Database
beforeEach(async () => {
  database = await createTestDatabase()
  db = openTestDatabase(database.url, 4)
  await loadBundledRates(db)
})
afterEach(async () => {
  await db.close()
  await database.drop()
})

const noFilters = { registry: null, type: null, status: null, patterns: null }

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
    // Each of them by itself, except the country, whose name and code must agree.
    if (cell === 'Kenya') continue
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

it('leaves a project of the demonstration marked as such, whatever a later file contains', async () => {
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

it('keeps the facts of a known project where a later file has no column or an empty cell', async () => {
  const facts = 'AMS-I.D.,Small,900,2024-01-02,2034-01-03,[13],Windy.'
  const page = 'https://registry.goldstandard.org/projects/details/9'
  const full = `GS,Gold Standard,GS1,${page},Wind,Gale Ltd.,Kenya,KE,Verified,Wind,${facts}`
  const picture = 'https://pictures.example/1.jpg'
  const read = (columns: string, row: string) =>
    importCatalogue(db, { projects: [textFile('p.csv', columns, row)] }, { isDemo: false })
  await read(`${projectHeader},image_url,as_of`, `${full},${picture},2026`)
  const before = await db.run(wholeProjects)
  expect(before).toMatchObject([{ row: { image_url: picture, sdgs: [13], country: 'KE' } }])
  const empty = 'GS,Gold Standard,GS1,,Wind,,,,Verified,Wind,,,,,,,'
  const unchanged = { projects: { changed: 0, unchanged: 1 } }
  expect(await read(projectHeader, empty)).toMatchObject(unchanged)
  expect(await read(`${projectHeader},image_url`, `${empty},`)).toMatchObject(unchanged)
  expect(await db.run(wholeProjects)).toEqual(before)
})

it('keeps the country of a known project, and names words that are no country', async () => {
  const read = (...rows: readonly string[]) =>
    importCatalogue(
      db,
      { projects: [textFile('p.csv', projectHeader, ...rows)] },
      { isDemo: false },
    )
  await read(wind)
  const atlantis = (row: string) => row.replace(/Turkey,TR|Kenya,KE/, 'Atlantis,XX')
  const unknown = { registry: 'GS', country: 'Atlantis XX' }
  expect(await read(atlantis(wind), atlantis(stove))).toMatchObject({
    projects: {
      ...{ added: 1, changed: 0, unchanged: 1 },
      unknown_country: [
        { ...unknown, external_id: 'GS1' },
        { ...unknown, external_id: 'GS2' },
      ],
    },
  })
  expect(await findProjects(db, noFilters, null, null)).toMatchObject([
    { name: 'Wind', country: 'TR' },
    { name: 'Stove', country: 'ZZ' },
  ])
})

it.each([
  [
    'the id of another registry',
    wind.replace('GS1', 'VCS1'),
    /^external_id: VCS1 is a project of VCS/,
  ],
  ['another registry’s name', wind.replace('Gold Standard', 'Verra VCS'), /^registry_name: /],
  [
    'an address of another registry',
    wind.replace('GS1,', 'GS1,https://registry.verra.org/1'),
    /^external_url: is on the site of VCS/,
  ],
  ['another country’s code', wind.replace(',TR,', ',KE,'), /^country: Turkey is TR/],
  [
    'a crediting period that runs backwards',
    wind.replace(',,,[7]', ',2034-01-01,2024-01-01,[7]'),
    /^crediting_period_end: 2024-01-01 is before/,
  ],
])('refuses a row with %s', async (_, row, fault) => {
  const projects = [textFile('p.csv', projectHeader, row)]
  expect(await importCatalogue(db, { projects }, { isDemo: false })).toMatchObject({
    faults: [{ line: 2, fault: expect.stringMatching(fault) }],
  })
})

it.each(['gs1', 'GS-1', 'GS 01', '1', 'ＧＳ1', 'GS#1'])(
  'refuses %s as another spelling of a known project',
  async (id) => {
    const read = (row: string) =>
      importCatalogue(db, { projects: [textFile('p.csv', projectHeader, row)] }, { isDemo: false })
    await read(wind)
    const fault = `${id} is another spelling of project GS1`
    expect(await read(wind.replace('GS1', id))).toMatchObject({
      faults: [{ line: 2, fault: `external_id: ${fault}` }],
    })
    const batches = textFile('b.csv', batchHeader, windBlock.replace('GS1', id))
    const batchTerms = { createsProjects: true }
    expect(await importCatalogue(db, { batches }, { isDemo: false, batchTerms })).toMatchObject({
      faults: [{ line: 2, fault: `external_project_id: ${fault}` }],
    })
    expect(await read(wind)).toMatchObject({ projects: { unchanged: 1 } })
  },
)

it.each([
  ['CDM', 'CDM4188', ['4188', 'CDM04188', 'cdm-4188'], ['CDM41880', 'CDM41']],
  ['BCR', 'BCR-CO-1', ['bcr-co-1', 'BCR CO 1', 'BCR_CO_01'], ['BCR-CO-10', 'BCR-CO-1-1']],
])('%s knows the spellings of %s', async (registry, id, spellings, others) => {
  const read = (externalId: string) => {
    const row = wind.replace(/^GS,[^,]*,GS1,[^,]*/, `${registry},${registry},${externalId},`)
    expect(row).not.toBe(wind)
    return importCatalogue(
      db,
      { projects: [textFile('p.csv', projectHeader, row)] },
      { isDemo: false },
    )
  }
  expect(await read(id)).toMatchObject({ projects: { added: 1 } })
  for (const each of spellings) {
    const fault = `external_id: ${each} is another spelling of project ${id}`
    expect(await read(each)).toMatchObject({ faults: [{ line: 2, fault }] })
  }
  for (const each of others) expect(await read(each)).toMatchObject({ projects: { added: 1 } })
})

it('waits in its transaction while a file has only blank lines', async () => {
  let shown: unknown = null
  await importCatalogue(
    db,
    { projects: [textFile('p.csv', projectHeader, wind)] },
    {
      isDemo: false,
      audit: async (tx) => {
        shown = await tx.run(idleLimit)
      },
    },
  )
  expect(shown).toEqual([{ idle: '10min' }])
})
