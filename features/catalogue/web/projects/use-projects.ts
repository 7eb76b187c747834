// Loads the catalogue for pages. The list is small, so the browser loads and filters all of it. An ETag
// avoids a second transfer of an unchanged list.
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type FeaturedProject,
  getProject,
  listFeaturedProjects,
  listProjects,
  type Project,
  type ProjectSummary,
} from '#features/catalogue/catalogue-calls.ts'
import { ApiError } from '#web/api/api.ts'
import { ask } from '#web/api/ask.ts'
import { useAnswer } from '#web/api/use-answer.ts'

export function useProjects() {
  return useAnswer(listProjects, {}, { staleTime: 30_000 })
}

/** Loads a project. The query's data is null if the project does not exist. */
export function useProject(id: string): UseQueryResult<Project | null> {
  return useQuery({
    queryKey: [getProject.id, id],
    queryFn: ({ signal }) => orNotFound(ask(getProject, { params: { id } }, signal), null),
  })
}

/**
 * Loads the featured projects of a country. The data is empty after a 404. Without a country, nothing is
 * sent.
 */
export function useFeaturedProjects(
  country: string | undefined,
): UseQueryResult<FeaturedProject[]> {
  return useQuery({
    queryKey: [listFeaturedProjects.id, country ?? ''],
    enabled: country !== undefined,
    queryFn: ({ signal }) => {
      const input = { query: { country: country ?? '' } }
      return orNotFound(ask(listFeaturedProjects, input, signal), [])
    },
  })
}

/** Returns a project from a cached list, without a request. */
export function useListedProject(id: string): ProjectSummary | undefined {
  const client = useQueryClient()
  const lists = [
    client.getQueryData<ProjectSummary[]>([listProjects.id]),
    ...client
      .getQueriesData<FeaturedProject[]>({ queryKey: [listFeaturedProjects.id] })
      .map(([, list]) => list),
  ]
  return lists.flatMap((list) => list ?? []).find((project) => project.id === id)
}

/** Returns `missing` if the request fails with status 404. */
async function orNotFound<Found, Missing>(
  request: Promise<Found>,
  missing: Missing,
): Promise<Found | Missing> {
  try {
    return await request
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return missing
    throw error
  }
}
