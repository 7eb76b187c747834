// Loads the user's rewards, unclaimed and redeemed.
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { RedeemedReward, Reward } from '#features/achievements/rewards/contract.ts'
import { getJson } from '#web/api/api.ts'
import { queryKeys } from '#web/api/query-keys.ts'
import { redeemedShape, rewardsShape } from './answer-shapes.ts'

export function useRewards(): UseQueryResult<Reward[]> {
  return useQuery({
    queryKey: queryKeys.rewards,
    queryFn: ({ signal }) => getJson('/api/rewards/me', rewardsShape, signal),
  })
}

/** Returns redeemed rewards, newest first. */
export function useRedeemedRewards(): UseQueryResult<RedeemedReward[]> {
  return useQuery({
    queryKey: queryKeys.redeemedRewards,
    queryFn: ({ signal }) => getJson('/api/rewards/redeemed', redeemedShape, signal),
  })
}
