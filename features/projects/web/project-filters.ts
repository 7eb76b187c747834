// Which projects a list shows (specification 9): by registry, type and status, kept in the address.
// Pure; a value that no project has filters nothing.
import type { ProjectSummary } from '../contract.ts'

export const filterNames = ['registry', 'type', 'status'] as const
export type FilterName = (typeof filterNames)[number]

/** An empty text is 'All'. */
export type Filters = Record<FilterName, string>
export type FilterChoices = Record<FilterName, readonly string[]>

/** Specification 9: the status filter offers these two besides All. */
const statuses = [
  'Certified Design',
  'Listed',
] as const satisfies readonly ProjectSummary['status'][]

/** Specification 9: three projects at first, and three more each time. */
export const listStep = 3

/** What is found in the data, in the order of the alphabet. */
export function choicesOf(projects: readonly ProjectSummary[]): FilterChoices {
  const found = (values: readonly string[]) =>
    [...new Set(values)].sort((one, other) => one.localeCompare(other))
  return {
    registry: found(projects.map((project) => project.registry_name)),
    type: found(projects.flatMap((project) => project.project_type)),
    status: statuses,
  }
}

export function readFilters(address: URLSearchParams, choices: FilterChoices): Filters {
  const read = (name: FilterName) => {
    const value = address.get(name) ?? ''
    return choices[name].includes(value) ? value : ''
  }
  return { registry: read('registry'), type: read('type'), status: read('status') }
}

/** How many projects the address says are shown: a multiple of three, at least three. */
export function readShown(address: URLSearchParams): number {
  const shown = Math.trunc(Number(address.get('shown')))
  return Number.isFinite(shown) && shown > listStep ? shown : listStep
}

export function filterProjects(
  projects: readonly ProjectSummary[],
  { registry, type, status }: Filters,
): ProjectSummary[] {
  return projects.filter(
    (project) =>
      (registry === '' || project.registry_name === registry) &&
      (type === '' || project.project_type.includes(type)) &&
      (status === '' || project.status === status),
  )
}
