// The batches of an import: new ones become stock, known ones get their name and price. What a
// batch holds never changes here.
import {
  type BatchTerms,
  judgeBatches,
  type OfferedBatch,
} from '#features/projects/batch-judgement.ts'
import { projectKey } from '#features/projects/catalogue-files.ts'
import type { Judged } from '#features/projects/import-pieces.ts'
import type { UnknownCountry } from '#features/projects/import-projects.ts'
import {
  type BatchRecord,
  findBatchesThatMeet,
  writeBatches,
  writeProjects,
} from '#features/projects/import-queries.ts'
import { found, knownToBatches } from '#features/projects/known-catalogue.ts'
import { issuePostings } from '#features/projects/postings.ts'
import { projectOfBatch } from '#features/projects/project-record.ts'
import { post } from '#ledger/post.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { RegistryBatch } from '#providers/registries/batch-file.ts'
import type { ReadRow, RowFault } from '#providers/registries/file-source.ts'

export type BatchCounts = {
  added: number
  changed: number
  unchanged: number
  /** Left out where the operator said so: rows that may not be sold, and parts of known batches. */
  unsellable?: number
  known?: number
  /** Each row that was left out, by its line, and why. */
  left_out?: RowFault[]
  /** Known batches among the unsellable rows: their operator has to withdraw them. */
  no_longer_sellable?: string[]
  /** Batches of which the registry does not let some tonnes be sold: it or others retired them. */
  partly_unsellable?: string[]
  /** Projects that were made because a row names them, and those whose country is not known. */
  projects_added?: number
  unknown_country?: UnknownCountry[]
}

/** Counts of what the operator asked for beside the file; the others are always there. */
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

/** Sorts the rows of one piece. Earlier pieces are in the database by then. */
export async function judgePiece(
  tx: Transaction,
  rows: readonly ReadRow<RegistryBatch>[],
  terms: BatchTerms,
  counts: BatchCounts,
  today: string | null,
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
  const { leftOut, ...judged } = judgeBatches(rows, { ...known, met }, terms, today)
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
  return judged
}

export async function importBatches(
  tx: Transaction,
  rows: readonly ReadRow<OfferedBatch>[],
  isDemo: boolean,
  counts: BatchCounts,
): Promise<void> {
  const projectIds = await projectsOf(tx, rows, isDemo, counts)
  const records = rows.map(
    ({ row }): BatchRecord => ({
      ...row,
      projectId: found(projectIds, keyOfProject(row)),
      name: row.name ?? `Vintage ${row.vintageYear}`,
      isDemo,
    }),
  )
  const written = await writeBatches(tx, records)
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

/**
 * The projects of the rows, those that nobody knows made from what their first row says of them.
 */
async function projectsOf(
  tx: Transaction,
  rows: readonly ReadRow<OfferedBatch>[],
  isDemo: boolean,
  counts: BatchCounts,
): Promise<ReadonlyMap<string, string>> {
  const { projectIds } = await knownToBatches(tx, rows)
  const missing = new Map<string, RegistryBatch>()
  for (const { row } of rows) {
    const key = keyOfProject(row)
    if (!projectIds.has(key) && !missing.has(key)) missing.set(key, row)
  }
  if (missing.size === 0) return projectIds
  const records = [...missing.values()].map((row, ordinal) => projectOfBatch(row, ordinal, isDemo))
  const made = await writeProjects(tx, records)
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
