// Which places completed purchases have, for whoever tells of them beside the purchase itself.
import type { Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'

const findPlaces = statement(
  'find-sold-places',
  { id: 'uuid', tx_id: 'text', first_place: 'int8', day: 'date' },
  `select id, tx_id, first_place,
     (completed_at at time zone 'UTC')::date as day from purchases
   where id = any($1::uuid[]) and first_place is not null`,
)
export type SoldPlaces = RowOf<typeof findPlaces>

/** By the purchase's id, with the UTC day of its completion; those that are not completed are left out. */
export async function findSoldPlaces(
  db: Db,
  purchaseIds: readonly string[],
): Promise<Map<string, SoldPlaces>> {
  const rows = await db.run(findPlaces, [purchaseIds])
  return new Map(rows.map((row) => [row.id, row]))
}
