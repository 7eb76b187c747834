// Loads the user's achievements, reached and unreached.
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ask } from '#web/api/ask.ts'
import { type Achievement, listAchievements } from '../achievements-calls.ts'

export function useAchievements(): UseQueryResult<Achievement[]> {
  return useQuery({
    queryKey: [listAchievements.id],
    queryFn: ({ signal }) => ask(listAchievements, {}, signal),
  })
}
