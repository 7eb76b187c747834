// Imports projects: adds, changes, unlists or relists them. A project is never deleted, because
// kilograms refer to it.

import type { Db } from '#platform/database/database.ts'
import type { RegistryProject } from '#providers/registries/projects/project-file.ts'
import { projectStatus } from '#providers/registries/projects/registry-status.ts'
import type { ReadRow } from '#providers/registries/tables/file-source.ts'
import { type Listing, listingOf } from '../project-listing.ts'
import { projectRecord } from '../project-record.ts'
import { projectKey } from './catalogue-files.ts'
import { findProjectsByRegistryId, writeProjects } from './import-queries.ts'

/** A project with an unknown status: a known one keeps its status, a new one is in no list. */
export type UnknownStatus = {
  readonly registry: string
  readonly external_id: string
  readonly status: string
}

/** A project with an unknown country: a known one keeps its country, a new one has none. */
export type UnknownCountry = {
  readonly registry: string
  readonly external_id: string
  readonly country: string
}

export type ProjectCounts = {
  added: number
  changed: number
  unchanged: number
  /**
   * Projects that had ended at their registry before their first import: stored, and in no list.
   */
  skipped: number
  /** Changed projects: those taken off the lists and off sale, and those relisted. */
  delisted?: number
  relisted?: number
  /** Projects with fields that the import kept as the operator set them. */
  edited?: number
  unknown_status?: UnknownStatus[]
  unknown_country?: UnknownCountry[]
  /** Total numbers, where `unknown_status` and `unknown_country` contain only the first. */
  unknown_statuses?: number
  unknown_countries?: number
}

/** Most entries of `unknown_status` and of `unknown_country`; the operator checks these first. */
const unknownMax = 100

export async function importProjects(
  tx: Db,
  rows: readonly ReadRow<RegistryProject>[],
  { isDemo, overwrites = false }: { readonly isDemo: boolean; readonly overwrites?: boolean },
  counts: ProjectCounts,
): Promise<void> {
  const known = await listingsOf(tx, rows)
  let ended = 0
  const records = rows.map(({ row }, ordinal) => {
    const before = known.get(projectKey(row))
    const listing = listingOf(row.state, before)
    if (before === undefined && row.state.kind === 'ended') ended += 1
    countListing(row, before, listing, counts)
    countCountry(row, counts)
    if (before?.isEdited && !overwrites) counts.edited = (counts.edited ?? 0) + 1
    return projectRecord(row, listing, ordinal, isDemo)
  })
  const written = await writeProjects(tx, records, overwrites)
  const added = written.filter((row) => row.added).length
  counts.skipped += ended
  counts.added += added - ended
  counts.changed += written.length - added
  counts.unchanged += records.length - written.length
}

/** `isEdited`: whether an operator set some of it by hand. */
type KnownListing = Listing & { readonly isEdited: boolean }

async function listingsOf(
  tx: Db,
  rows: readonly ReadRow<RegistryProject>[],
): Promise<ReadonlyMap<string, KnownListing>> {
  const known = await findProjectsByRegistryId(
    tx,
    rows.map(({ row }) => row),
  )
  return new Map(
    known.map(({ registry, external_id, status, unlisted_status, edited_fields }) => [
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
  before: Listing | undefined,
  after: Listing,
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
  if (before === undefined) return
  const [was, is] = [before.unlistedStatus === null, after.unlistedStatus === null]
  if (was && !is) counts.delisted = (counts.delisted ?? 0) + 1
  if (!was && is) counts.relisted = (counts.relisted ?? 0) + 1
}
