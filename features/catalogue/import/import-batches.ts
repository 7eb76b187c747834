// Imports batches. A new batch adds stock. A known batch gets the file's name, price and days, but its
// kilograms never change.

import { post } from '#ledger/post.ts'
import type { FileRow } from '#platform/actions/file-rows.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { RegistryBatch } from '#providers/registries/tables/batch-file.ts'
import type { ReadRow, RowFault } from '#providers/registries/tables/file-source.ts'
import { issuePostings } from '../offers/offers-postings.ts'
import { projectOfBatch } from '../project-record.ts'
import {
  isChange,
  isUncompared,
  leftOutBatchRows,
  projectKeyOf,
  takenBatchRows,
} from './batch-changes.ts'
import {
  type BatchTerms,
  type OfferedBatch,
  type ValidatedBatches,
  validateBatches,
} from './batch-judgement.ts'
import { projectKey } from './catalogue-files.ts'
import { linesOf, type ValidatedRows } from './import-chunks.ts'
import { checkPrices } from './import-prices.ts'
import type { UnknownCountry } from './import-projects.ts'
import {
  type BatchRecord,
  findOverlappingBatches,
  type PriceSource,
  writeBatches,
  writeProjects,
} from './import-queries.ts'
import { findKnownForBatches, getKnown, type KnownCatalogue } from './known-catalogue.ts'
import { findLooseOverlaps, type StoredSiblings } from './loose-meetings.ts'
import { changeText, type PriceChange, type PriceRules, priceText } from './price-judgement.ts'
import { findSpellings } from './project-spellings.ts'

export type AcceptedPrice = {
  readonly serial_number: string
  readonly old: string | null
  readonly new: string
  readonly change: string | null
}

export type BatchCounts = {
  added: number
  changed: number
  unchanged: number
  /**
   * Numbers of rows left out by the operator's options: `unsellable` rows may not be sold, `known` rows are
   * parts of known batches.
   */
  unsellable?: number
  known?: number
  /** Each row that was left out, with its line and the reason. */
  left_out?: RowFault[]
  /** Serials of known batches among the unsellable rows. The operator must withdraw them. */
  no_longer_sellable?: string[]
  /** Serials of batches, some of whose tonnes may not be sold, such as retired ones. */
  partly_unsellable?: string[]
  /** Unusual prices that the operator accepted. `old` is null for a new batch. */
  accepted_prices?: AcceptedPrice[]
  /** Number of projects created because a row refers to them. */
  projects_added?: number
  /** Created projects whose country is unknown to the product. */
  unknown_country?: UnknownCountry[]
}

/** Returns counts of zero. A count that belongs to an option is present only with that option. */
export function noBatches(terms: BatchTerms): BatchCounts {
  return {
    added: 0,
    changed: 0,
    unchanged: 0,
    ...(terms.skipsUnsellable && { unsellable: 0 }),
    ...(terms.skipsKnown && { known: 0 }),
    ...((terms.skipsUnsellable || terms.skipsKnown) && { left_out: [] }),
    ...(terms.createsProjects && { projects_added: 0 }),
  }
}

/** Rules and options that apply to all rows of an import. */
export type BatchRules = {
  readonly terms: BatchTerms
  readonly isDemo: boolean
  /** A day such as `2026-11-25`; null skips the checks for days in the future. */
  readonly today: string | null
  /** Null accepts every price. */
  readonly prices: PriceRules | null
  readonly source: PriceSource
  /** Writes price changes to the audit trail. */
  readonly auditPrices: AuditPrices
  readonly siblings: StoredSiblings
  /** Receives the outcome of each row that is not refused. Null without a preview. */
  readonly report: FileRow[] | null
}
export type AuditPrices = (tx: Transaction, changes: readonly PriceChange[]) => Promise<void>

/**
 * Validates a chunk of rows and returns the rows to write. It also adds to `counts`, locks the batches with a
 * price change, and writes the price changes to the audit trail. Earlier chunks are already written.
 */
export async function validateChunk(
  tx: Transaction,
  rows: readonly ReadRow<RegistryBatch>[],
  { terms, today, isDemo, prices, auditPrices, siblings, report }: BatchRules,
  counts: BatchCounts,
): Promise<ValidatedRows<OfferedBatch>> {
  const known = await findKnownForBatches(tx, rows)
  const newRows = rows.filter(({ row }) => !known.batches.has(row.serialNumber))
  const pairs = await findOverlappingBatches(
    tx,
    newRows.map(({ row }) => row.serialNumber),
  )
  const pairsBySerial = Map.groupBy(pairs, ({ asked }) => asked)
  const overlapping = new Map(
    [...pairsBySerial].map(([serial, each]) => [serial, each.map((pair) => pair.serial_number)]),
  )
  const looseFaults = await findLooseOverlaps(
    tx,
    rows.flatMap(({ row }) => (known.batches.get(row.serialNumber)?.is_uncompared ? [] : [row])),
    siblings,
  )
  const registryIds = rows.map(({ row }) => ({ ...row, externalId: row.externalProjectId }))
  const spellings = terms.createsProjects ? await findSpellings(tx, registryIds) : undefined
  const serials = { ...known, overlapping, looseFaults, ...(spellings && { spellings }) }
  const { leftOut, ...validated } = validateBatches(rows, serials, terms, today)
  countLeftOut(leftOut, counts)
  const changedRows = validated.rows.filter(({ row }) => isChange(row, known, isDemo))
  counts.unchanged += validated.rows.length - changedRows.length
  report?.push(...leftOutBatchRows(leftOut.rows, rows))
  if (prices === null) return { ...validated, rows: changedRows }
  const checked = await checkPrices(tx, changedRows, known.batches, prices, terms)
  countAccepted(checked.accepted, prices, counts)
  const refusedLines = linesOf([...checked.faults, ...checked.questions])
  const takenRows = validated.rows.filter(({ line }) => !refusedLines.has(line))
  report?.push(...takenBatchRows(takenRows, known, isDemo, checked.accepted))
  await auditPrices(tx, checked.changes)
  const faults = [...validated.faults, ...checked.faults]
  return { rows: changedRows, faults, questions: checked.questions }
}

function countLeftOut(leftOut: ValidatedBatches['leftOut'], counts: BatchCounts): void {
  if (counts.unsellable !== undefined) counts.unsellable += leftOut.unsellable
  if (counts.known !== undefined) counts.known += leftOut.known
  counts.left_out?.push(...leftOut.rows)
  if (leftOut.endedSerials.length > 0) {
    counts.no_longer_sellable ??= []
    counts.no_longer_sellable.push(...leftOut.endedSerials)
  }
  if (leftOut.partlyEndedSerials.size > 0) {
    const previous = counts.partly_unsellable ?? []
    counts.partly_unsellable = [...new Set([...previous, ...leftOut.partlyEndedSerials])]
  }
}

function countAccepted(
  accepted: readonly PriceChange[],
  { rates }: PriceRules,
  counts: BatchCounts,
): void {
  if (accepted.length === 0) return
  counts.accepted_prices ??= []
  counts.accepted_prices.push(
    ...accepted.map((change) => ({
      serial_number: change.serialNumber,
      old: change.old && priceText(change.old),
      new: priceText(change.next),
      change: changeText(change, rates),
    })),
  )
}

/** Writes batches, creates missing projects, posts the kilograms of new batches, and adds to `counts`. */
export async function importBatches(
  tx: Transaction,
  rows: readonly ReadRow<OfferedBatch>[],
  { isDemo, source }: BatchRules,
  counts: BatchCounts,
): Promise<void> {
  const known = await findKnownForBatches(tx, rows)
  const projectIds = await ensureProjects(tx, rows, known, isDemo, counts)
  const records = rows.map(
    ({ row }): BatchRecord => ({
      ...row,
      projectId: getKnown(projectIds, projectKeyOf(row)),
      name: row.name ?? known.batches.get(row.serialNumber)?.name ?? `Vintage ${row.vintageYear}`,
      isDemo,
      isUncompared: isUncompared(row),
    }),
  )
  const written = await writeBatches(tx, records, source)
  const newBatchIds = new Map(
    written.filter((row) => row.added).map((row) => [row.serial_number, row.id]),
  )
  const issues = rows.flatMap(({ row: { serialNumber, quantityKg } }) => {
    const batchId = newBatchIds.get(serialNumber)
    return batchId === undefined ? [] : [{ batchId, quantityKg }]
  })
  await post(tx, issuePostings(issues))
  counts.added += newBatchIds.size
  counts.changed += written.length - newBatchIds.size
  counts.unchanged += rows.length - written.length
}

/** Returns the ids of the rows' projects, by `projectKey`. Creates a missing project from its first row. */
async function ensureProjects(
  tx: Transaction,
  rows: readonly ReadRow<OfferedBatch>[],
  { projectIds }: KnownCatalogue,
  isDemo: boolean,
  counts: BatchCounts,
): Promise<ReadonlyMap<string, string>> {
  const missing = new Map<string, RegistryBatch>()
  for (const { row } of rows) {
    const key = projectKeyOf(row)
    if (!projectIds.has(key) && !missing.has(key)) missing.set(key, row)
  }
  if (missing.size === 0) return projectIds
  const records = [...missing.values()].map((row, ordinal) => projectOfBatch(row, ordinal, isDemo))
  const created = await writeProjects(tx, records, false)
  counts.projects_added = (counts.projects_added ?? 0) + created.length
  for (const row of missing.values()) countUnknownCountry(row, counts)
  const createdIds = created.map(({ id, registry, external_id }): [string, string] => [
    projectKey({ registry, externalId: external_id }),
    id,
  ])
  return new Map([...projectIds, ...createdIds])
}

function countUnknownCountry(row: RegistryBatch, counts: BatchCounts): void {
  const { registry, externalProjectId: external_id, unknownCountry: country } = row
  if (country === null) return
  counts.unknown_country ??= []
  counts.unknown_country.push({ registry, external_id, country })
}
