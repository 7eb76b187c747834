// A file of a registry as importers read it, and what reading yields: rows with the line that they
// stand on, or what is wrong there. No row is ever guessed, mended or dropped in silence.
import type { Readable } from 'node:stream'

/** Its name is for people, who find it in a fault. It is opened anew for each attempt to import. */
export type FileSource = { readonly file: string; readonly open: () => Readable }

/** Where a file is wrong. A row of several lines is named by its first. */
export type RowFault = { readonly file: string; readonly line: number; readonly fault: string }
export type ReadRow<Row> = { readonly file: string; readonly line: number; readonly row: Row }
export type Reads<Row> = AsyncGenerator<ReadRow<Row> | RowFault>

/** The file cannot be read on from `line`: it is no text, or not of its form. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
  readonly line: number

  constructor(line: number, fault: string) {
    super(fault)
    this.line = line
  }
}

export function isFault<Row>(read: ReadRow<Row> | RowFault): read is RowFault {
  return 'fault' in read
}

/** `projects.csv, line 7: status: …`, for the terminal. */
export function faultSentence({ file, line, fault }: RowFault): string {
  return `${file}, line ${line}: ${fault}`
}
