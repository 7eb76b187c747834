// A project's status in words, and what each one means. The words are the registries' as this
// product groups them; never a promise beyond them.
import { texts } from '#web/texts.ts'
import type { ProjectSummary } from '../contract.ts'

type Status = ProjectSummary['status']

const statuses: readonly Status[] = ['Verified', 'Certified Design', 'Listed']

export function isStatus(text: string): text is Status {
  return statuses.some((status) => status === text)
}

export function statusName(status: Status): string {
  const names = {
    Verified: texts.projects_verified(),
    'Certified Design': texts.projects_certified_design(),
    Listed: texts.projects_listed(),
  }
  return names[status]
}

export function statusMeaning(status: Status): string {
  const meanings = {
    Verified: texts.projects_verified_means(),
    'Certified Design': texts.projects_certified_design_means(),
    Listed: texts.projects_listed_means(),
  }
  return meanings[status]
}
