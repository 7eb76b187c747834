// Replaces the featured projects of each country in the file. Other countries stay unchanged.

import type { FileRow } from '#platform/actions/file-rows.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { ReadRow } from '#providers/registries/tables/file-source.ts'
import { type CatalogueFiles, featuredChunks, projectKey } from './catalogue-files.ts'
import { featuredRowsOf, findFeaturedOf } from './featured-changes.ts'
import type { FeaturedRow } from './featured-file.ts'
import { eachChunk, ImportRefused } from './import-chunks.ts'
import { featuredFaults } from './import-faults.ts'
import { writeFeatured } from './import-queries.ts'
import { findKnown, getKnown } from './known-catalogue.ts'

/** Maximum number of rows of the file. All are in memory, to number the rows of each country. */
const rowsMax = 5_000

/** Imports the featured rows. `changed` includes added rows. */
export async function importFeatured(
  tx: Transaction,
  files: CatalogueFiles,
  report?: FileRow[],
): Promise<{ changed: number; unchanged: number }> {
  const allRows: ReadRow<FeaturedRow>[] = []
  const findKnownFor = (rows: readonly ReadRow<FeaturedRow>[]) =>
    findKnown(
      tx,
      rows.map(({ row }) => row),
      rows.flatMap(({ row }) => row.preferredSerialNumber ?? []),
    )
  const validate = async (rows: readonly ReadRow<FeaturedRow>[]) => ({
    rows,
    faults: featuredFaults(rows, await findKnownFor(rows)),
  })
  await eachChunk(
    featuredChunks(files),
    validate,
    async (rows) => {
      allRows.push(...rows)
      const [beyond] = allRows.slice(rowsMax)
      if (beyond === undefined) return
      const { file, line } = beyond
      throw new ImportRefused([{ file, line, fault: `there are more than ${rowsMax} rows` }])
    },
    report === undefined ? null : { rows: report, subjectOf: projectKey },
  )
  const known = await findKnownFor(allRows)
  const countries = Map.groupBy(allRows, ({ row }) => row.country)
  const records = [...countries.values()].flatMap((rows) =>
    rows.map(({ row }, position) => ({
      country: row.country,
      projectId: getKnown(known.projectIds, projectKey(row)),
      position,
      preferredBatchId:
        row.preferredSerialNumber === null
          ? null
          : getKnown(known.batches, row.preferredSerialNumber).id,
    })),
  )
  const before = report === undefined ? [] : await findFeaturedOf(tx, [...countries.keys()])
  const changed = (await writeFeatured(tx, records)).length
  if (report !== undefined) {
    const after = await findFeaturedOf(tx, [...countries.keys()])
    report.push(...featuredRowsOf(allRows, before, after))
  }
  return { changed, unchanged: allRows.length - changed }
}
