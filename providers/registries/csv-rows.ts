// Reads a CSV file row by row against a schema, so that a file of any size needs little memory. A
// row that does not fit becomes a fault that names its line; no row is ever guessed or mended.
import { CsvError, parse } from 'csv-parse'
import { z } from 'zod'
import type { FileSource, Reads } from '#providers/registries/file-source.ts'
import { schemaFault } from '#providers/registries/schema-fault.ts'

/** Characters of one row at most: the longest real one has about 2,000. */
const rowMaxLength = 64_000

const record = z.object({
  record: z.record(z.string(), z.string()),
  info: z.object({ lines: z.number().int() }),
})

/**
 * Yields every row, or a fault in its place. Line 1 is the header. A file that is no CSV ends with
 * one fault: a broken quote or a missing field leaves nothing to read after it.
 */
export async function* readCsvRows<Schema extends z.ZodType>(
  { file, open }: FileSource,
  schema: Schema,
): Reads<z.output<Schema>> {
  const parser = parse({
    columns: true,
    info: true,
    bom: true,
    skip_empty_lines: true,
    max_record_size: rowMaxLength,
  })
  const input = open()
  input.on('error', (error) => parser.destroy(error))
  input.pipe(parser)
  try {
    for await (const next of parser) {
      const { record: fields, info } = record.parse(next)
      const line = info.lines - lineBreaksIn(fields)
      const parsed = schema.safeParse(fields)
      if (parsed.success) yield { file, line, row: parsed.data }
      else yield { file, line, fault: schemaFault(parsed.error) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    yield { file, line: 'lines' in error ? Number(error.lines) : 0, fault: error.message }
  } finally {
    input.destroy()
  }
}

function lineBreaksIn(fields: Readonly<Record<string, string>>): number {
  return Object.values(fields).reduce((sum, text) => sum + text.split('\n').length - 1, 0)
}
