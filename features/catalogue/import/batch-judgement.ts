// Validates the rows of a batch file: accepts a row, leaves it out, or reports its fault. No two batches may
// share a tonne. Only units that the registry calls active, issued or available may be sold. Pure.

import type { RegistryBatch } from '#providers/registries/tables/batch-file.ts'
import type { ReadRow, RowFault } from '#providers/registries/tables/file-source.ts'
import { isOwnCurrency } from '#values/money/currencies.ts'
import { type OverlapKind, overlapOf, readSerial, type Serial } from '#values/serials/serials.ts'
import { projectKey } from './catalogue-files.ts'
import { EarlierRows, type Overlap } from './earlier-rows.ts'
import type { KnownBatch, KnownCatalogue } from './known-catalogue.ts'
import { spellingFault } from './project-spellings.ts'
import { faultOfSerial } from './serial-judgement.ts'
import type { Unsellable } from './time-judgement.ts'
import { unsellableReason } from './unit-judgement.ts'

/** The operator's options for a file. */
export type BatchTerms = {
  /** Leaves out rows whose tonnes are part of a batch in the catalogue, instead of reporting a fault. */
  readonly skipsKnown?: boolean
  /** Leaves out rows whose units may not be sold, instead of reporting a fault. */
  readonly skipsUnsellable?: boolean
  /** Creates projects that the file refers to and the catalogue lacks. */
  readonly createsProjects?: boolean
  /** Price and currency for a file without those columns. */
  readonly priceMicros?: number
  readonly currency?: string
  /** Accepts unusual prices. The report lists each of them. */
  readonly acceptsPrices?: boolean
  /** Registries whose serials are accepted although they cannot be parsed and compared. */
  readonly uncompared?: readonly string[]
  /** Columns that the import does not know, and whose cells the operator has checked. */
  readonly ignoredColumns?: readonly string[]
}

export type OfferedBatch = Omit<RegistryBatch, 'priceMicros' | 'currency'> & {
  readonly priceMicros: number
  readonly currency: string
}

export type ValidatedBatches = ReturnType<typeof validateBatches>

/**
 * `overlapping`: serials of known batches that share a tonne with a new row, by the row's serial.
 * `looseFaults`: the fault of a serial that no grammar parses, by serial.
 * `spellings`: the known id of a project that a row spells in another way, by `projectKey`.
 */
export type KnownSerials = KnownCatalogue & {
  readonly overlapping: ReadonlyMap<string, readonly string[]>
  readonly looseFaults: ReadonlyMap<string, string>
  readonly spellings?: ReadonlyMap<string, string>
}

/**
 * Validates rows in the order of the file. A row that shares tonnes with an earlier row has a fault. `today`
 * is a day such as `2026-11-25`; null skips the checks for days in the future. `endedSerials`: known batches
 * that may no longer be sold according to the registry. `partlyEndedSerials`: known or accepted batches with
 * tonnes that may not be sold according to the registry.
 */
export function validateBatches(
  rows: readonly ReadRow<RegistryBatch>[],
  known: KnownSerials,
  terms: BatchTerms,
  today: string | null,
) {
  const leftOut = { unsellable: 0, known: 0, rows: [] as RowFault[], endedSerials: [] as string[] }
  const unsellableRows: UnsellableRow[] = []
  const accepted: ReadRow<OfferedBatch>[] = []
  const faults: RowFault[] = []
  const earlierRows = new EarlierRows()
  for (const read of rows) {
    const { file, line, row } = read
    const reason = unsellableReason(row, today)
    const serial = readSerial(row.serialNumber)
    const isKnown = known.batches.has(row.serialNumber)
    if (reason !== null && terms.skipsUnsellable) {
      leftOut.unsellable += 1
      const ended = isKnown ? row.serialNumber : sameTonnesSerial(row, serial, known)
      if (ended !== null) leftOut.endedSerials.push(ended)
      unsellableRows.push({ read, reason })
      continue
    }
    const overlap = isKnown
      ? null
      : (overlappingBatch(row, serial, known) ?? earlierRows.findOverlap(serial))
    if (overlap?.overlapKind === 'part' && terms.skipsKnown) {
      leftOut.known += 1
      const fault = `${row.serialNumber}: it is a part of ${overlap.other}`
      leftOut.rows.push({ file, line, fault })
      continue
    }
    const offer = priceOrFault(row, terms, known.batches.get(row.serialNumber))
    const fault =
      (reason === null ? null : unsellableFault(reason)) ??
      (typeof offer === 'string' ? offer : null) ??
      faultOfProject(row, known, terms) ??
      faultOfSerial(row, terms.uncompared ?? []) ??
      (overlap === null ? null : faultOfOverlap(overlap)) ??
      known.looseFaults.get(row.serialNumber) ??
      (isKnown ? null : earlierRows.looseFault(row, serial))
    if (fault !== null || typeof offer === 'string') {
      faults.push({ file, line, fault: fault ?? '' })
      continue
    }
    accepted.push({ file, line, row: { ...row, ...offer } })
    if (!isKnown) earlierRows.add(read, serial)
  }
  // This needs all accepted rows, because a registry may list a part of a batch before the batch.
  const explanations = unsellableRows.map((row) => explainUnsellable(row, known, earlierRows))
  leftOut.rows.push(...explanations.map(({ rowFault }) => rowFault))
  leftOut.rows.sort((one, other) => one.line - other.line)
  const partlyEndedSerials = new Set(explanations.flatMap(({ partOf }) => partOf ?? []))
  return { rows: accepted, faults, leftOut: { ...leftOut, partlyEndedSerials } }
}

type UnsellableRow = { readonly read: ReadRow<RegistryBatch>; readonly reason: Unsellable }

/**
 * Returns the report of an unsellable row that was left out. `partOf` is the serial of a batch that has some
 * of its tonnes, or null.
 */
function explainUnsellable(
  { read: { file, line, row }, reason }: UnsellableRow,
  known: KnownSerials,
  earlierRows: EarlierRows,
): { readonly rowFault: RowFault; readonly partOf: string | null } {
  const { serialNumber } = row
  const serial = readSerial(serialNumber)
  const isKnown = known.batches.has(serialNumber)
  const overlap = isKnown
    ? null
    : (overlappingBatch(row, serial, known) ?? earlierRows.findOverlap(serial))
  const relation = isKnown ? '; it is a known batch' : relationOf(overlap)
  const fault = `${serialNumber}: its ${reason.column} ${reason.says}${relation}`
  const partOf = overlap === null || overlap.overlapKind === 'same' ? null : overlap.serialNumber
  return { rowFault: { file, line, fault }, partOf }
}

/** Returns the end of an error message: the row's relation to an overlapping batch, or ''. */
function relationOf(overlap: Overlap | null): string {
  switch (overlap?.overlapKind) {
    case undefined:
      return ''
    case 'same':
      return `; it is ${overlap?.other} again`
    case 'part':
      return `; it is a part of ${overlap?.other}`
    case 'meets':
      return `; it has tonnes of ${overlap?.other}`
  }
}

function unsellableFault({ column, says }: Unsellable): string {
  return `${column}: ${says} (--skip-unsellable leaves it out)`
}

/**
 * Returns the price and currency of a row, from the file or the options, or the text of a fault. A known
 * batch keeps its price and currency if neither states them.
 */
function priceOrFault(
  row: RegistryBatch,
  terms: BatchTerms,
  knownBatch: KnownBatch | undefined,
): Pick<OfferedBatch, 'priceMicros' | 'currency'> | string {
  if (row.priceMicros !== undefined && terms.priceMicros !== undefined) {
    return 'price_per_kg: the file has this column, leave out --price'
  }
  if (row.currency !== undefined && terms.currency !== undefined) {
    return 'currency: the file has this column, leave out --currency'
  }
  const priceMicros = row.priceMicros ?? terms.priceMicros
  const currency = row.currency ?? terms.currency
  const keepsCurrency = currency === undefined || currency === knownBatch?.currency
  if (knownBatch !== undefined && priceMicros === undefined && keepsCurrency) {
    return { priceMicros: knownBatch.price_micros, currency: knownBatch.currency }
  }
  if (priceMicros === undefined || currency === undefined) {
    return 'price_per_kg and currency are needed to offer a batch'
  }
  return isOwnCurrency(currency)
    ? { priceMicros, currency }
    : `currency: ${currency} is not sold in`
}

function faultOfProject(
  row: RegistryBatch,
  { projectIds, batches, spellings }: KnownSerials,
  { createsProjects }: BatchTerms,
): string | null {
  const key = projectKey({ registry: row.registry, externalId: row.externalProjectId })
  const projectId = projectIds.get(key)
  const spelledId = spellings?.get(key)
  if (spelledId !== undefined) {
    return `external_project_id: ${spellingFault(row.externalProjectId, spelledId)}`
  }
  const knownBatch = batches.get(row.serialNumber)
  if (knownBatch !== undefined && knownBatch.project_id !== projectId) {
    return 'this serial number belongs to another project'
  }
  if (knownBatch !== undefined && knownBatch.issued_kg !== row.quantityKg) {
    return `this serial number was issued with ${knownBatch.issued_kg} kg`
  }
  if (projectId !== undefined) return null
  if (!createsProjects) return `there is no project ${key} (--create-projects makes it)`
  return row.projectName === null ? `project_name: is needed to make the project ${key}` : null
}

const overlapRanks = { same: 2, part: 1, meets: 0 } as const satisfies Record<OverlapKind, number>

/**
 * Returns the known batch with the largest overlap with the row, or null. An identical batch ranks before a
 * batch that contains the row, which ranks before a partial overlap.
 */
function overlappingBatch(
  { serialNumber }: RegistryBatch,
  serial: Serial,
  { overlapping }: KnownSerials,
): Overlap | null {
  let largest: Overlap | null = null
  for (const other of overlapping.get(serialNumber) ?? []) {
    const overlapKind = overlapOf(serial, readSerial(other))
    if (overlapKind === null) continue
    if (largest === null || overlapRanks[overlapKind] > overlapRanks[largest.overlapKind]) {
      largest = { overlapKind, other: `batch ${other}`, serialNumber: other }
    }
  }
  return largest
}

/** Returns the serial of the known batch with exactly the row's tonnes in another notation, or null. */
function sameTonnesSerial(
  { serialNumber }: RegistryBatch,
  serial: Serial,
  { overlapping }: KnownSerials,
): string | null {
  const others = overlapping.get(serialNumber) ?? []
  return others.find((other) => overlapOf(serial, readSerial(other)) === 'same') ?? null
}

function faultOfOverlap({ overlapKind, other }: Overlap): string {
  if (overlapKind === 'same') return `serial_number: is another spelling of ${other}`
  if (overlapKind === 'meets') return `serial_number: has tonnes of ${other}`
  return `serial_number: is a part of ${other}, and no stock of its own (--skip-known leaves it out)`
}
