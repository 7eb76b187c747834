// Imports projects: adds, changes, unlists or relists them. A project is never deleted, because
// batches refer to it.

import type { FileRow } from '#platform/actions/file-rows.ts'
import type { Db } from '#platform/database/database.ts'
import type { RegistryProject } from '#providers/registries/projects/project-file.ts'
import { projectStatus } from '#providers/registries/projects/registry-status.ts'
import type { ReadRow } from '#providers/registries/tables/file-source.ts'
import { type Listing, listingOf } from '../project-listing.ts'
import { projectRecord } from '../project-record.ts'
import { projectKey } from './catalogue-files.ts'
import type { ValidatedRows } from './import-chunks.ts'
import { findProjectsByRegistryId, writeProjects } from './import-queries.ts'
import { projectRowsOf, readStoredProjects } from './project-changes.ts'
import { findSpellings, spellingFault } from './project-spellings.ts'

/** A row whose status is unknown to the product. A known project keeps its status; a new one is unlisted. */
export type UnknownStatus = {
  readonly registry: string
  readonly external_id: string
  readonly status: string
}

/** A row whose country is unknown to the product. A known project keeps its country; a new one has none. */
export type UnknownCountry = {
  readonly registry: string
  readonly external_id: string
  readonly country: string
}

export type ProjectCounts = {
  added: number
  changed: number
  unchanged: number
  /** Projects that had ended at their registry before their first import. They are stored unlisted. */
  skipped: number
  /** Number of known projects that the import unlisted and took off sale. */
  delisted?: number
  /** Number of unlisted projects that the import listed again. */
  relisted?: number
  /** Number of projects with fields that an operator has set and the import therefore keeps. */
  edited?: number
  unknown_status?: UnknownStatus[]
  unknown_country?: UnknownCountry[]
  /** Total numbers, present if `unknown_status` or `unknown_country` is truncated. */
  unknown_statuses?: number
  unknown_countries?: number
}

/** Maximum entries of `unknown_status` and of `unknown_country`. */
const unknownMax = 100

/** Refuses ids that are other spellings of known ones. */
export async function validateProjects(
  tx: Db,
  reads: readonly ReadRow<RegistryProject>[],
): Promise<ValidatedRows<RegistryProject>> {
  const spellings = await findSpellings(
    tx,
    reads.map(({ row }) => row),
  )
  const faults = reads.flatMap(({ file, line, row }) => {
    const known = spellings.get(projectKey(row))
    if (known === undefined) return []
    return [{ file, line, fault: `external_id: ${spellingFault(row.externalId, known)}` }]
  })
  return { rows: reads, faults }
}

type ProjectOptions = {
  readonly isDemo: boolean
  readonly overwrites?: boolean
  /** Receives the outcome of each row. */
  readonly report?: FileRow[]
}

/** Writes projects and adds to `counts`. */
export async function importProjects(
  tx: Db,
  rows: readonly ReadRow<RegistryProject>[],
  { isDemo, overwrites = false, report }: ProjectOptions,
  counts: ProjectCounts,
): Promise<void> {
  const before = report === undefined ? null : await readStoredProjects(tx, rows)
  const listings = await readListings(tx, rows)
  let endedBeforeImport = 0
  const records = rows.map(({ row }, ordinal) => {
    const previous = listings.get(projectKey(row))
    const listing = listingOf(row.state, previous)
    if (previous === undefined && row.state.kind === 'ended') endedBeforeImport += 1
    countListing(row, previous, listing, counts)
    countCountry(row, counts)
    if (previous?.isEdited && !overwrites) counts.edited = (counts.edited ?? 0) + 1
    return projectRecord(row, listing, ordinal, isDemo)
  })
  const written = await writeProjects(tx, records, overwrites)
  const added = written.filter((row) => row.added).length
  counts.skipped += endedBeforeImport
  counts.added += added - endedBeforeImport
  counts.changed += written.length - added
  counts.unchanged += records.length - written.length
  if (before === null) return
  const after = await readStoredProjects(tx, rows)
  report?.push(...projectRowsOf(rows, before, after, overwrites))
}

/** `isEdited` is true if an operator set any of the project's fields. */
type KnownListing = Listing & { readonly isEdited: boolean }

/** Returns the listings of the projects that the catalogue has, by `projectKey`. */
async function readListings(
  tx: Db,
  rows: readonly ReadRow<RegistryProject>[],
): Promise<ReadonlyMap<string, KnownListing>> {
  const projects = await findProjectsByRegistryId(
    tx,
    rows.map(({ row }) => row),
  )
  return new Map(
    projects.map(({ registry, external_id, status, unlisted_status, edited_fields }) => [
      projectKey({ registry, externalId: external_id }),
      {
        status: projectStatus.parse(status),
        unlistedStatus: unlisted_status,
        isEdited: edited_fields.length > 0,
      },
    ]),
  )
}

function countCountry(
  { registry, externalId, unknownCountry }: RegistryProject,
  counts: ProjectCounts,
): void {
  if (unknownCountry === null) return
  counts.unknown_country ??= []
  if (counts.unknown_country.length < unknownMax) {
    counts.unknown_country.push({ registry, external_id: externalId, country: unknownCountry })
  } else {
    counts.unknown_countries = (counts.unknown_countries ?? unknownMax) + 1
  }
}

function countListing(
  { registry, externalId, state }: RegistryProject,
  previous: Listing | undefined,
  next: Listing,
  counts: ProjectCounts,
): void {
  if (state.kind === 'unknown') {
    counts.unknown_status ??= []
    if (counts.unknown_status.length < unknownMax) {
      counts.unknown_status.push({ registry, external_id: externalId, status: state.word })
    } else {
      counts.unknown_statuses = (counts.unknown_statuses ?? unknownMax) + 1
    }
  }
  if (previous === undefined) return
  const wasListed = previous.unlistedStatus === null
  const isListed = next.unlistedStatus === null
  if (wasListed && !isListed) counts.delisted = (counts.delisted ?? 0) + 1
  if (!wasListed && isListed) counts.relisted = (counts.relisted ?? 0) + 1
}
