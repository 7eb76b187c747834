// Tests which blocks an import refuses: those with tonnes of another batch, in any spelling and
// order, and those that the registry does not allow to be sold.
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { loadBundledRates } from '#providers/exchange-rates/store-rates.ts'
import type { FileSource } from '#providers/registries/tables/file-source.ts'
import { createTestDatabase, openTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { statement } from '#tests/support/test-statement.ts'
import { findAllBatches, findProjectById, findProjects } from '../catalogue-queries.ts'
import type { BatchTerms } from './batch-judgement.ts'
import { importCatalogue, importFiles } from './import-catalogue.ts'

const projectFile =
  'registry,registry_name,external_id,external_url,name,developer,country,country_code,status,' +
  'project_type,methodology,size,estimated_annual_credits,crediting_period_start,' +
  'crediting_period_end,sdgs\n' +
  'GS,Gold Standard,GS1,,Wind,,Turkey,TR,Verified,Wind,,,,,,[7]\n'
const columns =
  'registry,external_project_id,vintage_year,issuance_date,serial_number,quantity_tco2e'
const trunk = 'GS1-1-TR-GS1-16-2024-30270'
const whole = `${trunk}-1-1000`

/** A row of the block from `first` to `last`, with further cells. */
const block = (first: number, last: number, more = ',0.02,GBP') =>
  `GS,GS1,2024,,${trunk}-${first}-${last},${last - first + 1}${more}`
const named = (serial: string, tonnes: number) => `GS,GS1,2024,,${serial},${tonnes},0.02,GBP`

let database: TestDatabase
let db: Database
beforeEach(async () => {
  database = await createTestDatabase()
  db = openTestDatabase(database.url, 4)
  await loadBundledRates(db)
  await importCatalogue(db, { projects: [source('projects.csv', projectFile)] }, { isDemo: false })
})
afterEach(async () => {
  await db.close()
  await database.drop()
})

function source(file: string, text: string): FileSource {
  return { file, open: () => Readable.from([text]) }
}
const batchFile = (header: string, ...rows: readonly string[]) =>
  source('batches.csv', `${[header, ...rows].join('\n')}\n`)
const priced = (...rows: readonly string[]) =>
  batchFile(`${columns},price_per_kg,currency`, ...rows)

const run = (batches: FileSource, batchTerms: BatchTerms = {}) =>
  importCatalogue(db, { batches }, { isDemo: false, batchTerms })
const serials = async () =>
  (await findAllBatches(db, null, null)).map((row) => row.serial_number).sort()

describe('a block with tonnes of another one', () => {
  it.each([
    ['inside it', block(485, 600), /is a part of batch .*-1-1000, and no stock/],
    ['at its end', block(1_000, 1_200), /has tonnes of batch .*-1-1000/],
    ['around it', block(1, 1_001), /has tonnes of batch .*-1-1000/],
    [
      'in small letters',
      named(whole.toLowerCase(), 1_000),
      /is another spelling of batch .*-1-1000/,
    ],
    ['with other dashes', named(whole.replaceAll('-', '–'), 1_000), /another spelling of batch/],
    ['with blanks', named(`${whole.replaceAll('-', ' - ')}`, 1_000), /another spelling of batch/],
    ['with zeros', named(`${trunk}-0001-1000`, 1_000), /another spelling of batch/],
  ])('%s is refused by its line, and the other batch is named', async (_, row, fault) => {
    await run(priced(block(1, 1_000)))
    const result = await run(priced(block(2_001, 2_100), row))
    expect(result).toEqual({
      faults: [{ file: 'batches.csv', line: 3, fault: expect.stringMatching(fault) }],
    })
    expect(await serials()).toEqual([whole])
  })

  it.each([
    ['with a letter that looks like ours', whole.replace('S1', '\u04051')],
    ['with figures of another script', whole.replace('-1000', '-\u0661\u0660\u0660\u0660')],
    ['with strokes in place of dashes', whole.replaceAll('-', '/')],
    ['with a full stop behind it', `${whole}.`],
    ['with a sign that shows nothing', whole.replace('-', '-\u200B')],
  ])('is not confused with another block %s', async (_, serial) => {
    await run(priced(block(1, 1_000)))
    const fault = expect.stringMatching(
      /is not in its registry's form.*\. GS writes GS1-1-COUNTRY-/,
    )
    expect(await run(priced(named(serial, 1_000)))).toEqual({
      faults: [{ file: 'batches.csv', line: 2, fault }],
    })
    expect(await serials()).toEqual([whole])
  })

  it('is refused within one file too, with the line of the other', async () => {
    expect(await run(priced(block(1, 1_000), block(10, 20)))).toMatchObject({
      faults: [{ line: 3, fault: expect.stringMatching(/is a part of .*-1-1000 on line 2/) }],
    })
  })

  it('is left out and counted with --skip-known where it is a part, and only there', async () => {
    const file = priced(block(1, 1_000), block(10, 20), block(500, 1_000), block(1_001, 1_002))
    expect(await run(file, { skipsKnown: true })).toMatchObject({
      batches: { added: 2, changed: 0, unchanged: 0, known: 2 },
    })
    const larger = await run(priced(block(1_002, 1_003)), { skipsKnown: true })
    expect(larger).toMatchObject({ faults: [{ line: 2 }] })
    const spelled = await run(priced(named(whole.toLowerCase(), 1_000)), { skipsKnown: true })
    expect(spelled).toMatchObject({ faults: [{ fault: expect.stringMatching(/spelling/) }] })
  })

  it('of Verra is found by its unit numbers, whatever text follows them', async () => {
    const projects = [projectFile, 'VCS,Verra VCS,VCS3052,,Sun,,Kenya,KE,Verified,Solar,,,,,,[7]\n']
    const more = 'VCS,Verra VCS,VCS1,,Trees,,Peru,PE,Verified,Forest,,,,,,[15]\n'
    const file = source('projects.csv', [...projects, more].join(''))
    await importCatalogue(db, { projects: [file] }, { isDemo: false })
    const unit = '19318-938756291-938757241-VCS-VCU-1289-VER-KH-3-3052-01012024-31122024-1'
    await run(priced(`VCS,VCS3052,2024,,${unit},951,0.02,GBP`))
    const other = '77777-938757241-938757242-VCS-VCU-1-VER-PE-3-1-01012020-31122020-0'
    expect(await run(priced(`VCS,VCS1,2020,,${other},2,0.02,GBP`))).toMatchObject({
      faults: [{ fault: `serial_number: has tonnes of batch ${unit}` }],
    })
  })

  it('is found whatever country, project, type and vintage it names', async () => {
    await run(priced(block(1, 1_000)))
    const projects = `${projectFile}GS,Gold Standard,GS2,,Sun,,Kenya,KE,Verified,Solar,,,,,,[7]\n`
    const file = source('projects.csv', projects)
    await importCatalogue(db, { projects: [file] }, { isDemo: false })
    const other = 'GS,GS2,2019,,GS1-1-KE-GS2-4-2019-30270-900-950,51,0.02,GBP'
    expect(await run(priced(other))).toMatchObject({
      faults: [{ fault: expect.stringMatching(/is a part of batch .*-30270-1-1000/) }],
    })
  })

  it('is the same batch where its text is identical, with a new price', async () => {
    await run(priced(block(1, 1_000)))
    expect(await run(priced(block(1, 1_000, ',0.024,GBP')))).toMatchObject({
      batches: { added: 0, changed: 1 },
    })
  })

  it.each([
    ['the same block in another spelling', named(whole.toLowerCase(), 1_000)],
    ['its second half', block(501, 1_000)],
  ])('is refused while another import of it still runs: %s', async (_, row) => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let isWritten = () => {}
    const written = new Promise<void>((resolve) => {
      isWritten = resolve
    })
    const first = db.transaction(async (tx) => {
      await importFiles(tx, { batches: priced(block(1, 1_000)) }, { isDemo: false })
      isWritten()
      await held
    })
    await written
    const second = run(priced(block(2_001, 2_100), row))
    await waitUntilOneWaits()
    letGo()
    await first
    expect(await second).toEqual({
      faults: [{ file: 'batches.csv', line: 3, fault: expect.stringContaining(whole) }],
    })
    expect(await serials()).toEqual([whole])
  })

  it('is refused by its line where two files have it in opposite orders', async () => {
    const ordered = Array.from({ length: 1_200 }, (_, index) => index * 10 + 1)
    const half = (first: number) => block(first + 5, first + 14)
    const results = await Promise.all([
      run(priced(...ordered.map((first) => block(first, first + 9)))),
      run(priced(...ordered.toReversed().map(half))),
    ])
    expect(results).toContainEqual(expect.objectContaining({ batches: expect.anything() }))
    expect(results).toContainEqual({
      faults: expect.arrayContaining([
        { file: 'batches.csv', line: 2, fault: expect.stringMatching(/has tonnes of batch /) },
      ]),
    })
    expect(await serials()).toHaveLength(1_200)
  })
})

describe('a block that may not be sold', () => {
  const header = `${columns},price_per_kg,currency,status`
  const rows = ['ISSUED', ' Active', 'available', 'RETIRED', 'Cancelled', 'On Hold', '']
  const file = batchFile(
    header,
    ...rows.map((status, index) => block(index * 10 + 1, index * 10 + 10, `,0.02,GBP,${status}`)),
  )

  it('is refused by its line, and the whole file with it', async () => {
    expect(await run(file)).toEqual({
      faults: [
        { file: 'batches.csv', line: 5, fault: expect.stringMatching(/"RETIRED" may not be sold/) },
        { file: 'batches.csv', line: 6, fault: expect.stringMatching(/"Cancelled" may not/) },
        { file: 'batches.csv', line: 7, fault: expect.stringMatching(/"On Hold" may not/) },
        { file: 'batches.csv', line: 8, fault: expect.stringMatching(/is empty/) },
      ],
    })
    expect(await serials()).toEqual([])
  })

  it('is left out and counted with --skip-unsellable', async () => {
    const left = [
      { line: 5, fault: expect.stringMatching(/ "RETIRED" may not be sold$/) },
      { line: 6, fault: expect.stringMatching(/ "Cancelled" may not be sold$/) },
      { line: 7, fault: expect.stringMatching(/ "On Hold" may not be sold$/) },
      {
        line: 8,
        fault: expect.stringMatching(/ is empty, so it is not known whether this may be sold$/),
      },
    ]
    expect(await run(file, { skipsUnsellable: true })).toMatchObject({
      batches: { added: 3, unsellable: 4, left_out: left },
    })
  })

  it('is reported as a part of its block, whichever of them the registry lists first', async () => {
    const [whole = '', retired = ''] = [
      block(1, 1_000, ',0.02,GBP,ISSUED'),
      block(101, 200, ',0.02,GBP,RETIRED'),
    ]
    const [wholeSerial = ''] = /GS1-[^,]+/.exec(whole) ?? []
    const why = (line: number) => ({
      left_out: [
        { fault: expect.stringContaining(`it is a part of ${wholeSerial} on line ${line}`) },
      ],
      partly_unsellable: [wholeSerial],
    })
    const parted = batchFile(header, retired, whole)
    expect(await run(parted, { skipsUnsellable: true })).toMatchObject({ batches: why(3) })
    const again = await run(batchFile(header, whole, retired), { skipsUnsellable: true })
    expect(again).toMatchObject({
      batches: {
        left_out: [{ line: 3, fault: expect.stringContaining(`a part of batch ${wholeSerial}`) }],
        partly_unsellable: [wholeSerial],
      },
    })
    const beyond = batchFile(header, block(901, 1_100, ',0.02,GBP,RETIRED'))
    expect(await run(beyond, { skipsUnsellable: true })).toMatchObject({
      batches: {
        left_out: [{ fault: expect.stringContaining(`it has tonnes of batch ${wholeSerial}`) }],
        partly_unsellable: [wholeSerial],
      },
    })
  })

  it('is reported as a part of each of its blocks, however many rows are between them', async () => {
    const wholes = [1, 2_001].map((first) => block(first, first + 999, ',0.02,GBP,ISSUED'))
    await run(batchFile(header, ...wholes))
    const retired = (first: number, last: number) => block(first, last, ',0.02,GBP,RETIRED')
    const between = Array.from({ length: 500 }, (_, index) => retired(5_001 + index, 5_001 + index))
    const file = batchFile(header, retired(101, 200), ...between, retired(2_101, 2_200))
    expect(await run(file, { skipsUnsellable: true })).toMatchObject({
      batches: { unsellable: 502, partly_unsellable: await serials() },
    })
  })

  it('is reported in the order of the file, among the parts that are left out', async () => {
    const rows = [
      block(101, 200, ',0.02,GBP,RETIRED'),
      block(1, 1_000, ',0.02,GBP,ISSUED'),
      block(300, 400, ',0.02,GBP,ISSUED'),
    ]
    const terms = { skipsUnsellable: true, skipsKnown: true }
    expect(await run(batchFile(header, ...rows), terms)).toMatchObject({
      batches: { added: 1, unsellable: 1, known: 1, left_out: [{ line: 2 }, { line: 4 }] },
    })
  })

  it('is named where it is a known batch, so that the operator withdraws it', async () => {
    await run(file, { skipsUnsellable: true })
    const [known = ''] = await serials()
    const retired = batchFile(header, block(1, 10, ',0.02,GBP,RETIRED'))
    expect(await run(retired, { skipsUnsellable: true })).toMatchObject({
      batches: { added: 0, unsellable: 1, no_longer_sellable: [known] },
    })
    const part = batchFile(header, block(1, 5, ',0.02,GBP,RETIRED'))
    const ofPart = await run(part, { skipsUnsellable: true })
    expect(ofPart).toMatchObject({ batches: { added: 0, unsellable: 1 } })
    expect(ofPart).not.toHaveProperty('batches.no_longer_sellable')
    const respelled = batchFile(header, block(1, 10, ',0.02,GBP,RETIRED').replace('GS1-1', 'gs1-1'))
    const ofRespelled = await run(respelled, { skipsUnsellable: true })
    expect(ofRespelled).toMatchObject({
      batches: { added: 0, unsellable: 1, no_longer_sellable: [known] },
    })
    // The whole batch is retired, not a part of it.
    expect(ofRespelled).not.toHaveProperty('batches.partly_unsellable')
  })
})

describe('an operator’s option for a file', () => {
  it('gives its price and currency to a file without those columns', async () => {
    const file = batchFile(columns, block(1, 10, ''))
    expect(await run(file)).toMatchObject({
      faults: [{ fault: expect.stringMatching(/are needed/) }],
    })
    await run(file, { priceMicros: 24_300, currency: 'EUR' })
    expect(await findAllBatches(db, null, null)).toMatchObject([
      { price_micros: 24_300, currency: 'EUR' },
    ])
  })

  it('never replaces a value of the file, nor fills an empty cell', async () => {
    const terms = { priceMicros: 24_300 }
    for (const cells of [',0.02,GBP', ',,GBP']) {
      expect(await run(priced(block(1, 10, cells)), terms)).toMatchObject({
        faults: [{ line: 2, fault: 'price_per_kg: the file has this column, leave out --price' }],
      })
    }
  })

  it('makes the projects that rows name, once, from the rows’ facts', async () => {
    const header =
      `${columns},price_per_kg,currency,project_name,country,country_code,project_type,` +
      'developer,methodology,sdgs'
    const forest = 'Forêt,France,FR,Forest,Bois SA,AMS-III,[15]'
    const rows = [
      `ACR,ACR1129,2025,,ACR-FR-1129-2025-2917-30932 to 35143,4212,0.02,EUR,${forest}`,
      `ACR,ACR1129,2025,,ACR-FR-1129-2025-2918-1 to 10,10,0.02,EUR,${forest}`,
      'CAR,CAR1335,2025,,CAR-1-US-1335-31-983-KS-2025-9205-1 to 5000,5000,0.02,USD,Soil,,,Soil,,,',
    ]
    const file = batchFile(header, ...rows)
    expect(await run(file)).toMatchObject({
      faults: [{ line: 2, fault: expect.stringMatching(/no project ACR ACR1129/) }, {}, {}],
    })
    expect(await run(file, { createsProjects: true })).toMatchObject({
      batches: { added: 3, projects_added: 2 },
    })
    const filters = { registry: null, type: null, status: null, patterns: null }
    const made = (await findProjects(db, filters, null, null)).slice(1)
    expect(made).toMatchObject([
      { name: 'Forêt', registry_name: 'American Carbon Registry', country: 'FR', batch_count: 2 },
      { name: 'Soil', registry_name: 'Climate Action Reserve', status: 'Verified', batch_count: 1 },
    ])
    const whole = made[0] && (await findProjectById(db, made[0].id))
    expect(whole).toMatchObject({
      ...{ country_name: 'France', developer: 'Bois SA', sdgs: [15], project_type: ['Forest'] },
      raw_data: { methodology: 'AMS-III' },
    })
    expect(await run(file, { createsProjects: true })).toMatchObject({
      batches: { added: 0, unchanged: 3, projects_added: 0 },
    })
  })

  it('makes no project without a name', async () => {
    const file = priced(`GS,GS9,2024,,${whole},1000,0.02,GBP`)
    expect(await run(file, { createsProjects: true })).toMatchObject({
      faults: [{ line: 2, fault: 'project_name: is needed to make the project GS GS9' }],
    })
  })
})

const waiting = statement(
  'test waiting imports',
  { count: 'int8' },
  `select count(*) from pg_stat_activity
   where datname = current_database() and wait_event_type = 'Lock'`,
)

async function waitUntilOneWaits(): Promise<void> {
  for (let look = 0; look < 1_000; look += 1) {
    const [row] = await db.run(waiting)
    if (row?.count === 1) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the second import never waited for the first')
}
