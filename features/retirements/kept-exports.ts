// Stores exported rows, and finds them when a registry returns the file.
import type { Db, Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'

/** A range of whole tonnes of one batch. */
export type ExportRow = {
  readonly batchId: string
  readonly registry: string
  readonly project: string
  /** The serial of these tonnes, in the registry's notation. */
  readonly serial: string
  readonly firstPlace: number
  readonly lastPlace: number
}
/** A row of the exported file, with its number of tonnes and the text of its beneficiary. */
export type ExportedRow = ExportRow & { readonly tonnes: number; readonly beneficiary: string }
export type StoredRow = ExportRow & { readonly exportId: number; readonly beneficiary: string }

const insertExport = statement(
  'insert-retirement-export',
  { id: 'int8' },
  'insert into retirement_exports (beneficiary) values ($1) returning id',
)
const row = unnestRows<ExportRow>({
  batch_id: ['uuid', ({ batchId }) => batchId],
  registry: ['text', ({ registry }) => registry],
  project: ['text', ({ project }) => project],
  serial: ['text', ({ serial }) => serial],
  first_place: ['int8', ({ firstPlace }) => firstPlace],
  last_place: ['int8', ({ lastPlace }) => lastPlace],
})
const insertRows = statement(
  'insert-retirement-export-rows',
  {},
  `insert into retirement_export_rows (${row.names}, export_id)
   select ${row.names}, $7 from ${row.rows}`,
)
const findRows = statement(
  'find-retirement-export-rows',
  {
    export_id: 'int8',
    beneficiary: 'text',
    batch_id: 'uuid',
    registry: 'text',
    project: 'text',
    serial: 'text',
    first_place: 'int8',
    last_place: 'int8',
  },
  `select r.export_id, e.beneficiary, r.batch_id, r.registry, r.project, r.serial, r.first_place,
     r.last_place
   from retirement_exports e join retirement_export_rows r on r.export_id = e.id
   where e.beneficiary = any($1::text[]) order by r.export_id desc, r.batch_id, r.first_place`,
)

export async function storeExport(
  tx: Transaction,
  beneficiary: string,
  rows: readonly ExportRow[],
): Promise<void> {
  if (rows.length === 0) return
  const [storedExport] = await tx.run(insertExport, [beneficiary])
  if (storedExport === undefined) throw new Error('an export was not kept')
  await tx.run(insertRows, [...row.values(rows), storedExport.id])
}

/** Returns all rows of the exports with these texts of beneficiaries, the newest export first. */
export async function findStoredRows(
  db: Db,
  beneficiaries: readonly string[],
): Promise<StoredRow[]> {
  const rows = await db.run(findRows, [beneficiaries])
  return rows.map((each) => ({
    exportId: each.export_id,
    beneficiary: each.beneficiary,
    batchId: each.batch_id,
    registry: each.registry,
    project: each.project,
    serial: each.serial,
    firstPlace: each.first_place,
    lastPlace: each.last_place,
  }))
}
