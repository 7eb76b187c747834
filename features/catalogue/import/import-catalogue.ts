// Imports projects, batches and featured rows in one transaction: all of it, or nothing where a row
// is bad. It reads and writes in pieces, so that a file of any length needs little memory, and must
// never change the stock of a batch that is known already.

import { readRates } from '#features/wallet/rates/rates.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { RowFault } from '#providers/registries/tables/file-source.ts'
import type { BatchTerms } from './batch-judgement.ts'
import { batchPieces, type CatalogueFiles, projectPieces } from './catalogue-files.ts'
import {
  type AuditPrices,
  type BatchCounts,
  type BatchRules,
  importBatches,
  judgePiece,
  noBatches,
} from './import-batches.ts'
import { importFeatured } from './import-featured.ts'
import { eachPiece, ImportRefused } from './import-pieces.ts'
import { importProjects, type ProjectCounts } from './import-projects.ts'
import { prepareImport } from './import-queries.ts'
import { type PriceBand, usualBand } from './price-judgement.ts'

export type ImportCounts = {
  readonly projects: Readonly<ProjectCounts>
  readonly batches: Readonly<BatchCounts>
  /** Rows of featured projects; a new row counts as changed. */
  readonly featured: { readonly changed: number; readonly unchanged: number }
}
export type ImportResult = ImportCounts | { readonly faults: readonly RowFault[] }

export type ImportOptions = {
  /** Marks everything in the files as made for a demonstration. */
  readonly isDemo: boolean
  readonly batchTerms?: BatchTerms
  /** Takes what the files state of a project where an operator set it by hand. */
  readonly overwrites?: boolean
  /** Prices that need no confirmation. */
  readonly priceBand?: PriceBand
  /** Who imports, for the history of prices. */
  readonly by?: string
  readonly auditPrices?: AuditPrices
  /** The clock. The demonstration's own catalogue is compared with no day. */
  readonly now?: Date
  /** Called after each piece: what is read, and how many rows of it so far. */
  readonly onProgress?: (what: keyof CatalogueFiles, rowsRead: number) => void
}

/**
 * The same files twice change nothing the second time. A project that is known keeps its place in
 * the list; new ones follow in the order of the file. Answers faults, with file and line, where a
 * row is bad, names a project or batch that is not known, may not be sold, or has tonnes of
 * another batch: those of the first file that has any. Of two imports at once the second waits for
 * the first and then finds its tonnes; the database's constraint refuses whatever came otherwise.
 */
export async function importCatalogue(
  db: Database,
  files: CatalogueFiles,
  options: ImportOptions,
): Promise<ImportResult> {
  try {
    return await db.transaction((tx) => importFiles(tx, files, options))
  } catch (error) {
    if (error instanceof ImportRefused) return { faults: error.faults }
    throw error
  }
}

/** For a caller that does more in the same transaction. Throws where a row is bad. */
export async function importFiles(
  tx: Transaction,
  files: CatalogueFiles,
  options: ImportOptions,
): Promise<ImportCounts> {
  const { batchTerms = {}, onProgress } = options
  await prepareImport(tx)
  const projects: ProjectCounts = { added: 0, changed: 0, unchanged: 0, skipped: 0 }
  const asRead = async <Row>(rows: Row) => ({ rows, faults: [] })
  await eachPiece(projectPieces(files), asRead, async (rows, rowsRead) => {
    await importProjects(tx, rows, options, projects)
    onProgress?.('projects', rowsRead)
  })
  const batches = noBatches(batchTerms)
  const rules = await batchRules(tx, files, options)
  await eachPiece(
    batchPieces(files),
    (rows) => judgePiece(tx, rows, rules, batches),
    async (rows, rowsRead) => {
      await importBatches(tx, rows, rules, batches)
      onProgress?.('batches', rowsRead)
    },
  )
  return { projects, batches, featured: await importFeatured(tx, files) }
}

/** The demonstration's own catalogue has prices that are made up, and days of another year. */
async function batchRules(
  tx: Transaction,
  { batches }: CatalogueFiles,
  { isDemo, batchTerms = {}, priceBand = usualBand, by = 'import', ...given }: ImportOptions,
): Promise<BatchRules> {
  const { auditPrices = async () => undefined, now = new Date() } = given
  return {
    terms: batchTerms,
    isDemo,
    today: isDemo ? null : now.toISOString().slice(0, 10),
    prices: isDemo ? null : { band: priceBand, rates: await readRates(tx) },
    source: { by, source: isDemo ? 'demonstration' : `import of ${batches?.file ?? 'no file'}` },
    auditPrices,
  }
}
