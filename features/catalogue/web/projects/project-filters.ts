// Filters the project list by registry, type, status and search text, which the page's URL contains
// (docs/product.md#project-list). A value that no project has is ignored. Pure.
import type { ProjectSummary } from '#features/catalogue/catalogue-calls.ts'
import { fold, searchWords } from '#values/text/fold.ts'

export const filterNames = ['registry', 'type', 'status'] as const
export type FilterName = (typeof filterNames)[number]

/** An empty text means 'All'. */
export type Filters = Record<FilterName, string>
export type FilterChoices = Record<FilterName, readonly string[]>
/** The query parameter of the search text. */
export const searchName = 'q'

/** Options of the status filter, besides All (docs/product.md#project-list). */
const statuses = [
  'Certified Design',
  'Listed',
] as const satisfies readonly ProjectSummary['status'][]

/** Returns true if the URL requests the featured projects before the others. */
export function wantsFeaturedFirst(address: URLSearchParams): boolean {
  return address.get('first') === 'featured'
}

/** Returns `projects` sorted with the `featured` ones first, in the order of `featured`. */
export function featuredFirst(
  projects: readonly ProjectSummary[],
  featured: readonly Pick<ProjectSummary, 'id'>[],
): ProjectSummary[] {
  const places = new Map(featured.map(({ id }, place) => [id, place]))
  const placeOf = ({ id }: ProjectSummary) => places.get(id) ?? places.size
  return [...projects].sort((one, other) => placeOf(one) - placeOf(other))
}

/** Number of projects shown initially, and added by each Load More. */
export const listStep = 3

/** Returns the options of each filter. Registries and types are those of the projects, sorted. */
export function choicesOf(projects: readonly ProjectSummary[]): FilterChoices {
  const sortedUnique = (values: readonly string[]) =>
    [...new Set(values)].sort((one, other) => one.localeCompare(other))
  return {
    registry: sortedUnique(projects.map((project) => project.registry_name)),
    type: sortedUnique(projects.flatMap((project) => project.project_type)),
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
 * Returns the number of projects to show: the larger of the URL's `shown`, which Load More sets, and its
 * `limit`, which is 3 by default.
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
 * Returns the text that a search matches, by project: everything on its card, its types in English and
 * its id at the registry.
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

/** Returns the projects whose text in `texts` contains every word, folded as in the API. */
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
