// How many kilograms of each batch were issued, sold, retired and are due, for anybody who asks.
import { findBatchFigures } from '#features/retirements/queries.ts'
import type { Db } from '#platform/database/database.ts'

/** Kilograms. `dueKg`: of whole tonnes that were sold, are not retired and are not held back. */
export type Figures = {
  readonly issuedKg: number
  readonly soldKg: number
  readonly retiredKg: number
  readonly dueKg: number
}

export type BatchFigures = Figures & {
  readonly registry: string
  readonly project: string
  readonly serial: string
}

export type FiguresPage = {
  /** Over all batches. */
  readonly total: Figures
  readonly batchCount: number
  readonly batches: readonly BatchFigures[]
}

const nothing = { issuedKg: 0, soldKg: 0, retiredKg: 0, dueKg: 0 }

/** Batches with most sold first. Without any row of that page the sums are not known: null. */
export async function readFigures(
  db: Db,
  page: { readonly limit: number; readonly offset: number },
): Promise<FiguresPage | null> {
  const rows = await findBatchFigures(db, page)
  const [first] = rows
  if (first === undefined) {
    return page.offset === 0 ? { total: nothing, batchCount: 0, batches: [] } : null
  }
  return {
    total: {
      issuedKg: first.all_issued_kg,
      soldKg: first.all_sold_kg,
      retiredKg: first.all_retired_kg,
      dueKg: first.all_due_kg,
    },
    batchCount: first.batches,
    batches: rows.map((row) => ({
      registry: row.registry,
      project: row.project_name,
      serial: row.serial_number,
      issuedKg: row.issued_kg,
      soldKg: row.sold_kg,
      retiredKg: row.retired_kg,
      dueKg: row.due_kg,
    })),
  }
}
