// The person's rewards that wait to be claimed.
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/api.ts'
import { queryKeys } from '#web/query-keys.ts'
import type { Reward } from '../contract.ts'

export function useRewards(): UseQueryResult<Reward[]> {
  return useQuery({
    queryKey: queryKeys.rewards,
    queryFn: ({ signal }) => getJson<Reward[]>('/api/rewards/me', signal),
  })
}
