// Checks, by the rules of an import, whether a batch whose serial no grammar parsed may be offered.

import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unitFactsOf } from '#providers/registries/units/unit-facts.ts'
import { findLooseOverlaps } from './loose-meetings.ts'
import { faultOfSerial } from './serial-judgement.ts'

const findUnread = statement(
  'find-unread-batch',
  {
    registry: 'text',
    external_id: 'text',
    vintage_year: 'int2',
    serial_number: 'text',
    issued_kg: 'int8',
    is_uncompared: 'bool',
    other: 'text?',
  },
  `select p.registry, p.external_id, b.vintage_year, b.serial_number, s.issued_kg, b.is_uncompared,
     (select o.serial_number from batches o
       where trunk_number(o.serial_trunk) && trunk_number(b.serial_trunk)
         and o.serial_tonnes && b.serial_tonnes and o.offer not in ('conflicting', 'unread')
       order by o.serial_number limit 1) as other
   from batches b join projects p on p.id = b.project_id join batch_stock s on s.batch_id = b.id
   where b.id = $1`,
)

/** Returns an error message that says why the batch must stay off sale, or null if it may be offered. */
export async function faultOfUnread(db: Db, batchId: string): Promise<string | null> {
  const [batch] = await db.run(findUnread, [batchId])
  if (batch === undefined) throw new Error(`there is no batch ${batchId}`)
  const { registry, serial_number, other } = batch
  const row = {
    registry,
    externalProjectId: batch.external_id,
    vintageYear: batch.vintage_year,
    serialNumber: serial_number,
    quantityTonnes: batch.issued_kg / 1_000,
    unit: unitFactsOf({}),
  }
  const fault = faultOfSerial(row, batch.is_uncompared ? [registry] : [])
  if (fault !== null) return fault
  if (other !== null) return `serial_number: has tonnes of batch ${other}`
  return (await findLooseOverlaps(db, [row])).get(serial_number) ?? null
}
