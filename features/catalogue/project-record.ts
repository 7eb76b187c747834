// Maps an imported project to a row of `projects`. Facts without a column are put into `raw_data`. Facts
// that the registry does not state are omitted.

import type { RegistryProject } from '#providers/registries/projects/project-file.ts'
import type { RegistryBatch } from '#providers/registries/tables/batch-file.ts'
import type { ProjectStatus } from '#values/lists/project-statuses.ts'
import { registryNameOf } from '#values/serials/registries.ts'
import type { ProjectRecord } from './import/import-queries.ts'
import type { Listing } from './project-listing.ts'

export function projectRecord(
  project: RegistryProject,
  { status, unlistedStatus }: Listing,
  ordinal: number,
  isDemo: boolean,
): ProjectRecord {
  return {
    registry: project.registry,
    registry_name: project.registryName,
    external_id: project.externalId,
    external_url: project.externalUrl,
    name: project.name,
    description: project.description,
    image_url: project.imageUrl,
    country: project.country.code,
    country_name: project.country.name,
    developer: project.developer,
    status,
    unlisted_status: unlistedStatus,
    project_type: project.projectTypes,
    sdgs: project.sdgs,
    raw_data: presentFacts({
      methodology: project.methodology,
      size: project.size,
      estimated_annual_credits: project.estimatedAnnualTonnes,
      crediting_period_start: project.creditingPeriodStart,
      crediting_period_end: project.creditingPeriodEnd,
      as_of: project.asOf,
      documents_url: project.documentsUrl,
    }),
    is_demo: isDemo,
    ordinal,
  }
}

/**
 * Returns the row of a project that so far only a batch file refers to. Its status is `Verified`, because its
 * registry has issued credits. A later project file adds the other facts.
 */
export function projectOfBatch(
  batch: RegistryBatch,
  ordinal: number,
  isDemo: boolean,
): ProjectRecord {
  return {
    registry: batch.registry,
    registry_name: registryNameOf(batch.registry),
    external_id: batch.externalProjectId,
    external_url: null,
    name: batch.projectName,
    description: '',
    image_url: null,
    country: batch.country.code,
    country_name: batch.country.name,
    developer: batch.developer,
    status: 'Verified' satisfies ProjectStatus,
    unlisted_status: null,
    project_type: batch.projectTypes,
    sdgs: batch.sdgs,
    raw_data: presentFacts({ methodology: batch.methodology }),
    is_demo: isDemo,
    ordinal,
  }
}

function presentFacts(facts: Readonly<Record<string, string | number | null>>) {
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== null))
}
