// Writes an import's rows step by step, and ends it at a bad row: the transaction rolls back
// everything written before.

import {
  faultSentence,
  type ReadRow,
  type RowFault,
} from '#providers/registries/tables/file-source.ts'
import type { Chunk } from './catalogue-files.ts'

/** Most faults in a report; the operator corrects these first. */
const faultsMax = 10
/** Most rows that need a confirmation, each of which is named. */
const questionsMax = 10_000

/** Thrown to roll the transaction back, so that nothing of the files stays. */
export class ImportRefused extends Error {
  override name = 'ImportRefused'
  readonly faults: readonly RowFault[]

  constructor(faults: readonly RowFault[]) {
    super(faults.map(faultSentence).join('\n'))
    this.faults = faults
  }
}

/** Rows of a step to write, and the faults of others; the rest was left out. */
export type Judged<Row> = {
  readonly rows: readonly ReadRow<Row>[]
  readonly faults: readonly RowFault[]
  /** Rows that need the operator's confirmation. All of them are named. */
  readonly questions?: readonly RowFault[]
}

/** Writes step by step. After the first fault it reads on only to find more of them. */
export async function eachChunk<Read, Row>(
  chunks: AsyncGenerator<Chunk<Read>>,
  judge: (rows: readonly ReadRow<Read>[]) => Promise<Judged<Row>>,
  write: (rows: readonly ReadRow<Row>[], rowsRead: number) => Promise<void>,
): Promise<void> {
  const faults: RowFault[] = []
  const questions: RowFault[] = []
  for await (const { rows, faults: unreadable, rowsRead } of chunks) {
    const judged = await judge(rows)
    const found = [...unreadable, ...judged.faults]
    faults.push(...found.sort((one, other) => one.line - other.line))
    questions.push(...(judged.questions ?? []))
    if (faults.length >= faultsMax || questions.length >= questionsMax) break
    if (faults.length + questions.length === 0) await write(judged.rows, rowsRead)
  }
  const refused = [...faults.slice(0, faultsMax), ...questions]
  if (refused.length > 0)
    throw new ImportRefused(refused.sort((one, other) => one.line - other.line))
}
