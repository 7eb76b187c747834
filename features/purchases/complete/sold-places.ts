// Reads the places of completed purchases, as they were sold.
import type { Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'

const findPlaces = statement(
  'find-sold-places',
  { id: 'uuid', tx_id: 'text', first_place: 'int8', day: 'date', is_erased: 'bool' },
  `select p.id, p.tx_id, p.first_place, (p.completed_at at time zone 'UTC')::date as day,
     h.erased_at is not null as is_erased
   from purchases p left join passports h on h.id = p.holder_id
   where p.id = any($1::uuid[]) and p.first_place is not null`,
)
export type SoldPlaces = RowOf<typeof findPlaces>

/**
 * Returns the first place and the UTC day of completion by purchase id. Leaves out purchases that are
 * not completed. `is_erased` is true if the holder of the kilograms was erased.
 */
export async function findSoldPlaces(
  db: Db,
  purchaseIds: readonly string[],
): Promise<Map<string, SoldPlaces>> {
  const rows = await db.run(findPlaces, [purchaseIds])
  return new Map(rows.map((row) => [row.id, row]))
}
