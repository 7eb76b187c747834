// Replaces the featured projects of each country in the file. Other countries stay unchanged.

import type { Transaction } from '#platform/database/database.ts'
import type { ReadRow } from '#providers/registries/tables/file-source.ts'
import { type CatalogueFiles, featuredChunks, projectKey } from './catalogue-files.ts'
import type { FeaturedRow } from './featured-file.ts'
import { eachChunk } from './import-chunks.ts'
import { featuredFaults } from './import-faults.ts'
import { writeFeatured } from './import-queries.ts'
import { findKnown, found } from './known-catalogue.ts'

/** Maximum rows of the file. All are in memory, because a country's order is that of its rows. */
const rowsMax = 5_000

/** Imports the featured rows. `changed` counts added rows too. */
export async function importFeatured(
  tx: Transaction,
  files: CatalogueFiles,
): Promise<{ changed: number; unchanged: number }> {
  const all: ReadRow<FeaturedRow>[] = []
  const knownTo = (rows: readonly ReadRow<FeaturedRow>[]) =>
    findKnown(
      tx,
      rows.map(({ row }) => row),
      rows.flatMap(({ row }) => row.preferredSerialNumber ?? []),
    )
  const judge = async (rows: readonly ReadRow<FeaturedRow>[]) => ({
    rows,
    faults: featuredFaults(rows, await knownTo(rows)),
  })
  await eachChunk(featuredChunks(files), judge, async (rows) => {
    all.push(...rows)
    if (all.length > rowsMax) throw new Error(`more than ${rowsMax} featured rows`)
  })
  const known = await knownTo(all)
  const countries = Map.groupBy(all, ({ row }) => row.country)
  const records = [...countries.values()].flatMap((rows) =>
    rows.map(({ row }, position) => ({
      country: row.country,
      projectId: found(known.projectIds, projectKey(row)),
      position,
      preferredBatchId:
        row.preferredSerialNumber === null
          ? null
          : found(known.batches, row.preferredSerialNumber).id,
    })),
  )
  const changed = (await writeFeatured(tx, records)).length
  return { changed, unchanged: all.length - changed }
}
