// Reads the kilograms of batches that are available for sale.
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

const findAvailable = statement(
  'find-available-kg',
  { batch_id: 'uuid', available_kg: 'int8' },
  'select batch_id, available_kg from batch_stock where batch_id = any($1::uuid[])',
)

/** Returns available kilograms by batch. They stay current only under the stock's lock (locks.ts). */
export async function readAvailableKg(
  db: Db,
  batchIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.run(findAvailable, [batchIds])
  return new Map(rows.map((row) => [row.batch_id, row.available_kg]))
}
