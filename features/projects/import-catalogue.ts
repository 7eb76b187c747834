// Imports projects, batches and featured rows in one transaction: all of it, or nothing where a row
// is bad. It reads and writes in pieces, so that a file of any length needs little memory, and must
// never change the stock of a batch that is known already.
import {
  batchPieces,
  type CatalogueFiles,
  type OfferedBatch,
  projectKey,
  projectPieces,
} from '#features/projects/catalogue-files.ts'
import { batchFaults } from '#features/projects/import-faults.ts'
import { importFeatured } from '#features/projects/import-featured.ts'
import { eachPiece, ImportRefused } from '#features/projects/import-pieces.ts'
import {
  planEachStatement,
  writeBatches,
  writeProjects,
} from '#features/projects/import-queries.ts'
import { found, knownToBatches } from '#features/projects/known-catalogue.ts'
import { projectRecord } from '#features/projects/project-record.ts'
import { issueBatches } from '#ledger/issue.ts'
import type { ReadRow, RowFault } from '#providers/registries/file-source.ts'
import type { Database, Transaction } from '#server/database.ts'

type Counts = { added: number; changed: number; unchanged: number }
export type ImportCounts = {
  /** `skipped` are projects that their registry no longer runs. */
  readonly projects: Readonly<Counts> & { readonly skipped: number }
  readonly batches: Readonly<Counts>
  /** Rows of featured projects; a new row counts as changed. */
  readonly featured: { readonly changed: number; readonly unchanged: number }
}
export type ImportResult = ImportCounts | { readonly faults: readonly RowFault[] }

export type ImportOptions = {
  /** Marks everything in the files as made for a demonstration. */
  readonly isDemo: boolean
  /** Told after each piece: what is read, and how many rows of it so far. */
  readonly onProgress?: (what: keyof CatalogueFiles, rowsRead: number) => void
}

/**
 * The same files twice change nothing the second time. A project that is known keeps its place in
 * the list; new ones follow in the order of the file. Answers faults, with file and line, where a
 * row is bad, names a project or batch that is not known, or contradicts a batch that is: those of
 * the first file that has any.
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
  { isDemo, onProgress }: ImportOptions,
): Promise<ImportCounts> {
  await planEachStatement(tx)
  const projects = { ...nothing(), skipped: 0 }
  await eachPiece(projectPieces(files), noFaults, async (rows, rowsRead) => {
    const offered = rows.filter(({ row }) => row.status !== null)
    projects.skipped += rows.length - offered.length
    const records = offered.map(({ row }, place) => projectRecord(row, place, isDemo))
    count(projects, records.length, await writeProjects(tx, records))
    onProgress?.('projects', rowsRead)
  })
  const batches = nothing()
  const faultsOfBatches = async (rows: readonly ReadRow<OfferedBatch>[]) =>
    batchFaults(rows, await knownToBatches(tx, rows))
  await eachPiece(batchPieces(files), faultsOfBatches, async (rows, rowsRead) => {
    count(batches, rows.length, await importBatches(tx, rows, isDemo))
    onProgress?.('batches', rowsRead)
  })
  return { projects, batches, featured: await importFeatured(tx, files) }
}

const noFaults = async () => []

type Written = readonly { readonly added: boolean }[]

async function importBatches(
  tx: Transaction,
  rows: readonly ReadRow<OfferedBatch>[],
  isDemo: boolean,
): Promise<Written> {
  const { projectIds } = await knownToBatches(tx, rows)
  const records = rows.map(({ row }) => ({
    ...row,
    projectId: found(projectIds, projectKey({ ...row, externalId: row.externalProjectId })),
    name: row.name ?? `Vintage ${row.vintageYear}`,
    isDemo,
  }))
  const written = await writeBatches(tx, records)
  const added = new Map(
    written.filter((row) => row.added).map((row) => [row.serial_number, row.id]),
  )
  await issueBatches(
    tx,
    rows.flatMap(({ row: { serialNumber, quantityKg } }) => {
      const batchId = added.get(serialNumber)
      return batchId === undefined ? [] : [{ batchId, quantityKg }]
    }),
  )
  return written
}

function nothing(): Counts {
  return { added: 0, changed: 0, unchanged: 0 }
}

function count(counts: Counts, rows: number, written: Written): void {
  const added = written.filter((row) => row.added).length
  counts.added += added
  counts.changed += written.length - added
  counts.unchanged += rows - written.length
}
