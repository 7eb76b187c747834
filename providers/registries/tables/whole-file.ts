// Reads a file that is taken whole or not at all: its rows in memory, or all of its faults.
import { type FileSource, isFault, type ReadRow, type Reads, type RowFault } from './file-source.ts'

/** Thrown within a transaction, which then rolls the whole file back. */
export class RefusedFile extends Error {
  override name = 'RefusedFile'
  readonly faults: readonly RowFault[]

  constructor(faults: readonly RowFault[]) {
    super('the file has faults')
    this.faults = faults
  }
}

/** All rows. Throws a RefusedFile where any is at fault, or where there are more than `rowsMax`. */
export async function readWhole<Row>(
  { file }: FileSource,
  reads: Reads<Row>,
  rowsMax: number,
): Promise<ReadRow<Row>[]> {
  const rows: ReadRow<Row>[] = []
  const faults: RowFault[] = []
  for await (const read of reads) {
    if (isFault(read)) faults.push(read)
    else rows.push(read)
    if (rows.length > rowsMax) {
      const fault = `the file has more than ${rowsMax} rows`
      throw new RefusedFile([{ file, line: read.line, fault }])
    }
  }
  if (faults.length > 0) throw new RefusedFile(faults)
  return rows
}

/** Returns the result of `work` on a whole file, or the faults for which it was refused. */
export async function orFaults<Done>(
  work: () => Promise<Done>,
): Promise<Done | { readonly faults: readonly RowFault[] }> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RefusedFile) return { faults: error.faults }
    throw error
  }
}
