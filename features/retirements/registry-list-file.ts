// Reads a registry's public list of retirements, row by row, in the columns of docs/run.md#retirement or in those of
// Gold Standard's own list. A row that cannot be read becomes a text with the reason.
import { z } from 'zod'
import { columnKey, plainCell, wordsOf } from '#providers/registries/tables/column-words.ts'
import { readCsvRows } from '#providers/registries/tables/csv-rows.ts'
import { dayOf } from '#providers/registries/tables/day-of.ts'
import { type FileSource, isFault } from '#providers/registries/tables/file-source.ts'
import { RefusedFile } from '#providers/registries/tables/whole-file.ts'
import { registries, registryTable } from '#values/serials/registries.ts'
import {
  holdsSerialsOf,
  isSerialRegistry,
  type SerialRegistry,
} from '#values/serials/serial-forms.ts'
import { readWholeSerial, type WholeSerial } from '#values/serials/serials.ts'

/** Units that the registry shows as retired, or as cancelled for another purpose. */
export type ListedUnits = {
  readonly line: number
  readonly registry: SerialRegistry
  /** The project as the registry names it; null if the list lacks the column. */
  readonly project: string | null
  /** As the registry wrote it. */
  readonly text: string
  readonly serial: WholeSerial
  readonly retiredOn: string
  /** The text about the beneficiary, with the note; empty if the list has none. */
  readonly beneficiary: string
  readonly reference: string
  readonly isCancelled: boolean
}
export type ListRow =
  | { readonly kind: 'units'; readonly units: ListedUnits }
  /** The registry shows the units as neither retired nor cancelled. */
  | { readonly kind: 'not retired'; readonly line: number; readonly registry: SerialRegistry }
  | {
      readonly kind: 'unread'
      readonly line: number
      readonly subject: string
      readonly text: string
    }

/** Names of each column, in the product's spelling first. Case, blanks and signs do not matter. */
const columnNames = {
  registry: ['registry'],
  project: ['project', 'GSID', 'external_project_id'],
  serial: ['serial', 'serial_number'],
  retired_on: ['retired_on', 'Retirement Date'],
  beneficiary: ['beneficiary', 'Using Entity'],
  note: ['Note'],
  reference: ['reference'],
  status: ['status'],
  quantity: ['quantity', 'quantity_tco2e', 'tonnes'],
} as const
type ColumnName = keyof typeof columnNames
type Columns = Readonly<Partial<Record<ColumnName, string>>>

/** Maximum length of a stored text, in UTF-16 code units. */
const textMaxLength = 1_000

/** Yields the rows. Throws a RefusedFile if the file is no text, or lacks a column. */
export async function* readRegistryList(
  source: FileSource,
  takenOn: string,
): AsyncGenerator<ListRow> {
  let columns: Columns | null = null
  for await (const read of readCsvRows(source, z.record(z.string(), z.string()))) {
    if (isFault(read)) {
      // A row of another width is one bad row. Any other fault ends the file.
      if (!/^the row has \d+ fields/.test(read.fault)) throw new RefusedFile([read])
      yield { kind: 'unread', line: read.line, subject: '', text: read.fault }
      continue
    }
    columns ??= columnsIn(Object.keys(read.row), read.file)
    yield readListRow(read.line, cellsOf(read.row, columns), takenOn)
  }
}

/** Returns the header's name of each column. Throws a RefusedFile for a missing or repeated one. */
function columnsIn(header: readonly string[], file: string): Columns {
  const refused = (fault: string) => new RefusedFile([{ file, line: 1, fault }])
  const found = Object.entries(columnNames).flatMap(([name, spellings]) => {
    const keys = new Set(spellings.map(columnKey))
    const names = header.filter((each) => keys.has(columnKey(each)))
    if (names.length > 1) throw refused(`the header has ${names.join(' and ')}: leave one`)
    return names.map((each) => [name, each] as const)
  })
  const columns: Columns = Object.fromEntries(found)
  // A list of Gold Standard has its own registry only, and names it nowhere.
  const isGoldStandard = header.some((each) => columnKey(each) === columnKey('GSID'))
  const missing = (['registry', 'serial', 'retired_on'] as const).filter(
    (name) => columns[name] === undefined && !(name === 'registry' && isGoldStandard),
  )
  if (missing.length === 0) return columns
  throw refused(
    `the header has no ${missing.length === 1 ? 'column' : 'columns'} ${missing.join(', ')}`,
  )
}

type Cells = Readonly<Partial<Record<ColumnName, string>>>

function cellsOf(row: Readonly<Record<string, string>>, columns: Columns): Cells {
  return Object.fromEntries(
    Object.entries(columns).map(([name, header]) => [name, (row[header] ?? '').trim()]),
  )
}

function readListRow(line: number, cells: Cells, takenOn: string): ListRow {
  const text = plainCell(cells.serial ?? '').slice(0, textMaxLength)
  const unread = (fault: string): ListRow => ({ kind: 'unread', line, subject: text, text: fault })
  const registry = registryOf(cells.registry ?? 'GS')
  if (registry === null) return unread(`registry: ${plainCell(cells.registry ?? '')} is not known`)
  const status = statusOf(cells)
  if (status === 'unknown') return unread(`status: ${plainCell(cells.status ?? '')} is not known`)
  if (status === 'not retired') return { kind: 'not retired', line, registry }
  const retiredOn = dayOf(cells.retired_on ?? '')
  if (retiredOn === undefined)
    return unread('retired_on: is no day such as 2026-04-13 or 4/13/2026')
  if (retiredOn > takenOn) return unread(`retired_on: ${retiredOn} is after the list, ${takenOn}`)
  const serial = readWholeSerial(cells.serial ?? '')
  if (serial === null || !holdsSerialsOf(registry, serial.names.registry)) {
    return unread(`serial: is in no grammar of ${registry}`)
  }
  const fault = quantityFault(cells.quantity ?? '', serial)
  if (fault !== null) return unread(fault)
  const beneficiary = [cells.beneficiary, cells.note].map((cell) => plainCell(cell ?? '')).join(' ')
  const units = {
    line,
    registry,
    project: cells.project === undefined ? null : plainCell(cells.project),
    text,
    serial,
    retiredOn,
    beneficiary: beneficiary.trim().slice(0, textMaxLength),
    reference: plainCell(cells.reference ?? '').slice(0, textMaxLength),
    isCancelled: status === 'cancelled',
  }
  return { kind: 'units', units }
}

/** Returns the code of a registry from its code or its name. */
function registryOf(text: string): SerialRegistry | null {
  const code = plainCell(text).toUpperCase()
  if (isSerialRegistry(code)) return code
  const key = columnKey(text)
  return registries.find((each) => columnKey(registryTable[each].name) === key) ?? null
}

/** Words of statuses of units that a registry neither retired nor cancelled. */
const unusedStatuses = ['issued', 'active', 'available', 'assigned', 'transferred', 'held']

/** Returns the use of the units by their status. Without a status, a day means that they are retired. */
function statusOf(cells: Cells): 'retired' | 'cancelled' | 'not retired' | 'unknown' {
  const hasDay = plainCell(cells.retired_on ?? '') !== ''
  const status = wordsOf(cells.status ?? '')
  if (status === '') return hasDay ? 'retired' : 'not retired'
  if (/^(retired|retirement)\b/.test(status)) return 'retired'
  if (/^(cancell?ed|cancellation)\b/.test(status)) return 'cancelled'
  return unusedStatuses.includes(status) && !hasDay ? 'not retired' : 'unknown'
}

/** Returns a fault if the row counts other tonnes than its serial, otherwise null. */
function quantityFault(quantity: string, { tonnes }: WholeSerial): string | null {
  if (quantity === '') return null
  const units = tonnes.last - tonnes.first + 1n
  const plain = quantity.replace(/,(?=\d{3}(?!\d))/g, '').replace(/\.0+$/, '')
  return /^\d{1,18}$/.test(plain) && BigInt(plain) === units
    ? null
    : `quantity: ${plainCell(quantity)} is not the ${units} tonnes of the serial`
}
