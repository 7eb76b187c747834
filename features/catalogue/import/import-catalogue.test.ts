// Tests imports on a real database: their additions, that a repeat has no effect, and that a bad
// row names its line and imports nothing.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { completePostings } from '#features/purchases/complete/complete-postings.ts'
import { reservePostings } from '#features/purchases/reserve/reserve-postings.ts'
import { post } from '#ledger/post.ts'
import type { Database } from '#platform/database/database.ts'
import { loadBundledRates } from '#providers/exchange-rates/store-rates.ts'
import { projectHeader, stove, textFile, wind } from '#tests/support/example-catalogue-files.ts'
import { createTestDatabase, openTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { holdLock } from '#tests/support/servers/waiting-locks.ts'
import { statement } from '#tests/support/test-statement.ts'
import { auditBatches } from '../audit/audit-batches.ts'
import { findAllBatches, findFeaturedProjects, findProjects } from '../catalogue-queries.ts'
import { importCatalogue } from './import-catalogue.ts'

const withdrawn = 'VCS,Verra VCS,VCS9,,Gone,,Peru,PE,Withdrawn,Other,,,,,,[],'

const batchHeader =
  'registry,external_project_id,name,vintage_year,serial_number,quantity_tco2e,issuance_date,' +
  'price_per_kg,currency'
const windBlock = 'GS,GS1,Vintage 2024,2024,GS1-1-TR-GS1-1-2024-1-1-5,5,2026-04-13,0.0243,GBP'
const otherBlock = 'GS,GS1,,2023,GS1-1-TR-GS1-1-2023-2-1-9,9,,0.03,EUR'

const featuredHeader = 'country,registry,external_id,preferred_serial_number'

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

type Lines = { projects?: string[]; batches?: string[]; featured?: string[] }

function run({ projects, batches, featured }: Lines) {
  return importCatalogue(
    db,
    {
      ...(projects && { projects: [textFile('projects.csv', projectHeader, ...projects)] }),
      ...(batches && { batches: textFile('batches.csv', batchHeader, ...batches) }),
      ...(featured && { featured: textFile('featured.csv', featuredHeader, ...featured) }),
    },
    { isDemo: false, batchTerms: { acceptsPrices: true } },
  )
}

const noFilters = { registry: null, type: null, status: null, patterns: null }
const projects = () => findProjects(db, noFilters, null, null)
const batches = () => findAllBatches(db, null, null)

const rowVersions = statement(
  'test row versions',
  { version: 'text' },
  `select xmin::text as version from projects union all select xmin::text from batches
   union all select xmin::text from batch_stock union all select xmin::text from featured_projects`,
)
const postings = statement(
  'test kg postings',
  { count: 'int8' },
  'select count(*) from kg_postings',
)
const issueDays = statement(
  'test issue days',
  { issued_on: 'date?' },
  'select issued_on from batches',
)
const newPassport = statement(
  'test passport',
  { id: 'uuid' },
  `insert into passports (country, currency) values ('GB', 'GBP') returning id`,
)

describe('an import', () => {
  it('adds projects and batches, whose whole quantity becomes stock', async () => {
    const result = await run({
      projects: [wind, stove, withdrawn],
      batches: [windBlock, otherBlock],
    })
    expect(result).toEqual({
      projects: { added: 2, changed: 0, unchanged: 0, skipped: 1 },
      batches: { added: 2, changed: 0, unchanged: 0 },
      featured: { changed: 0, unchanged: 0 },
    })
    expect(await projects()).toMatchObject([
      { name: 'Wind', position: 0, batch_count: 2, total_kg: 14_000, available_kg: 14_000 },
      { name: 'Stove', position: 1, batch_count: 0, price_micros: null },
    ])
    expect(await batches()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          name: 'Vintage 2024',
          price_micros: 24_300,
          available_kg: 5_000,
        }),
        expect.objectContaining({ name: 'Vintage 2023', currency: 'EUR', issued_kg: 9_000 }),
      ]),
    )
  })

  it('keeps a project that had ended, so that no later file puts it on sale', async () => {
    await run({ projects: [withdrawn] })
    expect(await projects()).toEqual([])
    const ended = { project: 'VCS VCS9', name: 'Gone', status: 'Withdrawn', sold_kg: 0 }
    const unlisted = async () => (await auditBatches(db)).unlisted_projects
    expect(await unlisted()).toEqual([{ ...ended, batches: 0 }])
    const block =
      'VCS,VCS9,Vintage 2024,2024,7-1-5-VCS-VCU-1-VER-TR-1-9-01012024-31122024-0,5,,0.03,EUR'
    const batches = textFile('batches.csv', batchHeader, block)
    const terms = { isDemo: false, batchTerms: { createsProjects: true } }
    expect(await importCatalogue(db, { batches }, terms)).toMatchObject({ batches: { added: 1 } })
    expect(await projects()).toEqual([])
    expect((await findAllBatches(db, null, null)).filter((batch) => batch.is_offered)).toEqual([])
    expect(await unlisted()).toEqual([{ ...ended, batches: 1 }])
    expect(await run({ projects: [withdrawn] })).toMatchObject({
      projects: { added: 0, changed: 0, unchanged: 1, skipped: 0 },
    })
  })

  it('counts every project with an unknown status, and names the first hundred', async () => {
    const unknown = Array.from({ length: 103 }, (_, nth) =>
      wind.replace('GS1', `GS${nth + 1}`).replace('Verified', 'Brilliant'),
    )
    const result = await run({ projects: unknown })
    expect(result).toMatchObject({ projects: { added: 103, unknown_statuses: 103 } })
    expect('projects' in result && result.projects.unknown_status?.length).toBe(100)
  })

  it('refuses a serial with invisible characters', async () => {
    for (const sign of ['\u00AD', '\u034F', '\u3164', '\uFE0F', '\u{E0100}']) {
      const hidden = windBlock.replace('TR-GS1', `TR${sign}-GS1`)
      expect(await run({ projects: [wind], batches: [hidden] })).toMatchObject({
        faults: [{ fault: expect.stringContaining('holds the signs U+') }],
      })
    }
    expect(await run({ projects: [wind], batches: [windBlock] })).toHaveProperty('batches.added', 1)
  })

  it('has no effect the second time', async () => {
    const lines = { projects: [wind, stove], batches: [windBlock], featured: ['GB,GS,GS1,'] }
    await run(lines)
    const before = await db.run(rowVersions)
    expect(await run(lines)).toEqual({
      projects: { added: 0, changed: 0, unchanged: 2, skipped: 0 },
      batches: { added: 0, changed: 0, unchanged: 1 },
      featured: { changed: 0, unchanged: 1 },
    })
    expect(await db.run(rowVersions)).toEqual(before)
    expect(await db.run(postings)).toEqual([{ count: 1 }])
  })

  it('changes a price and a status, and never the remaining stock', async () => {
    await run({ projects: [wind], batches: [windBlock] })
    await sell(2_000)
    const dearer = windBlock.replace('0.0243', '0.04')
    const result = await run({ projects: [wind.replace('Verified', 'Listed')], batches: [dearer] })
    expect(result).toMatchObject({ projects: { changed: 1 }, batches: { changed: 1 } })
    expect(await projects()).toMatchObject([{ status: 'Listed', available_kg: 3_000 }])
    expect(await batches()).toMatchObject([{ price_micros: 40_000, available_kg: 3_000 }])
  })

  it('counts a batch as unchanged if an operator gives it the same price meanwhile', async () => {
    await run({ projects: [wind], batches: [windBlock] })
    const lock = await holdLock(
      { databaseUrl: database.url },
      'update batches set price_micros = 40000',
    )
    const imported = run({ batches: [windBlock.replace('0.0243', '0.04')] })
    await lock.untilWaiting('row')
    await lock.run('commit')
    await lock.release()
    expect(await imported).toMatchObject({ batches: { added: 0, changed: 0, unchanged: 1 } })
  })

  it('keeps the day of issuance, which a later file may add, but not remove', async () => {
    const withDay = (day: string) => windBlock.replace('2026-04-13', day)
    await run({ projects: [wind], batches: [withDay('')] })
    expect(await db.run(issueDays)).toEqual([{ issued_on: null }])
    expect(await run({ batches: [withDay('4/13/2026')] })).toMatchObject({
      batches: { changed: 1, unchanged: 0 },
    })
    expect(await run({ batches: [withDay('')] })).toMatchObject({ batches: { unchanged: 1 } })
    expect(await db.run(issueDays)).toEqual([{ issued_on: '2026-04-13' }])
  })

  it('keeps the name of a batch where a later file has a price and no name', async () => {
    const named = windBlock.replace('Vintage 2024', 'Hills')
    await run({ projects: [wind], batches: [named] })
    const dearer = windBlock.replace('Vintage 2024', '').replace('0.0243', '0.04')
    expect(await run({ batches: [dearer] })).toMatchObject({ batches: { changed: 1 } })
    expect(await batches()).toMatchObject([{ name: 'Hills', price_micros: 40_000 }])
  })

  it('keeps the place of a known project, and a description that a registry lacks', async () => {
    await run({ projects: [wind] })
    await run({ projects: [stove, wind.replace('Windy.', '')] })
    expect((await projects()).map(({ name }) => name)).toEqual(['Wind', 'Stove'])
    const [row] = await db.run(
      statement('test description', { description: 'text' }, 'select description from projects'),
    )
    expect(row).toEqual({ description: 'Windy.' })
  })

  it('accepts batches and featured projects of known projects', async () => {
    await run({ projects: [wind, stove] })
    await run({ batches: [windBlock] })
    const serial = 'GS1-1-TR-GS1-1-2024-1-1-5'
    await run({ featured: [`TR,GS,GS1,${serial}`, 'TR,GS,GS2,', 'WW,GS,GS2,'] })
    const [batch] = await batches()
    expect(await findFeaturedProjects(db, 'TR')).toMatchObject([
      { name: 'Wind', preferred_batch_id: batch?.id },
      { name: 'Stove', preferred_batch_id: null },
    ])
    await run({ featured: ['TR,GS,GS2,', 'TR,GS,GS1,'] })
    expect(await findFeaturedProjects(db, 'TR')).toMatchObject([
      { name: 'Stove' },
      { name: 'Wind', preferred_batch_id: null },
    ])
    await run({ featured: ['TR,GS,GS2,'] })
    expect(await findFeaturedProjects(db, 'TR')).toMatchObject([{ name: 'Stove' }])
    expect(await findFeaturedProjects(db, 'XX')).toMatchObject([{ name: 'Stove' }])
    // A country whose projects have all ended has the worldwide ones.
    await run({ projects: [stove.replace('Listed', 'Withdrawn')], featured: ['WW,GS,GS1,'] })
    expect(await findFeaturedProjects(db, 'TR')).toMatchObject([{ name: 'Wind' }])
  })
})

describe('a bad row', () => {
  const good = { projects: [wind], batches: [windBlock], featured: ['GB,GS,GS1,'] }
  it.each([
    [
      'a row that cannot be read',
      { projects: [wind, `${stove},`] },
      'projects.csv',
      3,
      /18 fields, and the header 17/,
    ],
    ['the same project twice', { projects: [wind, wind] }, 'projects.csv', 3, /line 2 already/],
    [
      'the same serial number twice',
      { ...good, batches: [windBlock, windBlock] },
      'batches.csv',
      3,
      /stands on line 2 already/,
    ],
    [
      'a batch without a price',
      { ...good, batches: [windBlock.replace('0.0243,GBP', ',')] },
      'batches.csv',
      2,
      /price_per_kg and currency are needed/,
    ],
    [
      'a currency that is not sold in',
      { ...good, batches: [windBlock.replace('GBP', 'JPY')] },
      'batches.csv',
      2,
      /JPY is not sold in/,
    ],
    [
      'a batch of no project',
      { ...good, batches: [windBlock, otherBlock.replace('GS,GS1', 'GS,GS7')] },
      'batches.csv',
      3,
      /there is no project GS GS7/,
    ],
    [
      'a country that is none',
      { ...good, featured: ['XX,GS,GS1,'] },
      'featured.csv',
      2,
      /^country: is no country code, nor WW/,
    ],
    [
      'a project that is not there',
      { ...good, featured: ['GB,GS,GS7,'] },
      'featured.csv',
      2,
      /GS7/,
    ],
    [
      'a preferred batch of another project',
      { ...good, projects: [wind, stove], featured: ['GB,GS,GS2,GS1-1-TR-GS1-1-2024-1-1-5'] },
      'featured.csv',
      2,
      /GS GS2 has no batch/,
    ],
  ])('%s names its line and imports nothing', async (_, lines, name, line, fault) => {
    expect(await run(lines)).toEqual({
      faults: [{ file: name, line, fault: expect.stringMatching(fault) }],
    })
    expect(await projects()).toEqual([])
    expect(await batches()).toEqual([])
  })

  it('is reported with the first ten of them, in the order of the file', async () => {
    const bad = Array.from({ length: 12 }, (_, nth) => otherBlock.replace('GS1,', `GS${nth + 20},`))
    const mixed = [windBlock, ...bad.slice(0, 5), 'unreadable', ...bad.slice(5)]
    const answer = await run({ projects: [wind], batches: mixed })
    const lines = 'faults' in answer ? answer.faults.map(({ line }) => line) : []
    expect(lines).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  })

  it('that contradicts a known serial number is refused', async () => {
    await run({ projects: [wind, stove], batches: [windBlock, otherBlock] })
    const larger = 'GS,GS1,,2024,GS1-1-TR-GS1-1-2024-1-1-5,5,,0.02,GBP'.replace('GS,GS1', 'GS,GS2')
    expect(await run({ batches: [larger] })).toMatchObject({
      faults: [{ line: 2, fault: 'this serial number belongs to another project' }],
    })
  })
})

/** Posts one purchase of the batch's kilograms to the ledger, without a purchase row. */
async function sell(quantityKg: number): Promise<void> {
  const [passport] = await db.run(newPassport)
  const [batch] = await batches()
  if (passport === undefined || batch === undefined) throw new Error('nothing to sell')
  const hold = {
    purchaseId: passport.id,
    batchId: batch.id,
    buyerId: passport.id,
    quantityKg,
    walletParts: [],
    reward: null,
  }
  await db.transaction(async (tx) => {
    await post(tx, reservePostings([hold]))
    const sale = { ...hold, currency: 'GBP', cardMinor: 0, holderId: passport.id }
    await post(tx, completePostings([sale]))
  })
}
