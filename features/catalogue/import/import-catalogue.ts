// Imports projects, batches and featured rows in one transaction, which rolls back at an invalid row. It
// reads and writes in chunks, so that a long file needs little memory. The stock of a known batch must never
// change.

import { readRates } from '#features/wallet/rates/rates.ts'
import type { FileRow } from '#platform/actions/file-rows.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { RowFault } from '#providers/registries/tables/file-source.ts'
import { showProjects } from '../show-projects.ts'
import type { BatchTerms } from './batch-judgement.ts'
import { batchChunks, type CatalogueFiles, projectChunks, projectKey } from './catalogue-files.ts'
import {
  type AuditPrices,
  type BatchCounts,
  type BatchRules,
  importBatches,
  noBatches,
  validateChunk,
} from './import-batches.ts'
import { eachChunk, ImportRefused } from './import-chunks.ts'
import { importFeatured } from './import-featured.ts'
import { importProjects, type ProjectCounts, validateProjects } from './import-projects.ts'
import { prepareImport } from './import-queries.ts'
import { StoredSiblings } from './loose-meetings.ts'
import { type PriceBand, usualBand } from './price-judgement.ts'

export type ImportCounts = {
  readonly projects: Readonly<ProjectCounts>
  readonly batches: Readonly<BatchCounts>
  /** Numbers of rows of featured projects. A new row counts as changed. */
  readonly featured: { readonly changed: number; readonly unchanged: number }
}
export type ImportResult = ImportCounts | { readonly faults: readonly RowFault[] }

export type ImportOptions = {
  /** Marks all projects and batches in the files as part of a demonstration. */
  readonly isDemo: boolean
  readonly batchTerms?: BatchTerms
  /** Overwrites fields of a project that an operator set by hand. */
  readonly overwrites?: boolean
  /** Range of prices that need no confirmation. */
  readonly priceBand?: PriceBand
  /** The operator's name, which the price history records. */
  readonly by?: string
  readonly auditPrices?: AuditPrices
  /** Receives the outcome of each row, those of a refused import, too. */
  readonly report?: FileRow[]
  /** Writes to the audit trail at the end, in the transaction of the import. */
  readonly audit?: (tx: Transaction, counts: ImportCounts) => Promise<void>
  /** The current time, for tests. Default: the clock's. */
  readonly now?: Date
  /** Receives the file's kind and its number of rows so far, after each chunk. */
  readonly onProgress?: (kind: keyof CatalogueFiles, rowsRead: number) => void
}

/**
 * Imports the files. Idempotent. A known project keeps its position in the list; new projects follow in the
 * order of the file. If a file has faults, the import changes nothing and returns them with file and line:
 * invalid rows, unknown projects or batches, unsellable units, and tonnes of another batch. An advisory lock
 * makes concurrent imports wait for each other, so that each finds the other's tonnes. The constraint
 * `batches_serials_never_meet` refuses the same tonnes from any other writer.
 */
export async function importCatalogue(
  db: Database,
  files: CatalogueFiles,
  options: ImportOptions,
): Promise<ImportResult> {
  try {
    return await db.transaction(async (tx) => {
      const counts = await importFiles(tx, files, options)
      await options.audit?.(tx, counts)
      return counts
    })
  } catch (error) {
    if (error instanceof ImportRefused) return { faults: error.faults }
    throw error
  }
}

/** Imports the files within the caller's transaction. Throws `ImportRefused` if a row is invalid. */
export async function importFiles(
  tx: Transaction,
  files: CatalogueFiles,
  options: ImportOptions,
): Promise<ImportCounts> {
  const { batchTerms = {}, onProgress, report } = options
  // A repeated transaction begins with an empty list.
  report?.splice(0)
  await prepareImport(tx)
  const reportOf = <Read>(subjectOf: (row: Read) => string) =>
    report === undefined ? null : { rows: report, subjectOf }
  const projects: ProjectCounts = { added: 0, changed: 0, unchanged: 0, skipped: 0 }
  await eachChunk(
    projectChunks(files),
    (rows) => validateProjects(tx, rows),
    async (rows, rowsRead) => {
      await importProjects(tx, rows, options, projects)
      onProgress?.('projects', rowsRead)
    },
    reportOf(projectKey),
  )
  const batches = noBatches(batchTerms)
  const rules = await batchRules(tx, files, options)
  await eachChunk(
    batchChunks(files, batchTerms.ignoredColumns),
    (rows) => validateChunk(tx, rows, rules, batches),
    async (rows, rowsRead) => {
      await importBatches(tx, rows, rules, batches)
      onProgress?.('batches', rowsRead)
    },
    reportOf(({ serialNumber }) => serialNumber),
  )
  await showProjects(tx)
  const featured = await importFeatured(tx, files, report)
  if (report?.some(({ outcome }) => outcome === 'refused')) throw new ImportRefused([])
  return { projects, batches, featured }
}

/**
 * Returns the rules for batches. A demonstration has invented prices and days of another year, so its rules
 * check neither.
 */
async function batchRules(
  tx: Transaction,
  { batches }: CatalogueFiles,
  { isDemo, batchTerms = {}, priceBand = usualBand, by = 'import', ...others }: ImportOptions,
): Promise<BatchRules> {
  const { auditPrices = async () => undefined, now = new Date(), report = null } = others
  return {
    terms: batchTerms,
    isDemo,
    today: isDemo ? null : now.toISOString().slice(0, 10),
    prices: isDemo ? null : { band: priceBand, rates: await readRates(tx) },
    source: { by, source: isDemo ? 'demonstration' : `import of ${batches?.file ?? 'no file'}` },
    auditPrices,
    siblings: new StoredSiblings(),
    report,
  }
}
