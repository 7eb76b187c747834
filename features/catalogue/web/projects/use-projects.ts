// Loads the catalogue for pages. The browser filters the whole list, which is small; it is loaded
// again only after a change (ETag).
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FeaturedProject, Project, ProjectSummary } from '#features/catalogue/contract.ts'
import { ApiError, getJson } from '#web/api/api.ts'
import { getJsonWith } from '#web/api/api-inputs.ts'
import { queryKeys } from '#web/api/query-keys.ts'
import { featuredShape, projectListShape, projectShape } from '../answer-shapes.ts'

export function useProjects(): UseQueryResult<ProjectSummary[]> {
  return useQuery({
    queryKey: queryKeys.projectList,
    queryFn: ({ signal }) => getJson('/api/projects/', projectListShape, signal),
    staleTime: 30_000,
  })
}

/** Returns `null` where the project does not exist. */
export function useProject(id: string): UseQueryResult<Project | null> {
  return useQuery({
    queryKey: queryKeys.project(id),
    queryFn: ({ signal }) => {
      const asked = getJsonWith('/api/projects/{id}', { path: { id } }, projectShape, signal)
      return orNotFound(asked, null)
    },
  })
}

/** A 404 is an empty list. No request without `country`. */
export function useFeaturedProjects(
  country: string | undefined,
): UseQueryResult<FeaturedProject[]> {
  return useQuery({
    queryKey: queryKeys.featured(country ?? ''),
    enabled: country !== undefined,
    queryFn: ({ signal }) => {
      const inputs = { query: { country: country ?? '' } }
      const asked = getJsonWith('/api/projects/featured', inputs, featuredShape, signal)
      return orNotFound(asked, [])
    },
  })
}

/** Returns a project from the loaded lists, without a request. */
export function useListedProject(id: string): ProjectSummary | undefined {
  const client = useQueryClient()
  const lists = [
    client.getQueryData<ProjectSummary[]>(queryKeys.projectList),
    ...client
      .getQueriesData<FeaturedProject[]>({ queryKey: queryKeys.featuredLists })
      .map(([, list]) => list),
  ]
  return lists.flatMap((list) => list ?? []).find((project) => project.id === id)
}

async function orNotFound<Found, Missing>(
  asked: Promise<Found>,
  missing: Missing,
): Promise<Found | Missing> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return missing
    throw error
  }
}
