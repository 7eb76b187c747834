// Returns the name and the explanation of a project's status. A status groups several of the registries';
// the texts must promise no more than those.
import type { ProjectStatus } from '#values/lists/project-statuses.ts'
import { texts } from '#web/texts.ts'

export function statusName(status: ProjectStatus): string {
  const names = {
    Verified: texts.projects_verified(),
    'Certified Design': texts.projects_certified_design(),
    Listed: texts.projects_listed(),
  }
  return names[status]
}

export function statusMeaning(status: ProjectStatus): string {
  const meanings = {
    Verified: texts.projects_verified_means(),
    'Certified Design': texts.projects_certified_design_means(),
    Listed: texts.projects_listed_means(),
  }
  return meanings[status]
}
