// Reads the present places of completed purchases. A purchase has one segment, or several after a
// replacement (replace/replace-batch.ts).
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

const findPresent = statement(
  'find-present-places',
  { purchase_id: 'uuid', batch_id: 'uuid', first_place: 'int8', kg: 'int8', is_noted: 'bool' },
  `select pl.purchase_id, pl.batch_id, pl.first_place, pl.kg,
     exists (select from purchase_places w where w.purchase_id = pl.purchase_id)
       or exists (select from refund_parts f where f.purchase_id = pl.purchase_id) as is_noted
   from present_places pl where pl.purchase_id = any($1::uuid[])
   order by pl.purchase_id, pl.batch_id, pl.first_place`,
)

export type PresentSegment = Awaited<ReturnType<typeof readPresentPlaces>>[number]

/** Returns all segments of the purchases. These stay current only while the purchases are locked. */
export async function readPresentPlaces(db: Db, purchaseIds: readonly string[]) {
  const rows = await db.run(findPresent, [purchaseIds])
  return rows.map((row) => ({
    purchaseId: row.purchase_id,
    batchId: row.batch_id,
    firstPlace: row.first_place,
    kg: row.kg,
    /** True if the log learns of its returns by notices: a kilogram was replaced, or went back in a part. */
    isNoted: row.is_noted,
  }))
}
