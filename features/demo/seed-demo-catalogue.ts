// Fills an empty database with the demonstration: its catalogue and a few weeks of past sales. It
// must not touch a database that has projects already, whatever their source.
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
/** Of several processes that start concurrently one seeds; the others continue. */
const takeStartLock = statement(
  'take-turn-to-seed',
  { taken: 'bool' },
  `select pg_try_advisory_xact_lock(hashtextextended('seed-demo-catalogue', 0)) as taken`,
)

export type Seeded = { readonly projects: number; readonly batches: number }
const nothing: Seeded = { projects: 0, batches: 0 }

/** Returns what it added: nothing where there are projects, or another process is seeding. */
export async function seedDemoCatalogue(db: Database, now: Date = new Date()): Promise<Seeded> {
  const [before] = await db.run(hasProjects)
  if (before?.found !== false) return nothing
  const sales = await readDemoSales(source('past-sales.csv'))
  const files = {
    projects: [source('projects.csv')],
    batches: source('batches.csv'),
    featured: source('featured.csv'),
  }
  return db.transaction(async (tx) => {
    const [turn] = await tx.run(takeStartLock)
    const [still] = await tx.run(hasProjects)
    if (turn?.taken !== true || still?.found !== false) return nothing
    const imported = await importFiles(tx, files, { isDemo: true, by: 'demonstration' })
    await bookDemoSales(tx, sales, now)
    return { projects: imported.projects.added, batches: imported.batches.added }
  })
}

function source(file: string): FileSource {
  return { file, open: () => createReadStream(join(folder, file)) }
}
