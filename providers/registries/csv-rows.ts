// Reads a CSV file row by row against a schema, so that a file of any size needs little memory. A
// row that does not fit becomes a fault that names its line; no row is ever guessed or mended.
import type { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { z } from 'zod'

/** A CSV file to read: its name is for people, who find it in a fault. */
export type CsvSource = { readonly file: string; readonly input: Readable }

/** Where a file is wrong. Line 1 is the header; a row of several lines is named by its first. */
export type RowFault = { readonly file: string; readonly line: number; readonly fault: string }
export type ReadRow<Row> = { readonly file: string; readonly line: number; readonly row: Row }

/** Characters of one row at most: the longest real one has about 2,000. */
const rowMaxLength = 64_000

const record = z.object({
  record: z.record(z.string(), z.string()),
  info: z.object({ lines: z.number().int() }),
})

/**
 * Yields every row, or a fault in its place. A file that is no CSV ends with one fault: a broken
 * quote or a missing field leaves nothing to read after it.
 */
export async function* readCsvRows<Schema extends z.ZodType>(
  { file, input }: CsvSource,
  schema: Schema,
): AsyncGenerator<ReadRow<z.output<Schema>> | RowFault> {
  const parser = parse({
    columns: true,
    info: true,
    bom: true,
    skip_empty_lines: true,
    max_record_size: rowMaxLength,
  })
  input.on('error', (error) => parser.destroy(error))
  input.pipe(parser)
  try {
    for await (const next of parser) {
      const { record: fields, info } = record.parse(next)
      const line = info.lines - lineBreaksIn(fields)
      const parsed = schema.safeParse(fields)
      if (parsed.success) yield { file, line, row: parsed.data }
      else yield { file, line, fault: sentenceOf(parsed.error) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    yield { file, line: 'lines' in error ? Number(error.lines) : 0, fault: error.message }
  }
}

export function isFault<Row>(read: ReadRow<Row> | RowFault): read is RowFault {
  return 'fault' in read
}

/** `projects.csv, line 7: status: …`, for the terminal. */
export function faultSentence({ file, line, fault }: RowFault): string {
  return `${file}, line ${line}: ${fault}`
}

function lineBreaksIn(fields: Readonly<Record<string, string>>): number {
  return Object.values(fields).reduce((sum, text) => sum + text.split('\n').length - 1, 0)
}

function sentenceOf(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ')
}
