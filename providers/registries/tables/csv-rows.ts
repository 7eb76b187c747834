// Reads a CSV file row by row against a schema, so that a file of any size needs little memory. An
// invalid row becomes a fault with its line, and is never corrected.
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { z } from 'zod'
import { withCommas } from './cell-separator.ts'
import { checkedBytes } from './checked-bytes.ts'
import { columnKey } from './column-words.ts'
import {
  type FileSource,
  type Reads,
  type RowFault,
  schemaFault,
  UnreadableFile,
} from './file-source.ts'

/** Maximum length of a row, in bytes. The longest real row has about 2,000. */
const rowMaxLength = 64_000
const tooLongText = `the row at this line is longer than ${rowMaxLength} bytes: a quote above it may lack its end`

const parsedRecord = z.object({
  record: z.array(z.string()),
  info: z.object({ lines: z.number().int() }),
})
/** Limits the columns that a file may have in addition to those of the schema. */
export type ColumnLimits = {
  readonly isKnown: (name: string) => boolean
  /** Names of other columns that the operator has checked and allows. */
  readonly ignored: readonly string[]
}
type CsvRecord = { readonly line: number; readonly fields: readonly string[] }

/**
 * Yields every row, or a fault in its place. Line 1 is the header. A line of whitespace and commas is no
 * row. A file that is no UTF-8 text, lacks columns or rows, or has a wrong quote ends with one fault. So
 * does a file with a column outside of `limits`, which are null for a file that may have any column.
 */
export async function* readCsvRows<Schema extends z.ZodType>(
  source: FileSource,
  schema: Schema,
  limits: ColumnLimits | null = null,
): Reads<z.output<Schema>> {
  const { file } = source
  let header: readonly string[] | null = null
  let rowsRead = 0
  try {
    for await (const { line, fields } of readRecords(source, schema, limits)) {
      if (header === null) {
        header = namesIn(fields)
        continue
      }
      rowsRead += 1
      const unnamed = limits === null ? undefined : unnamedCell(header, fields)
      const fault = `the column without a name has the cell "${unnamed}": name it or remove it`
      yield unnamed === undefined
        ? readRow(schema, header, { file, line, fields })
        : { file, line, fault }
    }
    if (rowsRead > 0) return
    const fault = header === null ? 'the file is empty' : 'there is no row below the header'
    yield { file, line: 1, fault }
  } catch (error) {
    yield { file, ...faultOfError(error) }
  }
}

function readRow<Schema extends z.ZodType>(
  schema: Schema,
  header: readonly string[],
  { file, line, fields }: CsvRecord & { readonly file: string },
) {
  if (fields.length !== header.length) {
    const fault = `the row has ${fields.length} fields, and the header ${header.length}`
    return { file, line, fault }
  }
  const cells = header.map((name, index) => [name, fields[index]] as const)
  const parsed = schema.safeParse(Object.fromEntries(cells))
  return parsed.success
    ? { file, line, row: parsed.data }
    : { file, line, fault: schemaFault(parsed.error) }
}

/**
 * Yields the non-empty records, each with its first line. The header is checked while it is parsed, since a
 * wrong header would otherwise be reported only as a broken quote further down.
 */
async function* readRecords(
  source: FileSource,
  schema: z.ZodType,
  limits: ColumnLimits | null,
): AsyncGenerator<CsvRecord> {
  let isHeader = true
  const parser = parse({
    info: true,
    on_record(next) {
      if (!isHeader) return next
      const { record: fields, info } = parsedRecord.parse(next)
      isHeader = !hasContent(fields)
      const fault = isHeader ? null : headerFault(namesIn(fields), schema, limits)
      if (fault !== null) throw new UnreadableFile(info.lines - lineBreaksIn(fields), fault)
      return next
    },
    relax_column_count: true,
    record_delimiter: '\n',
    max_record_size: rowMaxLength,
  })
  const input = Readable.from(withCommas(withLineFeeds(checkedBytes(source))))
  input.on('error', (error) => parser.destroy(error))
  input.pipe(parser)
  try {
    for await (const next of parser) {
      const { record: fields, info } = parsedRecord.parse(next)
      if (!hasContent(fields)) continue
      yield { line: info.lines - lineBreaksIn(fields), fields }
    }
  } finally {
    input.destroy()
  }
}

/**
 * Ends every line with a line feed, so that the parser counts lines correctly in files with mixed line
 * ends. Refuses an endless line, since the parser's own limit does not count commas.
 */
async function* withLineFeeds(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let endsInReturn = false
  let line = 1
  let length = 0
  for await (const bytes of chunks) {
    const text: string = (endsInReturn ? '\r' : '') + bytes.toString('latin1')
    endsInReturn = text.endsWith('\r')
    const lines = (endsInReturn ? text.slice(0, -1) : text).replace(/\r\n?/g, '\n')
    for (let from = 0; ; line += 1) {
      const end = lines.indexOf('\n', from)
      length += (end < 0 ? lines.length : end) - from
      if (length > rowMaxLength) {
        throw new UnreadableFile(line, `the line is longer than ${rowMaxLength} bytes`)
      }
      if (end < 0) break
      length = 0
      from = end + 1
    }
    yield Buffer.from(lines, 'latin1')
  }
  if (endsInReturn) yield Buffer.from('\n')
}

/** Returns the fault of a header, or null: a missing, misspelled, duplicate or unknown column. */
function headerFault(
  header: readonly string[],
  schema: z.ZodType,
  limits: ColumnLimits | null,
): string | null {
  const issues = schema.safeParse({}).error?.issues ?? []
  const requiredColumns = issues.flatMap(({ code, path: [name, ...nestedPath] }) =>
    code === 'invalid_type' && nestedPath.length === 0 ? [String(name)] : [],
  )
  const missing = requiredColumns.filter((name) => !header.includes(name))
  if (missing.length > 0) {
    return `the header has no ${missing.length === 1 ? 'column' : 'columns'} ${missing.join(', ')}`
  }
  const known = columnsOf(schema)
  const nameByKey = new Map(known.keys().map((name) => [columnKey(name), name]))
  const misspelled = header.find((name) => !known.has(name) && nameByKey.has(columnKey(name)))
  if (misspelled !== undefined) {
    return `the header has the column "${misspelled}": call it ${nameByKey.get(columnKey(misspelled))}, or it would be ignored`
  }
  const duplicate = header.find((name, index) => name !== '' && header.indexOf(name) !== index)
  if (duplicate !== undefined) return `the header has the column ${duplicate} twice`
  return limits === null ? null : limitsFault(header, limits, (name) => known.has(name))
}

/** Returns the fault of an ignored column that is absent or read, or of all unknown columns; else null. */
function limitsFault(
  header: readonly string[],
  { isKnown, ignored }: ColumnLimits,
  isRead: (name: string) => boolean,
): string | null {
  const isUnknown = (name: string) => name !== '' && !isRead(name) && !isKnown(name)
  for (const name of ignored) {
    const found = header.filter((each) => columnKey(each) === columnKey(name))
    if (found.length === 0) return `--ignore-column: the file has no column ${quoted(name)}`
    if (!found.some(isUnknown)) {
      return `--ignore-column: the import reads or checks the column ${quoted(name)}`
    }
  }
  const ignoredKeys = new Set(ignored.map(columnKey))
  const unknown = header.filter((name) => isUnknown(name) && !ignoredKeys.has(columnKey(name)))
  if (unknown.length === 0) return null
  const columns = unknown.length === 1 ? 'a column' : 'columns'
  return (
    `the header has ${columns} that the import does not know: ${unknown.map(quoted).join(', ')}. ` +
    'Remove what does not matter to the sale, or check its cells and add ' +
    unknown.map((name) => `--ignore-column ${quoted(name)}`).join(' ')
  )
}

const quoted = (name: string) => `"${name}"`

/** Returns the first content below a column without a name, or undefined. */
function unnamedCell(header: readonly string[], fields: readonly string[]): string | undefined {
  return fields.find((text, index) => header[index] === '' && text.trim() !== '')
}

/** Returns all columns that the schema reads. */
function columnsOf(schema: z.ZodType): ReadonlySet<string> {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return new Set(Object.keys(properties))
}

/** Converts a reading error to a fault of the file. Rethrows any other error. */
function faultOfError(error: unknown): Pick<RowFault, 'line' | 'fault'> {
  if (error instanceof UnreadableFile) return { line: error.line, fault: error.message }
  if (!(error instanceof CsvError)) throw error
  const line = 'lines' in error ? Number(error.lines) : 0
  const isTooLong = error.code === 'CSV_MAX_RECORD_SIZE'
  return { line, fault: isTooLong ? tooLongText : error.message }
}

const hasContent = (fields: readonly string[]) => fields.some((text) => text.trim() !== '')
const namesIn = (fields: readonly string[]) => fields.map((name) => name.trim())

function lineBreaksIn(fields: readonly string[]): number {
  return fields.reduce((sum, text) => sum + text.split('\n').length - 1, 0)
}
