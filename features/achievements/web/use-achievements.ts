// Loads the user's achievements, reached and to come.
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/api/api.ts'
import { queryKeys } from '#web/api/query-keys.ts'
import type { Achievement } from '../contract.ts'
import { achievementsShape } from './answer-shapes.ts'

export function useAchievements(): UseQueryResult<Achievement[]> {
  return useQuery({
    queryKey: queryKeys.achievements,
    queryFn: ({ signal }) => getJson('/api/achievements/me', achievementsShape, signal),
  })
}
