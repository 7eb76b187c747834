// Filters the project list by the registry, type, status and search text in the page's URL
// (docs/product.md#project-list). A filter whose value no project has is ignored. Pure.
import type { ProjectSummary } from '#features/catalogue/catalogue-calls.ts'
import { searchableText, searchWords } from '#values/text/fold.ts'

export const filterNames = ['registry', 'type', 'status'] as const
export type FilterName = (typeof filterNames)[number]

/** Values of the filters; '' selects all projects. */
export type Filters = Record<FilterName, string>
export type FilterChoices = Record<FilterName, readonly string[]>
/** Name of the query parameter with the search text. */
export const searchName = 'q'

/** Options of the status filter, in addition to All (docs/product.md#project-list). */
const statuses = [
  'Certified Design',
  'Listed',
] as const satisfies readonly ProjectSummary['status'][]

/** Returns true if the URL requests the featured projects before the others. */
export function wantsFeaturedFirst(address: URLSearchParams): boolean {
  return address.get('first') === 'featured'
}

/** Returns `projects` with those in `featured` first, in the order of `featured`. */
export function featuredFirst(
  projects: readonly ProjectSummary[],
  featured: readonly Pick<ProjectSummary, 'id'>[],
): ProjectSummary[] {
  const indexById = new Map(featured.map(({ id }, index) => [id, index]))
  const indexOf = ({ id }: ProjectSummary) => indexById.get(id) ?? indexById.size
  return [...projects].sort((one, other) => indexOf(one) - indexOf(other))
}

/** Number of projects shown initially, and number added by each press of Load More. */
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
 * Returns the number of projects to show: the larger of two query parameters, `shown`, which Load More sets,
 * and `limit`, by default 3.
 */
export function readShown(address: URLSearchParams): number {
  const limit = countOf(address.get('limit')) ?? listStep
  return Math.max(limit, countOf(address.get('shown')) ?? 0)
}

/** Returns a whole number from 1 to 99,999, or undefined for any other text. */
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
 * Returns the text that a search matches, by project: everything on its card, its types, also in
 * English, its name and its id at the registry.
 */
export function searchTexts(
  projects: readonly ProjectSummary[],
  countryName: (code: string) => string,
  typeName: (type: string) => string,
  workName: (project: ProjectSummary) => string,
): ReadonlyMap<ProjectSummary, string> {
  return new Map(
    projects.map((project) => {
      const { name, shown_name, country, external_id, project_type, registry_name } = project
      const types = project_type.flatMap((type) => [type, typeName(type)])
      const shown = [
        name,
        shown_name,
        workName(project),
        countryName(country),
        external_id,
        registry_name,
        ...types,
      ]
      return [project, searchableText(shown.join(' '))]
    }),
  )
}

/** Returns the projects whose text in `texts` contains every word, folded as in the API. */
export function searchProjects(
  projects: readonly ProjectSummary[],
  words: string,
  texts: ReadonlyMap<ProjectSummary, string>,
): ProjectSummary[] {
  const foldedWords = searchWords(words)
  return projects.filter((project) => {
    const text = texts.get(project) ?? ''
    return foldedWords.every((word) => text.includes(word))
  })
}
