// Checks the featured rows of an import against the catalogue. Pure.

import type { ReadRow, RowFault } from '#providers/registries/tables/file-source.ts'
import { projectKey } from './catalogue-files.ts'
import type { FeaturedRow } from './featured-file.ts'
import type { KnownCatalogue } from './known-catalogue.ts'

/** Returns a fault for each row whose project is unknown, or whose batch belongs to another project. */
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
