// Fills a database without projects with the demonstration: its catalogue and a few weeks of past sales. It
// changes nothing in a database that has projects.
import { createReadStream } from 'node:fs'
import { join, resolve } from 'node:path'
import { importFiles } from '#features/catalogue/import/import-catalogue.ts'
import type { Database } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import type { FileSource } from '#providers/registries/tables/file-source.ts'
import { bookDemoSales, readDemoSales } from './demo-sales.ts'

const folder = resolve(import.meta.dirname, '../../database/demo-catalogue')

const hasProjects = statement(
  'has-projects',
  { found: 'bool' },
  'select exists (select from projects) as found',
)
/** Tries to lock until the transaction ends, so that only one of several starting processes seeds. */
const takeStartLock = statement(
  'take-turn-to-seed',
  { taken: 'bool' },
  `select pg_try_advisory_xact_lock(hashtextextended('seed-demo-catalogue', 0)) as taken`,
)

export type AddedRows = { readonly projects: number; readonly batches: number }
const noRows: AddedRows = { projects: 0, batches: 0 }

/**
 * Seeds in one transaction. Returns the numbers of added rows, which are 0 if the database has projects or
 * another process is seeding.
 */
export async function seedDemoCatalogue(db: Database, now: Date = new Date()): Promise<AddedRows> {
  const [initial] = await db.run(hasProjects)
  if (initial?.found !== false) return noRows
  const sales = await readDemoSales(source('past-sales.csv'))
  const files = {
    projects: [source('projects.csv')],
    batches: source('batches.csv'),
    featured: source('featured.csv'),
  }
  return db.transaction(async (tx) => {
    const [lock] = await tx.run(takeStartLock)
    const [current] = await tx.run(hasProjects)
    if (lock?.taken !== true || current?.found !== false) return noRows
    const imported = await importFiles(tx, files, { isDemo: true, by: 'demonstration' })
    await bookDemoSales(tx, sales, now)
    return { projects: imported.projects.added, batches: imported.batches.added }
  })
}

function source(file: string): FileSource {
  return { file, open: () => createReadStream(join(folder, file)) }
}
