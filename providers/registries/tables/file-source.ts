// Types of a registry's file and of the rows and faults that reading it yields. No row is corrected or
// silently dropped.
import { Readable } from 'node:stream'
import type { z } from 'zod'

/** A file to import. Faults contain its name `file`. Each attempt of an import opens it again. */
export type FileSource = { readonly file: string; readonly open: () => Readable }

/** Returns the source of a file whose text is in memory. */
export function sourceOfText({ name, text }: { name: string; text: string }): FileSource {
  return { file: name, open: () => Readable.from([Buffer.from(text)]) }
}

/** A fault of a file. `line` is the first line of the row. */
export type RowFault = { readonly file: string; readonly line: number; readonly fault: string }
export type ReadRow<Row> = { readonly file: string; readonly line: number; readonly row: Row }
export type Reads<Row> = AsyncGenerator<ReadRow<Row> | RowFault>

/** The file is unreadable from `line` on, because it is no text or has a wrong format. */
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

/** Returns a fault as text for the terminal, such as `projects.csv, line 7: status: …`. */
export function faultSentence({ file, line, fault }: RowFault): string {
  return `${file}, line ${line}: ${fault}`
}

/** Describes a row's schema errors as one sentence that names the fields. */
export function schemaFault(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ')
}
