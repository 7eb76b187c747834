// Tests a registry's whole list of credits from the command line: its greatest length, its memory,
// and that a fault in its last line stops all of it.
import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importCatalogue } from '#features/catalogue/import/import-catalogue.ts'
import type { Database } from '#platform/database/database.ts'
import { loadBundledRates } from '#providers/exchange-rates/store-rates.ts'
import { createTestDatabase, openTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import type { ProgramResult } from '#tests/support/servers/run-operator.ts'
import { statement } from '#tests/support/test-statement.ts'
import packageFile from '../package.json' with { type: 'json' }

/** `npm run faults` imports 100,000, within the same memory. */
const batchCount = Number(process.env.IMPORT_BATCHES ?? 10_000)
const toldCount = 10_000 * Math.floor(batchCount / 10_000)
/** Of the file that is refused for its last line but one. */
const refusedCount = batchCount / 5
const memoryMaxMiB = 200
const root = resolve(import.meta.dirname, '..')
/** The program with the flags of Node that `npm run operator` gives it, after `exec node scripts/run.mjs`. */
const operator = packageFile.scripts.operator.split(' ').slice(3)
const tellsMemory =
  'data:text/javascript,process.on("exit",()=>' +
  'process.stderr.write("\\nKiB "+process.resourceUsage().maxRSS+"\\n"))'

const stockOf = statement(
  'test stock and postings',
  { batches: 'int8', stocks: 'int8', postings: 'int8', kg: 'int8' },
  `select (select count(*) from batches) as batches, (select count(*) from batch_stock) as stocks,
     (select count(*) from kg_postings) as postings,
     (select coalesce(sum(available_kg), 0)::bigint from batch_stock) as kg`,
)

let database: TestDatabase
let db: Database
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
  db = openTestDatabase(database.url, 1)
  await loadBundledRates(db)
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-large-'))
  const project =
    'registry,registry_name,external_id,external_url,name,developer,country,country_code,status,' +
    'project_type,methodology,size,estimated_annual_credits,crediting_period_start,' +
    'crediting_period_end,sdgs\nGS,Gold Standard,GS1,,Wind,,Turkey,TR,Verified,Wind,,,,,,[7]\n'
  const source = { file: 'projects.csv', open: () => Readable.from([project]) }
  await importCatalogue(db, { projects: [source] }, { isDemo: false })
})
afterAll(async () => {
  await db.close()
  await database.drop()
  await rm(folder, { recursive: true })
})

/** A file of `count` batches. `priceOf` gives the price on a line. */
async function fileOf(
  name: string,
  count: number,
  priceOf: (line: number) => string,
): Promise<string> {
  const path = join(folder, name)
  function* lines() {
    yield 'registry,external_project_id,vintage_year,serial_number,quantity_tco2e,issuance_date,price_per_kg,currency\n'
    for (let line = 2; line < count + 2; line += 1) {
      yield `GS,GS1,2024,GS1-1-TR-GS1-1-2024-${line}-1-5,5,2026-04-13,${priceOf(line)},GBP\n`
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(path))
  return path
}

function importBatches(path: string): Promise<ProgramResult> {
  const env = { ...process.env, DATABASE_URL: database.url, SECRET_KEY: '5f'.repeat(32) }
  const args = ['--import', tellsMemory, ...operator, 'batches', 'import', path, '--json']
  return new Promise((done) => {
    const child = execFile(process.execPath, args, { env, cwd: root }, (_, stdout, stderr) =>
      done({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}

describe('a long file of batches', () => {
  it('with a bad line near its end imports no row and names that line', async () => {
    const path = await fileOf('bad.csv', refusedCount, (line) =>
      line === refusedCount ? 'free' : '0.02',
    )
    const { code, stdout } = await importBatches(path)
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      faults: [
        { file: 'bad.csv', line: refusedCount, fault: expect.stringMatching(/price_per_kg/) },
      ],
    })
    expect(await db.run(stockOf)).toEqual([{ batches: 0, stocks: 0, postings: 0, kg: 0 }])
  }, 480_000)

  it(`of ${batchCount} is imported within ${memoryMaxMiB} MiB of memory, with its progress`, async () => {
    const path = await fileOf('good.csv', batchCount, () => '0.02')
    const { stdout, stderr } = await importBatches(path)
    expect(JSON.parse(stdout)).toEqual({ ok: true, added: batchCount, changed: 0, unchanged: 0 })
    expect(stderr).toContain(`${toldCount} rows of batches`)
    const kibibytes = Number(/KiB (\d+)/.exec(stderr)?.[1])
    expect(kibibytes / 1024).toBeLessThan(memoryMaxMiB)
    expect(await db.run(stockOf)).toEqual([
      { batches: batchCount, stocks: batchCount, postings: batchCount, kg: batchCount * 5_000 },
    ])
  }, 480_000)
})
