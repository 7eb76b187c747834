// Validates and writes an import's rows chunk by chunk. It throws if a row is invalid, which rolls back the
// transaction with the chunks already written.

import { type FileRow, shownRowsMax } from '#platform/actions/file-rows.ts'
import {
  faultSentence,
  type ReadRow,
  type RowFault,
} from '#providers/registries/tables/file-source.ts'
import type { Chunk } from './catalogue-files.ts'

/** Maximum number of faults in a report. */
const faultsMax = 10
/** Maximum number of rows that need a confirmation. The report lists all of them. */
const questionsMax = 10_000

/** Error of an import with invalid rows. It rolls back the transaction. */
export class ImportRefused extends Error {
  override name = 'ImportRefused'
  readonly faults: readonly RowFault[]

  constructor(faults: readonly RowFault[]) {
    super(faults.map(faultSentence).join('\n'))
    this.faults = faults
  }
}

/** Rows of a chunk to write, and faults of invalid rows. Rows in neither list are left out. */
export type ValidatedRows<Row> = {
  readonly rows: readonly ReadRow<Row>[]
  readonly faults: readonly RowFault[]
  /** Rows that need the operator's confirmation, each with the question. */
  readonly questions?: readonly RowFault[]
}

/** Collects the outcome of each row, for a preview. `subjectOf` names the subject of a row. */
export type ChunkReport<Read> = {
  readonly rows: FileRow[]
  readonly subjectOf: (row: Read) => string
}

/**
 * Validates and writes each chunk. After the first fault or question it only validates, to collect more of
 * them up to the maximum, and then throws `ImportRefused`. With a `report` it adds each refused row to it, writes
 * the other rows, and goes on; the caller rolls back.
 */
export async function eachChunk<Read, Row>(
  chunks: AsyncGenerator<Chunk<Read>>,
  validate: (rows: readonly ReadRow<Read>[]) => Promise<ValidatedRows<Row>>,
  write: (rows: readonly ReadRow<Row>[], rowsRead: number) => Promise<void>,
  report: ChunkReport<Read> | null = null,
): Promise<void> {
  const faults: RowFault[] = []
  const questions: RowFault[] = []
  for await (const { rows, faults: unreadableRows, rowsRead } of chunks) {
    const validated = await validate(rows)
    const chunkFaults = [...unreadableRows, ...validated.faults]
    if (report !== null) {
      if (rowsRead > shownRowsMax) throw new ImportRefused(tooManyRows(rows, unreadableRows))
      const refused = [...chunkFaults, ...(validated.questions ?? [])]
      report.rows.push(...refusedRows(refused, rows, report.subjectOf))
      const lines = linesOf(refused)
      await write(
        validated.rows.filter(({ line }) => !lines.has(line)),
        rowsRead,
      )
      continue
    }
    faults.push(...chunkFaults.sort((one, other) => one.line - other.line))
    questions.push(...(validated.questions ?? []))
    if (faults.length >= faultsMax || questions.length >= questionsMax) break
    if (faults.length + questions.length === 0) await write(validated.rows, rowsRead)
  }
  const refused = [...faults.slice(0, faultsMax), ...questions]
  if (refused.length > 0)
    throw new ImportRefused(refused.sort((one, other) => one.line - other.line))
}

/** Returns the fault of a file with more rows than a preview shows. */
function tooManyRows(
  rows: readonly ReadRow<unknown>[],
  faults: readonly RowFault[],
): readonly RowFault[] {
  const fault = `the file has more than ${shownRowsMax} rows: split it, or use the command`
  return [...rows, ...faults].slice(-1).map(({ file, line }) => ({ file, line, fault }))
}

/** Returns the lines of faults. */
export function linesOf(faults: readonly RowFault[]): ReadonlySet<number> {
  return new Set(faults.map(({ line }) => line))
}

function refusedRows<Read>(
  faults: readonly RowFault[],
  rows: readonly ReadRow<Read>[],
  subjectOf: (row: Read) => string,
): FileRow[] {
  const subjects = new Map(rows.map(({ line, row }) => [line, subjectOf(row)]))
  return faults.map(({ line, fault }) => ({
    line,
    outcome: 'refused',
    subject: subjects.get(line) ?? '',
    text: fault,
  }))
}
