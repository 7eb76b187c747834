// Commands about the catalogue: imports, featured projects, exchange rates and the demonstration.
// An import is all or nothing; a bad row is told with its file and line.
import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { basename } from 'node:path'
import type { CatalogueFiles } from '#features/projects/catalogue-files.ts'
import {
  type ImportCounts,
  type ImportResult,
  importCatalogue,
} from '#features/projects/import-catalogue.ts'
import { seedDemoCatalogue } from '#features/projects/seed-demo-catalogue.ts'
import type { Command, Context, Outcome } from '#operator/command.ts'
import { bundledRatesProvider } from '#providers/exchange-rates/bundled-rates.ts'
import { storeRates } from '#providers/exchange-rates/store-rates.ts'
import { faultSentence } from '#providers/registries/csv-rows.ts'

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
  takes: 'FILE',
  does: 'adds and updates projects from a registry’s CSV file',
  wordCount: 1,
  run: (context) => importFile(context, 'projects'),
}

export const batchesImport: Command = {
  name: 'batches import',
  takes: 'FILE',
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

export const ratesRefresh: Command = {
  name: 'rates refresh',
  takes: '',
  does: 'stores the exchange rates that the provider publishes',
  wordCount: 0,
  run: async ({ db }) => {
    const rates = await bundledRatesProvider.latest()
    const changed = await storeRates(db, rates)
    const { source, asOf } = rates
    const line = `Rates of ${source}, ${asOf}: ${changed} currencies were new or differed.`
    return { ok: true, lines: [line], json: { source, as_of: asOf, changed } }
  },
}

async function importFile(
  { db, words }: Context,
  kind: keyof CatalogueFiles & keyof ImportCounts,
): Promise<Outcome> {
  const [path = ''] = words
  await access(path)
  const source = { file: basename(path), input: createReadStream(path) }
  const result: ImportResult = await importCatalogue(db, { [kind]: source }, { isDemo: false })
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
