// Reads the public figures of batches: kilograms issued, sold, retired and due.

import type { Db } from '#platform/database/database.ts'
import { findBatchFigures } from './retirement-queries.ts'

/**
 * Figures in kilograms. `dueKg` counts wholly sold tonnes that are neither retired nor held back.
 * `withdrawnKg` counts unsold kilograms of batches off sale. `replacedKg` counts sold kilograms that
 * another batch replaced. `confirmedKg` counts retired ones that a list of their registry shows as ours.
 */
const zeroFigures = {
  issuedKg: 0,
  soldKg: 0,
  retiredKg: 0,
  dueKg: 0,
  withdrawnKg: 0,
  replacedKg: 0,
  confirmedKg: 0,
}
export type Figures = typeof zeroFigures

/** Returns a page of batches in descending order of sales; null if the page is after the last batch. */
export async function readFigures(
  db: Db,
  page: { readonly limit: number; readonly offset: number },
) {
  const rows = await findBatchFigures(db, page)
  const [first] = rows
  if (first === undefined) {
    const counts = { batchCount: 0, uncomparedCount: 0 }
    const empty = { total: zeroFigures, confirmedOn: null, ...counts, batches: [] }
    return page.offset === 0 ? empty : null
  }
  return {
    total: {
      issuedKg: first.all_issued_kg,
      soldKg: first.all_sold_kg,
      retiredKg: first.all_retired_kg,
      dueKg: first.all_due_kg,
      withdrawnKg: first.all_withdrawn_kg,
      replacedKg: first.all_replaced_kg,
      confirmedKg: first.all_confirmed_kg,
    },
    /** The day of the last list that confirmed a retirement; null if none did. */
    confirmedOn: first.all_confirmed_on,
    batchCount: first.batches,
    /** Batches of registries whose serials cannot be compared. */
    uncomparedCount: first.all_uncompared,
    batches: rows.map((row) => ({
      registry: row.registry,
      /** The project's name at its registry. */
      project: row.project_name,
      shownProject: row.shown_project_name,
      serial: row.serial_number,
      isUncompared: row.is_uncompared,
      issuedKg: row.issued_kg,
      soldKg: row.sold_kg,
      retiredKg: row.retired_kg,
      dueKg: row.due_kg,
      withdrawnKg: row.withdrawn_kg,
      replacedKg: row.replaced_kg,
      confirmedKg: row.confirmed_kg,
      confirmedOn: row.confirmed_on,
    })),
  }
}
