// Commands about the catalogue: imports, featured projects and the demonstration.
// An import is all or nothing; a bad row is told with its file and line.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CatalogueFiles } from '#features/projects/catalogue-files.ts'
import {
  type ImportCounts,
  type ImportResult,
  importCatalogue,
} from '#features/projects/import-catalogue.ts'
import { seedDemoCatalogue } from '#features/projects/seed-demo-catalogue.ts'
import type { Command, Context, Outcome } from '#operator/command.ts'
import { fetchList } from '#providers/registries/fetch-list.ts'
import { fileOnDisk } from '#providers/registries/file-on-disk.ts'
import { type FileSource, faultSentence } from '#providers/registries/file-source.ts'

export const demoSeed: Command = {
  name: 'demo seed',
  takes: '',
  does: 'fills an empty database with the demonstration',
  wordCount: 0,
  run: async ({ db }) => {
    const seeded = await seedDemoCatalogue(db)
    const line =
      seeded.projects === 0
        ? 'There are projects already: nothing was changed.'
        : `Added ${seeded.projects} projects and ${seeded.batches} batches.`
    return { ok: true, lines: [line], json: seeded }
  },
}

export const projectsImport: Command = {
  name: 'projects import',
  takes: 'FILE|URL',
  does: 'adds and updates projects of a registry: CSV, or pages of Gold Standard’s interface',
  wordCount: 1,
  run: (context) => importFile(context, 'projects'),
}

export const batchesImport: Command = {
  name: 'batches import',
  takes: 'FILE|URL',
  does: 'adds batches, and updates their names and prices, from a CSV file',
  wordCount: 1,
  run: (context) => importFile(context, 'batches'),
}

export const featuredSet: Command = {
  name: 'featured set',
  takes: 'FILE',
  does: 'features the projects of a CSV file in the countries that it names',
  wordCount: 1,
  run: (context) => importFile(context, 'featured'),
}

type Kind = keyof CatalogueFiles & keyof ImportCounts

/** Rows between two lines about how far an import is. */
const progressRows = 10_000

async function importFile(context: Context, kind: Kind): Promise<Outcome> {
  const [from = ''] = context.words
  if (/^https?:/i.test(from)) return importFromAddress(context, kind, from)
  return importSources(context, kind, [await fileOnDisk(from)])
}

/** The list is fetched whole before the import begins: no database waits for a network. */
async function importFromAddress(context: Context, kind: Kind, address: string): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'carbon-passport-import-'))
  try {
    const sources = await fetchList(address, {
      folder,
      onProgress: (entries, total) => context.say(`Fetched ${entries} of ${total} entries.`),
    })
    return await importSources(context, kind, sources)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function importSources(
  { db, say }: Context,
  kind: Kind,
  sources: readonly FileSource[],
): Promise<Outcome> {
  let told = 0
  const onProgress = (_: Kind, rowsRead: number) => {
    if (rowsRead - told < progressRows) return
    told = rowsRead
    say(`${rowsRead} rows of ${kind} …`)
  }
  const [source] = sources
  const files = kind === 'projects' ? { projects: sources } : { [kind]: source }
  const result: ImportResult = await importCatalogue(db, files, { isDemo: false, onProgress })
  if ('faults' in result) {
    const lines = [...result.faults.map(faultSentence), 'Nothing was imported.']
    return { ok: false, lines, json: { ok: false, ...result } }
  }
  const counts = Object.entries(result[kind]).map(([what, count]) => `${count} ${what}`)
  return {
    ok: true,
    lines: [`Imported ${kind}: ${counts.join(', ')}.`],
    json: { ok: true, ...result[kind] },
  }
}
