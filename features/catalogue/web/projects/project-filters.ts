// Filters the project list by registry, type, status and search, kept in the address
// (docs/product.md#project-list). Pure. A value that no project has filters nothing.
import type { ProjectSummary } from '#features/catalogue/catalogue-calls.ts'
import { fold, searchWords } from '#values/text/fold.ts'

export const filterNames = ['registry', 'type', 'status'] as const
export type FilterName = (typeof filterNames)[number]

/** An empty text is 'All'. */
export type Filters = Record<FilterName, string>
export type FilterChoices = Record<FilterName, readonly string[]>
/** The parameter of the searched words, as in the API. */
export const searchName = 'q'

/** The status filter offers these two besides All (docs/product.md#project-list). */
const statuses = [
  'Certified Design',
  'Listed',
] as const satisfies readonly ProjectSummary['status'][]

/** Whether the address asks for featured projects before all others. */
export function wantsFeaturedFirst(address: URLSearchParams): boolean {
  return address.get('first') === 'featured'
}

/** Returns the projects with `featured` in front, each once; unlisted ones of them are left out. */
export function featuredFirst(
  projects: readonly ProjectSummary[],
  featured: readonly Pick<ProjectSummary, 'id'>[],
): ProjectSummary[] {
  const places = new Map(featured.map(({ id }, place) => [id, place]))
  const placeOf = ({ id }: ProjectSummary) => places.get(id) ?? places.size
  return [...projects].sort((one, other) => placeOf(one) - placeOf(other))
}

/** Projects shown initially, and added by each Load More. */
export const listStep = 3

/** Returns the values in the data, in alphabetical order. */
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

/**
 * Returns how many projects the address shows: the number from Load More, else the given limit,
 * else three.
 */
export function readShown(address: URLSearchParams): number {
  const limit = countOf(address.get('limit')) ?? listStep
  return Math.max(limit, countOf(address.get('shown')) ?? 0)
}

function countOf(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined
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

/**
 * Returns the searched texts by project: everything on its card, its types in the registry's words,
 * and its id in the registry.
 */
export function searchTexts(
  projects: readonly ProjectSummary[],
  countryName: (code: string) => string,
  typeName: (type: string) => string,
): ReadonlyMap<ProjectSummary, string> {
  return new Map(
    projects.map((project) => {
      const { name, country, external_id, project_type, registry_name } = project
      const types = project_type.flatMap((type) => [type, typeName(type)])
      const shown = [name, countryName(country), external_id, registry_name, ...types]
      return [project, fold(shown.join(' '))]
    }),
  )
}

/** Returns the projects that contain every word, compared as the API compares them. */
export function searchProjects(
  projects: readonly ProjectSummary[],
  words: string,
  texts: ReadonlyMap<ProjectSummary, string>,
): ProjectSummary[] {
  const searched = searchWords(words)
  return projects.filter((project) => {
    const text = texts.get(project) ?? ''
    return searched.every((word) => text.includes(word))
  })
}
