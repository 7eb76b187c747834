// Reads the files of an import whole and checks all that can be checked without the database. What
// it answers has either rows or faults; it never drops a row in silence.
import { type FeaturedRow, readFeaturedFile } from '#features/projects/featured-file.ts'
import { type RegistryBatch, readBatchFile } from '#providers/registries/batch-file.ts'
import {
  type CsvSource,
  isFault,
  type ReadRow,
  type RowFault,
} from '#providers/registries/csv-rows.ts'
import { type RegistryProject, readProjectFile } from '#providers/registries/project-file.ts'
import { isOwnCurrency } from '#values/calling-codes.ts'

/** Any of the three; what is left out stays as it is. */
export type CatalogueFiles = {
  readonly projects?: CsvSource
  readonly batches?: CsvSource
  readonly featured?: CsvSource
}

export type OfferedBatch = RegistryBatch & {
  readonly priceMicros: number
  readonly currency: string
}

export type CatalogueRows = {
  readonly projects: readonly ReadRow<RegistryProject>[]
  readonly batches: readonly ReadRow<OfferedBatch>[]
  readonly featured: readonly ReadRow<FeaturedRow>[]
}

/** Rows of one file at most: ten times the largest registry. */
const rowsMax = 50_000
/** Faults of one import that are told; a person mends these first. */
export const faultsMax = 10

/** Reads the files one after the other, until they end or `faultsMax` faults are found. */
export async function readCatalogueFiles(
  files: CatalogueFiles,
): Promise<CatalogueRows | { readonly faults: readonly RowFault[] }> {
  const faults: RowFault[] = []
  const projects = await readRows(files.projects, readProjectFile, projectKey, faults)
  const batches = await readRows(files.batches, readBatchFile, (row) => row.serialNumber, faults)
  const featured = await readRows(files.featured, readFeaturedFile, featuredKey, faults)
  const offered = batches.flatMap((read) => {
    const batch = offeredBatch(read)
    if ('fault' in batch) faults.push(batch)
    return 'fault' in batch ? [] : [batch]
  })
  if (faults.length > 0) return { faults: faults.slice(0, faultsMax) }
  return { projects, batches: offered, featured }
}

async function readRows<Row>(
  source: CsvSource | undefined,
  readFile: (source: CsvSource) => AsyncIterable<ReadRow<Row> | RowFault>,
  keyOf: (row: Row) => string,
  faults: RowFault[],
): Promise<ReadRow<Row>[]> {
  if (source === undefined) return []
  const rows: ReadRow<Row>[] = []
  const lineByKey = new Map<string, number>()
  for await (const read of readFile(source)) {
    const fault = isFault(read) ? read : faultOfPlace(read, keyOf(read.row), lineByKey)
    if (fault !== null) faults.push(fault)
    else if (!isFault(read)) rows.push(read)
    if (faults.length >= faultsMax) break
  }
  return rows
}

function faultOfPlace<Row>(
  { file, line }: ReadRow<Row>,
  key: string,
  lineByKey: Map<string, number>,
): RowFault | null {
  const before = lineByKey.get(key)
  if (before !== undefined) return { file, line, fault: `${key} stands on line ${before} already` }
  if (lineByKey.size >= rowsMax) return { file, line, fault: `more than ${rowsMax} rows` }
  lineByKey.set(key, line)
  return null
}

/** A registry states no price; a batch without one cannot be offered. */
function offeredBatch({
  file,
  line,
  row,
}: ReadRow<RegistryBatch>): ReadRow<OfferedBatch> | RowFault {
  const { priceMicros, currency } = row
  if (priceMicros === null || currency === null) {
    return { file, line, fault: 'price_per_kg and currency are needed to offer a batch' }
  }
  if (!isOwnCurrency(currency)) return { file, line, fault: `currency: ${currency} is not sold in` }
  return { file, line, row: { ...row, priceMicros, currency } }
}

/** What makes a project one: its registry and the id there. */
export function projectKey(project: { registry: string; externalId: string }): string {
  return `${project.registry} ${project.externalId}`
}

function featuredKey(row: FeaturedRow): string {
  return `${row.country} ${projectKey(row)}`
}
