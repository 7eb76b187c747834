// Types of a registry's file and of the rows and faults that reading it yields. No row is guessed,
// mended or silently dropped.
import type { Readable } from 'node:stream'
import type { z } from 'zod'

/** The name is for people, who find it in a fault. Each attempt to import opens the file again. */
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

/** Describes a row's schema errors as one sentence that names the fields. */
export function schemaFault(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ')
}
