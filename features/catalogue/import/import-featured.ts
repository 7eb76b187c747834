// Replaces the featured projects of each country in the file. Other countries stay unchanged.

import type { Transaction } from '#platform/database/database.ts'
import type { ReadRow } from '#providers/registries/tables/file-source.ts'
import { type CatalogueFiles, featuredChunks, projectKey } from './catalogue-files.ts'
import type { FeaturedRow } from './featured-file.ts'
import { eachChunk } from './import-chunks.ts'
import { featuredFaults } from './import-faults.ts'
import { writeFeatured } from './import-queries.ts'
import { findKnown, getKnown } from './known-catalogue.ts'

/** Maximum number of rows of the file. All are in memory, to number the rows of each country. */
const rowsMax = 5_000

/** Imports the featured rows. `changed` includes added rows. */
export async function importFeatured(
  tx: Transaction,
  files: CatalogueFiles,
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
  await eachChunk(featuredChunks(files), validate, async (rows) => {
    allRows.push(...rows)
    if (allRows.length > rowsMax) throw new Error(`more than ${rowsMax} featured rows`)
  })
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
  const changed = (await writeFeatured(tx, records)).length
  return { changed, unchanged: allRows.length - changed }
}
