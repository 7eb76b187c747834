// Judges the rows of a batch file: which become batches, which are left out, and the faults of the
// rest. Pure, over the read rows and the database's catalogue. No two batches may share a tonne,
// and only units that the registry calls active, issued or available may be sold.

import type { RegistryBatch } from '#providers/registries/tables/batch-file.ts'
import type { ReadRow, RowFault } from '#providers/registries/tables/file-source.ts'
import { isOwnCurrency } from '#values/money/currencies.ts'
import { type Meeting, meetingOf, readSerial, type Serial } from '#values/serials/serials.ts'
import { projectKey } from './catalogue-files.ts'
import { EarlierRows, type Met } from './earlier-rows.ts'
import type { KnownBatch, KnownCatalogue } from './known-catalogue.ts'
import { faultOfSerial } from './serial-judgement.ts'
import { type Unsellable, unsellableReason } from './unit-judgement.ts'

/** The operator's options for a file. */
export type BatchTerms = {
  /** Leaves out rows inside a known batch, or those that may not be sold. */
  readonly skipsKnown?: boolean
  readonly skipsUnsellable?: boolean
  /** Makes the unknown projects that rows name. */
  readonly createsProjects?: boolean
  /** Price and currency for a file without those columns. */
  readonly priceMicros?: number
  readonly currency?: string
  /** Accepts unusual prices, and names each. */
  readonly acceptsPrices?: boolean
  /** Registries whose serials are accepted unread, though they cannot be compared. */
  readonly uncompared?: readonly string[]
}

export type OfferedBatch = Omit<RegistryBatch, 'priceMicros' | 'currency'> & {
  readonly priceMicros: number
  readonly currency: string
}

export type JudgedBatches = {
  readonly rows: readonly ReadRow<OfferedBatch>[]
  readonly faults: readonly RowFault[]
  readonly leftOut: {
    readonly unsellable: number
    readonly known: number
    /**
     * The rows left out, each with its reason: the registry's status, and the batch that has its
     * tonnes.
     */
    readonly rows: readonly RowFault[]
    /** Serials of known batches that the registry no longer allows to be sold. */
    readonly endedSerials: readonly string[]
    /**
     * Serials of known or accepted blocks with tonnes that the registry does not allow to be sold.
     */
    readonly partlyEndedSerials: ReadonlySet<string>
  }
}

/**
 * `met`: the batches that share a tonne with a new row, by the row's serial. `loose`: the fault of
 * a serial that no grammar reads.
 */
export type KnownSerials = KnownCatalogue & {
  readonly met: ReadonlyMap<string, readonly string[]>
  readonly loose: ReadonlyMap<string, string>
}

/**
 * Judges rows in their order: a later row meets earlier ones. `today` is a day such as
 * `2026-11-25`; null compares no day with it.
 */
export function judgeBatches(
  rows: readonly ReadRow<RegistryBatch>[],
  known: KnownSerials,
  terms: BatchTerms,
  today: string | null,
): JudgedBatches {
  const leftOut = { unsellable: 0, known: 0, rows: [] as RowFault[], endedSerials: [] as string[] }
  const unsellableRows: UnsellableRow[] = []
  const taken: ReadRow<OfferedBatch>[] = []
  const faults: RowFault[] = []
  const before = new EarlierRows()
  for (const read of rows) {
    const { file, line, row } = read
    const reason = unsellableReason(row, today)
    const serial = readSerial(row.serialNumber)
    const isKnown = known.batches.has(row.serialNumber)
    if (reason !== null && terms.skipsUnsellable) {
      leftOut.unsellable += 1
      const ended = isKnown ? row.serialNumber : sameBlock(row, serial, known)
      if (ended !== null) leftOut.endedSerials.push(ended)
      unsellableRows.push({ read, reason })
      continue
    }
    const met = isKnown ? null : (metBatch(row, serial, known) ?? before.met(serial))
    if (met?.meeting === 'part' && terms.skipsKnown) {
      leftOut.known += 1
      leftOut.rows.push({ file, line, fault: `${row.serialNumber}: it is a part of ${met.other}` })
      continue
    }
    const offer = offerOf(row, terms, known.batches.get(row.serialNumber))
    const fault =
      (reason === null ? null : unsellable(reason)) ??
      (typeof offer === 'string' ? offer : null) ??
      faultOfProject(row, known, terms) ??
      faultOfSerial(row, terms.uncompared ?? []) ??
      (met === null ? null : faultOfMeeting(met)) ??
      known.loose.get(row.serialNumber) ??
      (isKnown ? null : before.looselyMet(row, serial))
    if (fault !== null || typeof offer === 'string') {
      faults.push({ file, line, fault: fault ?? '' })
      continue
    }
    taken.push({ file, line, row: { ...row, ...offer } })
    if (!isKnown) before.add(read, serial)
  }
  // A registry lists a part before or after its block, so the accepted rows are known only now.
  const reasons = unsellableRows.map((row) => whyUnsellable(row, known, before))
  leftOut.rows.push(...reasons.map(({ why }) => why))
  leftOut.rows.sort((one, other) => one.line - other.line)
  const partlyEndedSerials = new Set(reasons.flatMap(({ partOf }) => partOf ?? []))
  return { rows: taken, faults, leftOut: { ...leftOut, partlyEndedSerials } }
}

type UnsellableRow = { readonly read: ReadRow<RegistryBatch>; readonly reason: Unsellable }

/** Returns why a row that may not be sold was left out, and the block that has its tonnes. */
function whyUnsellable(
  { read: { file, line, row }, reason }: UnsellableRow,
  known: KnownSerials,
  taken: EarlierRows,
): { readonly why: RowFault; readonly partOf: string | null } {
  const { serialNumber } = row
  const serial = readSerial(serialNumber)
  const isKnown = known.batches.has(serialNumber)
  const met = isKnown ? null : (metBatch(row, serial, known) ?? taken.met(serial))
  const relation = isKnown ? '; it is a known batch' : relationOf(met)
  const fault = `${serialNumber}: its ${reason.column} ${reason.says}${relation}`
  const partOf = met === null || met.meeting === 'same' ? null : met.serialNumber
  return { why: { file, line, fault }, partOf }
}

/** Returns the row's relation to another block, as the end of a sentence. */
function relationOf(met: Met | null): string {
  switch (met?.meeting) {
    case undefined:
      return ''
    case 'same':
      return `; it is ${met?.other} again`
    case 'part':
      return `; it is a part of ${met?.other}`
    case 'meets':
      return `; it has tonnes of ${met?.other}`
  }
}

function unsellable({ column, says }: Unsellable): string {
  return `${column}: ${says} (--skip-unsellable leaves it out)`
}

/**
 * Returns price and currency of a row, from its file or the options, or their fault. A known batch
 * keeps its own where the row states neither.
 */
function offerOf(
  row: RegistryBatch,
  terms: BatchTerms,
  before: KnownBatch | undefined,
): Pick<OfferedBatch, 'priceMicros' | 'currency'> | string {
  if (row.priceMicros !== undefined && terms.priceMicros !== undefined) {
    return 'price_per_kg: the file has this column, leave out --price'
  }
  if (row.currency !== undefined && terms.currency !== undefined) {
    return 'currency: the file has this column, leave out --currency'
  }
  const priceMicros = row.priceMicros ?? terms.priceMicros
  const currency = row.currency ?? terms.currency
  const keepsCurrency = currency === undefined || currency === before?.currency
  if (before !== undefined && priceMicros === undefined && keepsCurrency) {
    return { priceMicros: before.price_micros, currency: before.currency }
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
  { projectIds, batches }: KnownCatalogue,
  { createsProjects }: BatchTerms,
): string | null {
  const key = projectKey({ registry: row.registry, externalId: row.externalProjectId })
  const projectId = projectIds.get(key)
  const before = batches.get(row.serialNumber)
  if (before !== undefined && before.project_id !== projectId) {
    return 'this serial number belongs to another project'
  }
  if (before !== undefined && before.issued_kg !== row.quantityKg) {
    return `this serial number was issued with ${before.issued_kg} kg`
  }
  if (projectId !== undefined) return null
  if (!createsProjects) return `there is no project ${key} (--create-projects makes it)`
  return row.projectName === null ? `project_name: is needed to make the project ${key}` : null
}

const weights = { same: 2, part: 1, meets: 0 } as const satisfies Record<Meeting, number>

/** Returns the batch that explains a fault best, or null where no batch has the row's tonnes. */
function metBatch(
  { serialNumber }: RegistryBatch,
  serial: Serial,
  { met }: KnownSerials,
): Met | null {
  let worst: Met | null = null
  for (const other of met.get(serialNumber) ?? []) {
    const meeting = meetingOf(serial, readSerial(other))
    if (meeting === null) continue
    if (worst === null || weights[meeting] > weights[worst.meeting]) {
      worst = { meeting, other: `batch ${other}`, serialNumber: other }
    }
  }
  return worst
}

/** Returns the batch of which the row is another spelling; null without one. */
function sameBlock(
  { serialNumber }: RegistryBatch,
  serial: Serial,
  { met }: KnownSerials,
): string | null {
  const others = met.get(serialNumber) ?? []
  return others.find((other) => meetingOf(serial, readSerial(other)) === 'same') ?? null
}

function faultOfMeeting({ meeting, other }: Met): string {
  if (meeting === 'same') return `serial_number: is another spelling of ${other}`
  if (meeting === 'meets') return `serial_number: has tonnes of ${other}`
  return `serial_number: is a part of ${other}, and no stock of its own (--skip-known leaves it out)`
}
