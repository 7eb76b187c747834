// A registry's project as a row of the catalogue. Facts without a column of their own go to
// `raw_data` under the registry's names; what a registry does not state is left out.
import type { ProjectRecord } from '#features/projects/import-queries.ts'
import type { RegistryProject } from '#providers/registries/project-file.ts'

export function projectRecord(
  project: RegistryProject,
  place: number,
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
    status: project.status,
    project_type: project.projectTypes,
    sdgs: project.sdgs,
    raw_data: stated({
      methodology: project.methodology,
      size: project.size,
      estimated_annual_credits: project.estimatedAnnualTonnes,
      crediting_period_start: project.creditingPeriodStart,
      crediting_period_end: project.creditingPeriodEnd,
      as_of: project.asOf,
      documents_url: project.documentsUrl,
    }),
    is_demo: isDemo,
    place,
  }
}

function stated(facts: Readonly<Record<string, string | number | null>>) {
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== null))
}
