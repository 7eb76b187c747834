// What an import may not do, checked against what the database holds: pure, over what was read.
import { type OfferedBatch, projectKey } from '#features/projects/catalogue-files.ts'
import type { FeaturedRow } from '#features/projects/featured-file.ts'
import type { KnownCatalogue } from '#features/projects/known-catalogue.ts'
import type { ReadRow, RowFault } from '#providers/registries/file-source.ts'

/** Batches of no project, or that contradict a serial number that is known. Units: kg. */
export function batchFaults(
  rows: readonly ReadRow<OfferedBatch>[],
  known: KnownCatalogue,
): RowFault[] {
  const faults = rows.map((read) => {
    const { registry, externalProjectId, serialNumber, quantityKg } = read.row
    const key = projectKey({ registry, externalId: externalProjectId })
    const projectId = known.projectIds.get(key)
    if (projectId === undefined) return faultAt(read, `there is no project ${key}`)
    const before = known.batches.get(serialNumber)
    if (before === undefined) return null
    if (before.project_id !== projectId) {
      return faultAt(read, 'this serial number belongs to another project')
    }
    return before.issued_kg === quantityKg
      ? null
      : faultAt(read, `this serial number was issued with ${before.issued_kg} kg`)
  })
  return faults.filter((fault) => fault !== null)
}

/** Featured rows of no project, or that prefer a batch of another one. */
export function featuredFaults(
  rows: readonly ReadRow<FeaturedRow>[],
  known: KnownCatalogue,
): RowFault[] {
  const faults = rows.map((read) => {
    const key = projectKey(read.row)
    const projectId = known.projectIds.get(key)
    if (projectId === undefined) return faultAt(read, `there is no project ${key}`)
    const serial = read.row.preferredSerialNumber
    if (serial === null || known.batches.get(serial)?.project_id === projectId) return null
    return faultAt(read, `project ${key} has no batch ${serial}`)
  })
  return faults.filter((fault) => fault !== null)
}

function faultAt<Row>({ file, line }: ReadRow<Row>, fault: string): RowFault {
  return { file, line, fault }
}
