// What an import may not do, checked against what the database holds: pure, over what was read.
import { type CatalogueRows, projectKey } from '#features/projects/catalogue-files.ts'
import type { ReadRow, RowFault } from '#providers/registries/csv-rows.ts'

export type KnownBatch = {
  readonly id: string
  readonly project_id: string
  readonly issued_kg: number
}

/** Projects by registry and id there, batches by serial number: those that the files speak of. */
export type KnownCatalogue = {
  readonly projectIds: ReadonlyMap<string, string>
  readonly batches: ReadonlyMap<string, KnownBatch>
}

/** Faults of rows that name what is not there, or contradict what is. Units: kg. */
export function importFaults(rows: CatalogueRows, known: KnownCatalogue): RowFault[] {
  const own = new Set(rows.projects.map(({ row }) => projectKey(row)))
  const isKnown = (key: string) => own.has(key) || known.projectIds.has(key)
  const ownBatches = new Map(rows.batches.map(({ row }) => [row.serialNumber, batchProject(row)]))

  const batchFaults = rows.batches.map((read) => {
    const key = batchProject(read.row)
    if (!isKnown(key)) return faultAt(read, `there is no project ${key}`)
    const before = known.batches.get(read.row.serialNumber)
    if (before === undefined) return null
    if (before.project_id !== known.projectIds.get(key)) {
      return faultAt(read, 'this serial number belongs to another project')
    }
    return before.issued_kg === read.row.quantityKg
      ? null
      : faultAt(read, `this serial number was issued with ${before.issued_kg} kg`)
  })
  const featuredFaults = rows.featured.map((read) => {
    const key = projectKey(read.row)
    if (!isKnown(key)) return faultAt(read, `there is no project ${key}`)
    const serial = read.row.preferredSerialNumber
    if (serial === null || ownBatches.get(serial) === key) return null
    const batch = known.batches.get(serial)
    return batch !== undefined && batch.project_id === known.projectIds.get(key)
      ? null
      : faultAt(read, `project ${key} has no batch ${serial}`)
  })
  return [...batchFaults, ...featuredFaults].filter((fault) => fault !== null)
}

function batchProject(row: { registry: string; externalProjectId: string }): string {
  return projectKey({ registry: row.registry, externalId: row.externalProjectId })
}

function faultAt<Row>({ file, line }: ReadRow<Row>, fault: string): RowFault {
  return { file, line, fault }
}
