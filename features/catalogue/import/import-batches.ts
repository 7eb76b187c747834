// Imports batches: new ones become stock, known ones get their name and price. A batch's kilograms
// never change here.

import { post } from '#ledger/post.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { RegistryBatch } from '#providers/registries/tables/batch-file.ts'
import type { ReadRow, RowFault } from '#providers/registries/tables/file-source.ts'
import { isSerialRegistry } from '#values/serials/serial-forms.ts'
import { issuePostings } from '../offers/offers-postings.ts'
import { projectOfBatch } from '../project-record.ts'
import { type BatchTerms, judgeBatches, type OfferedBatch } from './batch-judgement.ts'
import { projectKey } from './catalogue-files.ts'
import type { Judged } from './import-chunks.ts'
import { judgePrices } from './import-prices.ts'
import type { UnknownCountry } from './import-projects.ts'
import {
  type BatchRecord,
  findBatchesThatMeet,
  type PriceSource,
  writeBatches,
  writeProjects,
} from './import-queries.ts'
import { found, type KnownCatalogue, knownToBatches } from './known-catalogue.ts'
import { findLooseMeetings } from './loose-meetings.ts'
import { changeText, type PriceChange, type PriceRules, priceText } from './price-judgement.ts'

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
   * Rows left out by the operator's options: those that may not be sold, and parts of known
   * batches.
   */
  unsellable?: number
  known?: number
  /** Each row that was left out, by its line, with the reason. */
  left_out?: RowFault[]
  /** Known batches among the unsellable rows, which the operator must withdraw. */
  no_longer_sellable?: string[]
  /** Batches with tonnes that the registry does not allow to be sold, such as retired ones. */
  partly_unsellable?: string[]
  /** Unusual prices that the operator accepted, each with the old one, null for a new batch. */
  accepted_prices?: AcceptedPrice[]
  /** Projects made because a row names them, and those with an unknown country. */
  projects_added?: number
  unknown_country?: UnknownCountry[]
}

/** Returns the zero counts. Counts of options are present only with the option. */
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

/** Rules that judge an import's rows. */
export type BatchRules = {
  readonly terms: BatchTerms
  readonly isDemo: boolean
  /** A day such as `2026-11-25`; null compares no day with it. */
  readonly today: string | null
  /** Null judges no price. */
  readonly prices: PriceRules | null
  readonly source: PriceSource
  /** Writes changes of prices to the audit trail. */
  readonly auditPrices: AuditPrices
}
export type AuditPrices = (tx: Transaction, changes: readonly PriceChange[]) => Promise<void>

/**
 * Sorts the rows of one step. Unchanged ones are counted only. Earlier steps are in the database by
 * then.
 */
export async function judgeChunk(
  tx: Transaction,
  rows: readonly ReadRow<RegistryBatch>[],
  { terms, today, isDemo, prices, auditPrices }: BatchRules,
  counts: BatchCounts,
): Promise<Judged<OfferedBatch>> {
  const known = await knownToBatches(tx, rows)
  const unknown = rows.filter(({ row }) => !known.batches.has(row.serialNumber))
  const meeting = await findBatchesThatMeet(
    tx,
    unknown.map(({ row }) => row.serialNumber),
  )
  const groups = Map.groupBy(meeting, ({ asked }) => asked)
  const met = new Map(
    [...groups].map(([asked, found]) => [asked, found.map((each) => each.serial_number)]),
  )
  const loose = await findLooseMeetings(
    tx,
    rows.flatMap(({ row }) => (known.batches.get(row.serialNumber)?.is_uncompared ? [] : [row])),
  )
  const { leftOut, ...judged } = judgeBatches(rows, { ...known, met, loose }, terms, today)
  if (counts.unsellable !== undefined) counts.unsellable += leftOut.unsellable
  if (counts.known !== undefined) counts.known += leftOut.known
  counts.left_out?.push(...leftOut.rows)
  if (leftOut.endedSerials.length > 0) {
    counts.no_longer_sellable ??= []
    counts.no_longer_sellable.push(...leftOut.endedSerials)
  }
  if (leftOut.partlyEndedSerials.size > 0) {
    const before = counts.partly_unsellable ?? []
    counts.partly_unsellable = [...new Set([...before, ...leftOut.partlyEndedSerials])]
  }
  const changing = judged.rows.filter(({ row }) => changes(row, known, isDemo))
  counts.unchanged += judged.rows.length - changing.length
  if (prices === null) return { ...judged, rows: changing }
  const priced = await judgePrices(tx, changing, known.batches, prices, terms)
  countAccepted(priced.accepted, prices, counts)
  await auditPrices(tx, priced.changes)
  const faults = [...judged.faults, ...priced.faults]
  return { rows: changing, faults, questions: priced.questions }
}

/**
 * Whether a row adds a batch, or differs from the known one in a field that an import may change.
 */
function changes(row: OfferedBatch, { batches }: KnownCatalogue, isDemo: boolean): boolean {
  const before = batches.get(row.serialNumber)
  if (before === undefined) return true
  const isChanged = {
    name: before.name !== (row.name ?? before.name),
    vintageYear: before.vintage_year !== row.vintageYear,
    priceMicros: before.price_micros !== row.priceMicros,
    currency: before.currency !== row.currency,
    issuedOn: before.issued_on !== (row.issuedOn ?? before.issued_on),
    isDemo: before.is_demo !== isDemo,
    isUncompared: before.is_uncompared !== isUncompared(row),
  } satisfies Record<Exclude<keyof BatchRecord, 'projectId' | 'serialNumber'>, boolean>
  return Object.values(isChanged).includes(true)
}

/** Whether a row's serial cannot be compared. The operator's option admits the registries of such rows. */
function isUncompared({ registry }: OfferedBatch): boolean {
  return !isSerialRegistry(registry)
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

export async function importBatches(
  tx: Transaction,
  rows: readonly ReadRow<OfferedBatch>[],
  { isDemo, source }: BatchRules,
  counts: BatchCounts,
): Promise<void> {
  const known = await knownToBatches(tx, rows)
  const projectIds = await projectsOf(tx, rows, known, isDemo, counts)
  const records = rows.map(
    ({ row }): BatchRecord => ({
      ...row,
      projectId: found(projectIds, keyOfProject(row)),
      name: row.name ?? known.batches.get(row.serialNumber)?.name ?? `Vintage ${row.vintageYear}`,
      isDemo,
      isUncompared: isUncompared(row),
    }),
  )
  const written = await writeBatches(tx, records, source)
  const added = new Map(
    written.filter((row) => row.added).map((row) => [row.serial_number, row.id]),
  )
  const issues = rows.flatMap(({ row: { serialNumber, quantityKg } }) => {
    const batchId = added.get(serialNumber)
    return batchId === undefined ? [] : [{ batchId, quantityKg }]
  })
  await post(tx, issuePostings(issues))
  counts.added += added.size
  counts.changed += written.length - added.size
  counts.unchanged += rows.length - written.length
}

/** Returns the projects of the rows. Unknown ones are made from their first row. */
async function projectsOf(
  tx: Transaction,
  rows: readonly ReadRow<OfferedBatch>[],
  { projectIds }: KnownCatalogue,
  isDemo: boolean,
  counts: BatchCounts,
): Promise<ReadonlyMap<string, string>> {
  const missing = new Map<string, RegistryBatch>()
  for (const { row } of rows) {
    const key = keyOfProject(row)
    if (!projectIds.has(key) && !missing.has(key)) missing.set(key, row)
  }
  if (missing.size === 0) return projectIds
  const records = [...missing.values()].map((row, ordinal) => projectOfBatch(row, ordinal, isDemo))
  const made = await writeProjects(tx, records, false)
  counts.projects_added = (counts.projects_added ?? 0) + made.length
  for (const row of missing.values()) countUnknownCountry(row, counts)
  const madeIds = made.map(({ id, registry, external_id }): [string, string] => [
    projectKey({ registry, externalId: external_id }),
    id,
  ])
  return new Map([...projectIds, ...madeIds])
}

function countUnknownCountry(row: RegistryBatch, counts: BatchCounts): void {
  const { registry, externalProjectId: external_id, unknownCountry: country } = row
  if (country === null) return
  counts.unknown_country ??= []
  counts.unknown_country.push({ registry, external_id, country })
}

function keyOfProject({ registry, externalProjectId }: RegistryBatch): string {
  return projectKey({ registry, externalId: externalProjectId })
}
