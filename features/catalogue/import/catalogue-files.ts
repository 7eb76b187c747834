// Reads the files of an import in chunks of rows, so that a whole file is never in memory. It makes the
// checks that need no database. A chunk has every row, either parsed or as a fault.

import type { RegistryProject } from '#providers/registries/projects/project-file.ts'
import { readRegistryProjects } from '#providers/registries/projects/registry-projects.ts'
import { type RegistryBatch, readBatchFile } from '#providers/registries/tables/batch-file.ts'
import {
  type FileSource,
  isFault,
  type ReadRow,
  type Reads,
  type RowFault,
} from '#providers/registries/tables/file-source.ts'
import { type FeaturedRow, readFeaturedFile } from './featured-file.ts'

/** The files to import, each optional. The projects may be split over several files. */
export type CatalogueFiles = {
  readonly projects?: readonly FileSource[]
  readonly batches?: FileSource
  readonly featured?: FileSource
}

/** A chunk of a file: valid rows, faults of the others, and the number of rows read so far. */
export type Chunk<Row> = {
  readonly rows: readonly ReadRow<Row>[]
  readonly faults: readonly RowFault[]
  readonly rowsRead: number
}

/** Number of rows of a chunk: enough for an efficient statement, few enough for memory. */
const chunkRows = 500
/** Maximum number of rows of a file: ten times the number of credit blocks that a registry has issued. */
const rowsMax = 500_000

export function projectChunks(files: CatalogueFiles): AsyncGenerator<Chunk<RegistryProject>> {
  return chunks(readRegistryProjects(files.projects ?? []), projectKey)
}

/** `ignored` are columns of the batches' file that the import does not know and the operator allows. */
export function batchChunks(
  { batches }: CatalogueFiles,
  ignored: readonly string[] = [],
): AsyncGenerator<Chunk<RegistryBatch>> {
  const readFile = (source: FileSource) => readBatchFile(source, ignored)
  return chunks(readOptional(batches, readFile), (row) => row.serialNumber)
}

export function featuredChunks({ featured }: CatalogueFiles): AsyncGenerator<Chunk<FeaturedRow>> {
  return chunks(
    readOptional(featured, readFeaturedFile),
    (row) => `${row.country} ${projectKey(row)}`,
  )
}

/** Reads a file; an absent one has no rows. */
async function* readOptional<Row>(
  source: FileSource | undefined,
  readFile: (source: FileSource) => Reads<Row>,
): Reads<Row> {
  if (source !== undefined) yield* readFile(source)
}

/** Groups rows into chunks. A row with the key of an earlier row becomes a fault. Stops after `rowsMax`. */
async function* chunks<Row>(
  reads: Reads<Row>,
  keyOf: (row: Row) => string,
): AsyncGenerator<Chunk<Row>> {
  const lineByKey = new Map<string, number>()
  let rows: ReadRow<Row>[] = []
  let faults: RowFault[] = []
  let rowsRead = 0
  for await (const read of reads) {
    rowsRead += 1
    const fault = isFault(read) ? read : repeatedKeyFault(read, keyOf(read.row), lineByKey)
    if (fault !== null) faults.push(fault)
    else if (!isFault(read)) rows.push(read)
    if (rows.length + faults.length < chunkRows) continue
    yield { rows, faults, rowsRead }
    rows = []
    faults = []
    if (rowsRead > rowsMax) return
  }
  if (rows.length + faults.length > 0) yield { rows, faults, rowsRead }
}

function repeatedKeyFault<Row>(
  { file, line }: ReadRow<Row>,
  key: string,
  lineByKey: Map<string, number>,
): RowFault | null {
  const firstLine = lineByKey.get(key)
  if (firstLine !== undefined) {
    return { file, line, fault: `${key} stands on line ${firstLine} already` }
  }
  if (lineByKey.size >= rowsMax) return { file, line, fault: `more than ${rowsMax} rows` }
  lineByKey.set(key, line)
  return null
}

/** Returns the key of a project: its registry and its id at the registry. */
export function projectKey(project: { registry: string; externalId: string }): string {
  return `${project.registry} ${project.externalId}`
}
