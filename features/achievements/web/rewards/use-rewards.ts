// Loads the user's rewards, unclaimed and redeemed.
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import {
  listRedeemedRewards,
  listRewards,
  type RedeemedReward,
  type Reward,
} from '#features/achievements/rewards/rewards-calls.ts'
import { ask } from '#web/api/ask.ts'

export function useRewards(): UseQueryResult<Reward[]> {
  return useQuery({
    queryKey: [listRewards.id],
    queryFn: ({ signal }) => ask(listRewards, {}, signal),
  })
}

/** Loads the redeemed rewards, newest first. */
export function useRedeemedRewards(): UseQueryResult<RedeemedReward[]> {
  return useQuery({
    queryKey: [listRedeemedRewards.id],
    queryFn: ({ signal }) => ask(listRedeemedRewards, {}, signal),
  })
}
