// Reads all rows of a file into memory. A file with faults is refused as a whole, with all of its faults.
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

/** Returns all rows. Throws a RefusedFile if a row has a fault, or if there are more than `rowsMax` rows. */
export async function readWhole<Row>(
  source: FileSource,
  reads: Reads<Row>,
  rowsMax: number,
): Promise<ReadRow<Row>[]> {
  const { rows, faults } = await readEach(source, reads, rowsMax)
  if (faults.length > 0) throw new RefusedFile(faults)
  return rows
}

/** Returns all rows, and the faults of the others. Throws a RefusedFile if there are more than `rowsMax` rows. */
export async function readEach<Row>(
  { file }: FileSource,
  reads: Reads<Row>,
  rowsMax: number,
): Promise<{ readonly rows: ReadRow<Row>[]; readonly faults: RowFault[] }> {
  const rows: ReadRow<Row>[] = []
  const faults: RowFault[] = []
  for await (const read of reads) {
    if (isFault(read)) faults.push(read)
    else rows.push(read)
    if (Math.max(rows.length, faults.length) > rowsMax) {
      const fault = `the file has more than ${rowsMax} rows`
      throw new RefusedFile([{ file, line: read.line, fault }])
    }
  }
  return { rows, faults }
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
