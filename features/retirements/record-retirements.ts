// Records retirements from a registry's file, all rows or none. The rows of a batch must retire its
// oldest due tonnes.

import { fillTonnes } from '#features/retirements/fill-tonnes.ts'
import {
  type Answer,
  checkAnswers,
  type Rules,
} from '#features/retirements/judge-registry-answers.ts'
import { findStoredRows } from '#features/retirements/kept-exports.ts'
import { findExportedRow } from '#features/retirements/match-export.ts'
import { type RetirementRow, readRetirementFile } from '#features/retirements/retirement-file.ts'
import { noteRetirements } from '#ledger/log-notices.ts'
import type { Audit } from '#platform/database/audit/audit-trail.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { FileSource, ReadRow, RowFault } from '#providers/registries/tables/file-source.ts'
import { orFaults, RefusedFile, readWhole } from '#providers/registries/tables/whole-file.ts'
import {
  findIssuesOf,
  findSoldOf,
  lockReferencesOf,
  lockSoldBatches,
  writeRecords,
} from './retirement-queries.ts'

/** Maximum number of rows of a file. */
const rowsMax = 10_000

export type RecordingResult = {
  readonly tonnes: number
  readonly batches: number
  /** Kilograms that the operator took to fill a tonne. */
  readonly filledKg: number
  /** Faults of the rows. If there is any fault, no row was recorded. */
  readonly faults: readonly RowFault[]
}

export type RecordOrder = Rules & {
  readonly fill: boolean
  /** Writes the audit entry, in the transaction of the records. */
  readonly audit: Audit
}

/**
 * Records a file. If `fill` is true, first fills the partly sold last tonne of each batch in the file
 * for the operator.
 */
export async function recordRetirements(
  db: Database,
  source: FileSource,
  order: RecordOrder,
): Promise<RecordingResult> {
  const result = await orFaults(async () => {
    const rows = await readWhole(source, readRetirementFile(source), rowsMax)
    return db.transaction(async (tx) => {
      const exported = await findExportedRows(tx, rows)
      return recordRows(tx, exported, order)
    })
  })
  return { tonnes: 0, batches: 0, filledKg: 0, ...result }
}

/** Returns each row with the exported row that contains its places. Otherwise throws a RefusedFile. */
async function findExportedRows(
  tx: Transaction,
  rows: readonly ReadRow<RetirementRow>[],
): Promise<Answer[]> {
  const beneficiaries = [...new Set(rows.map(({ row }) => row.beneficiary))]
  const stored = Map.groupBy(await findStoredRows(tx, beneficiaries), (each) => each.beneficiary)
  const matchedRows = rows.map((read) => ({
    read,
    exported: findExportedRow(read.row, stored.get(read.row.beneficiary) ?? []),
  }))
  const faults = matchedRows.flatMap(({ read: { file, line }, exported }) =>
    typeof exported === 'string' ? [{ file, line, fault: exported }] : [],
  )
  if (faults.length > 0) throw new RefusedFile(faults)
  return matchedRows.flatMap(({ read, exported }) =>
    typeof exported === 'string' ? [] : [{ ...read, exported }],
  )
}

/**
 * Locks the batches, checks the rows, and writes records, log notices and the audit entry. Throws a
 * RefusedFile if a row has a fault.
 */
async function recordRows(
  tx: Transaction,
  answers: readonly Answer[],
  order: RecordOrder,
): Promise<RecordingResult> {
  const ids = [...new Set(answers.map(({ exported }) => exported.batchId))].sort()
  await lockSoldBatches(tx, ids)
  const filled = order.fill ? await fillTonnes(tx, ids) : new Map<string, number>()
  const references = [...new Set(answers.map(({ row }) => row.reference))]
  const batchFacts = {
    sold: await findSoldOf(tx, ids),
    issues: await findIssuesOf(tx, ids),
    batchesByReference: await lockReferencesOf(tx, references),
  }
  const faults = checkAnswers(answers, order, batchFacts)
  if (faults.length > 0) throw new RefusedFile(faults)
  const places = answers.map(({ row: { firstPlace, lastPlace, reference }, exported }) => {
    return { batchId: exported.batchId, firstPlace, lastPlace, reference }
  })
  const noticeIds = await noteRetirements(tx, places)
  const records = answers.map(({ row: { serial, url, retiredOn }, exported }, index) => {
    const [noticeId, rowPlaces] = [noticeIds[index], places[index]]
    if (noticeId === undefined || rowPlaces === undefined) {
      throw new Error('a retirement without its notice')
    }
    return { ...rowPlaces, noticeId, serial, url, retiredOn, exportId: exported.exportId }
  })
  await writeRecords(tx, records)
  await order.audit(tx, [...ids, ...references])
  return {
    tonnes: answers.reduce((sum, { row }) => sum + row.tonnes, 0),
    batches: ids.length,
    filledKg: [...filled.values()].reduce((sum, kg) => sum + kg, 0),
    faults: [],
  }
}
