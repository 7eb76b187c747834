// Validates and writes an import's rows chunk by chunk. An invalid row throws, which rolls back the
// transaction with all chunks written before.

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

/** Thrown at invalid rows, so that the transaction rolls back. */
export class ImportRefused extends Error {
  override name = 'ImportRefused'
  readonly faults: readonly RowFault[]

  constructor(faults: readonly RowFault[]) {
    super(faults.map(faultSentence).join('\n'))
    this.faults = faults
  }
}

/** Rows of a chunk to write, and the faults of others. Rows in neither list are left out. */
export type Judged<Row> = {
  readonly rows: readonly ReadRow<Row>[]
  readonly faults: readonly RowFault[]
  /** Rows that need the operator's confirmation, each with the question. */
  readonly questions?: readonly RowFault[]
}

/**
 * Validates and writes each chunk. After the first fault or question it writes no more and only collects
 * more of them, up to the maximum. Throws `ImportRefused` if there were any.
 */
export async function eachChunk<Read, Row>(
  chunks: AsyncGenerator<Chunk<Read>>,
  judge: (rows: readonly ReadRow<Read>[]) => Promise<Judged<Row>>,
  write: (rows: readonly ReadRow<Row>[], rowsRead: number) => Promise<void>,
): Promise<void> {
  const faults: RowFault[] = []
  const questions: RowFault[] = []
  for await (const { rows, faults: unreadable, rowsRead } of chunks) {
    const judged = await judge(rows)
    const chunkFaults = [...unreadable, ...judged.faults]
    faults.push(...chunkFaults.sort((one, other) => one.line - other.line))
    questions.push(...(judged.questions ?? []))
    if (faults.length >= faultsMax || questions.length >= questionsMax) break
    if (faults.length + questions.length === 0) await write(judged.rows, rowsRead)
  }
  const refused = [...faults.slice(0, faultsMax), ...questions]
  if (refused.length > 0)
    throw new ImportRefused(refused.sort((one, other) => one.line - other.line))
}
