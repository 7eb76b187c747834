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
import type { FileRow } from '#platform/actions/file-rows.ts'
import type { Audit } from '#platform/database/audit/audit-trail.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { FileSource, ReadRow, RowFault } from '#providers/registries/tables/file-source.ts'
import { orFaults, RefusedFile, readEach } from '#providers/registries/tables/whole-file.ts'
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
  /** Receives the outcome of each row. Then every row is checked, also those after a fault. */
  readonly report?: FileRow[]
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
  const { report } = order
  const result = await orFaults(async () => {
    const { rows, faults } = await readEach(source, readRetirementFile(source), rowsMax)
    if (report === undefined) refuse(faults)
    return db.transaction(async (tx) => {
      const exported = await findExportedRows(tx, rows)
      if (report === undefined) refuse(exported.faults)
      return recordRows(tx, exported.answers, order, [...faults, ...exported.faults])
    })
  })
  return { tonnes: 0, batches: 0, filledKg: 0, ...result }
}

/** Throws a RefusedFile if there are faults. */
function refuse(faults: readonly RowFault[]): void {
  if (faults.length === 0) return
  throw new RefusedFile(faults.toSorted((one, other) => one.line - other.line))
}

/** Returns each row with the exported row that contains its places, and the faults of the others. */
async function findExportedRows(
  tx: Transaction,
  rows: readonly ReadRow<RetirementRow>[],
): Promise<{ readonly answers: Answer[]; readonly faults: RowFault[] }> {
  const beneficiaries = [...new Set(rows.map(({ row }) => row.beneficiary))]
  const stored = Map.groupBy(await findStoredRows(tx, beneficiaries), (each) => each.beneficiary)
  const matchedRows = rows.map((read) => ({
    read,
    exported: findExportedRow(read.row, stored.get(read.row.beneficiary) ?? []),
  }))
  const faults = matchedRows.flatMap(({ read: { file, line }, exported }) =>
    typeof exported === 'string' ? [{ file, line, fault: exported }] : [],
  )
  const answers = matchedRows.flatMap(({ read, exported }) =>
    typeof exported === 'string' ? [] : [{ ...read, exported }],
  )
  return { answers, faults }
}

/** Returns the outcome of each row. */
function outcomesOf(answers: readonly Answer[], faults: readonly RowFault[]): FileRow[] {
  const serials = new Map(answers.map(({ line, row }) => [line, row.serial]))
  const refusedLines = new Set(faults.map(({ line }) => line))
  const taken = answers.filter(({ line }) => !refusedLines.has(line))
  return [
    ...faults.map(({ line, fault }): FileRow => {
      return { line, outcome: 'refused', subject: serials.get(line) ?? '', text: fault }
    }),
    ...taken.map(({ line, row }): FileRow => {
      const { serial, tonnes, firstPlace, lastPlace, reference, retiredOn } = row
      const text = `${tonnes} t, places ${firstPlace} to ${lastPlace}, retired on ${retiredOn} as ${reference}.`
      return { line, outcome: 'new', subject: serial, text }
    }),
  ]
}

/**
 * Locks the batches, checks the rows, and writes records, log notices and the audit entry. Throws a
 * RefusedFile if a row has a fault.
 */
async function recordRows(
  tx: Transaction,
  answers: readonly Answer[],
  order: RecordOrder,
  earlierFaults: readonly RowFault[],
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
  const faults = [...earlierFaults, ...checkAnswers(answers, order, batchFacts)]
  // A repeated transaction begins with an empty list.
  order.report?.splice(0, order.report.length, ...outcomesOf(answers, faults))
  refuse(faults)
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
