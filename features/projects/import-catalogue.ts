// Imports projects, batches and featured rows in one transaction: all of it, or nothing where a row
// is bad. It must never change the stock of a batch that is known already.
import {
  type CatalogueFiles,
  type CatalogueRows,
  faultsMax,
  projectKey,
  readCatalogueFiles,
} from '#features/projects/catalogue-files.ts'
import { importFaults, type KnownCatalogue } from '#features/projects/import-faults.ts'
import {
  findBatchesBySerialNumber,
  findProjectsByRegistryId,
  writeBatches,
  writeFeatured,
  writeProjects,
} from '#features/projects/import-queries.ts'
import { projectRecord } from '#features/projects/project-record.ts'
import { issueBatches } from '#ledger/issue.ts'
import type { RowFault } from '#providers/registries/csv-rows.ts'
import type { Database, Db } from '#server/database.ts'

type Counts = { readonly added: number; readonly changed: number; readonly unchanged: number }
export type ImportCounts = {
  /** `skipped` are projects that their registry no longer runs. */
  readonly projects: Counts & { readonly skipped: number }
  readonly batches: Counts
  /** Rows of featured projects; a new row counts as changed. */
  readonly featured: { readonly changed: number; readonly unchanged: number }
}
export type ImportResult = ImportCounts | { readonly faults: readonly RowFault[] }

export type ImportOptions = {
  /** Marks everything in the files as made for a demonstration. */
  readonly isDemo: boolean
}

/**
 * The same files twice change nothing the second time. A project that is known keeps its place in
 * the list; new ones follow in the order of the file. Answers faults, with file and line, where a
 * row is bad, names a project or batch that is not known, or contradicts a batch that is.
 */
export async function importCatalogue(
  db: Database,
  files: CatalogueFiles,
  options: ImportOptions,
): Promise<ImportResult> {
  const rows = await readCatalogueFiles(files)
  return 'faults' in rows ? rows : db.transaction((tx) => importRows(tx, rows, options))
}

/** For a caller that does more in the same transaction. */
export async function importRows(
  tx: Db,
  all: CatalogueRows,
  { isDemo }: ImportOptions,
): Promise<ImportResult> {
  const rows = { ...all, projects: all.projects.filter(({ row }) => row.status !== null) }
  const known = await findKnown(tx, rows)
  const faults = importFaults(rows, known)
  if (faults.length > 0) return { faults: faults.slice(0, faultsMax) }

  const projects = await importProjects(tx, rows, known, isDemo)
  const batches = await importBatches(tx, rows, projects.ids, known, isDemo)
  const featured = await importFeatured(tx, rows, projects.ids, batches.ids)
  return {
    projects: {
      ...countsOf(rows.projects.length, projects.written),
      skipped: all.projects.length - rows.projects.length,
    },
    batches: countsOf(rows.batches.length, batches.written),
    featured: { changed: featured, unchanged: rows.featured.length - featured },
  }
}

async function findKnown(tx: Db, rows: CatalogueRows): Promise<KnownCatalogue> {
  const [projects, batches] = await Promise.all([
    findProjectsByRegistryId(tx, [
      ...rows.projects.map(({ row }) => row),
      ...rows.batches.map(({ row }) => ({ ...row, externalId: row.externalProjectId })),
      ...rows.featured.map(({ row }) => row),
    ]),
    findBatchesBySerialNumber(tx, [
      ...rows.batches.map(({ row }) => row.serialNumber),
      ...rows.featured.flatMap(({ row }) => row.preferredSerialNumber ?? []),
    ]),
  ])
  return {
    projectIds: new Map(projects.map((row) => [keyOfRow(row), row.id])),
    batches: new Map(batches.map((row) => [row.serial_number, row])),
  }
}

type Ids = ReadonlyMap<string, string>
type Written = readonly { readonly added: boolean }[]

async function importProjects(
  tx: Db,
  { projects }: CatalogueRows,
  known: KnownCatalogue,
  isDemo: boolean,
): Promise<{ ids: Ids; written: Written }> {
  const records = projects.map(({ row }, place) => projectRecord(row, place, isDemo))
  const written = await writeProjects(tx, records)
  const ids = new Map([
    ...known.projectIds,
    ...written.map((row) => [keyOfRow(row), row.id] as const),
  ])
  return { ids, written }
}

async function importBatches(
  tx: Db,
  { batches }: CatalogueRows,
  projectIds: Ids,
  known: KnownCatalogue,
  isDemo: boolean,
): Promise<{ ids: Ids; written: Written }> {
  const records = batches.map(({ row }) => ({
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
    batches.flatMap(({ row: { serialNumber, quantityKg } }) => {
      const batchId = added.get(serialNumber)
      return batchId === undefined ? [] : [{ batchId, quantityKg }]
    }),
  )
  const before = [...known.batches].map(([serial, { id }]) => [serial, id] as const)
  return { ids: new Map([...before, ...added]), written }
}

/** Answers how many rows were added or changed. */
async function importFeatured(
  tx: Db,
  { featured }: CatalogueRows,
  projectIds: Ids,
  batchIds: Ids,
): Promise<number> {
  const countries = Map.groupBy(featured, ({ row }) => row.country)
  const records = [...countries.values()].flatMap((rows) =>
    rows.map(({ row }, position) => ({
      country: row.country,
      projectId: found(projectIds, projectKey(row)),
      position,
      preferredBatchId:
        row.preferredSerialNumber === null ? null : found(batchIds, row.preferredSerialNumber),
    })),
  )
  return (await writeFeatured(tx, records)).length
}

function countsOf(rows: number, written: Written): Counts {
  const added = written.filter((row) => row.added).length
  return { added, changed: written.length - added, unchanged: rows - written.length }
}

function keyOfRow(row: { registry: string; external_id: string }): string {
  return projectKey({ registry: row.registry, externalId: row.external_id })
}

/** For what importFaults has made sure of. */
function found(ids: Ids, key: string): string {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`an import lost ${key}`)
  return id
}
