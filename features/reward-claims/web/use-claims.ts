// Holds the claims under way in this tab. They continue when their dialog or page is closed, and
// every view of a reward shows their state.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { Profile } from '#features/people/people-calls.ts'
import type { PurchaseProblem } from '#features/purchases/web/purchase-steps.ts'
import { type Claim, keptClaims } from './claim-record.ts'
import { redeemReward } from './redeem-reward.ts'

export type ClaimState = {
  readonly claim: Claim
  readonly work: 'working' | 'done' | 'failed'
  readonly problem: PurchaseProblem | null
  readonly from: ClaimOrigin
}

/** Where the claim began: the dialog, the X, or a reload that found it unfinished. */
export type ClaimOrigin = 'dialog' | 'dismissal' | 'reload'

const listeners = new Set<() => void>()
let claims: ReadonlyMap<string, ClaimState> = new Map()

function set(id: string, state: ClaimState | undefined) {
  const next = new Map(claims)
  if (state) next.set(id, state)
  else next.delete(id)
  claims = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the claims by reward id. */
export function useClaims(): ReadonlyMap<string, ClaimState> {
  return useSyncExternalStore(subscribe, () => claims)
}

export function endClaim(rewardId: string) {
  if (claims.get(rewardId)?.work !== 'working') set(rewardId, undefined)
}

type Context = { readonly profile: Profile; readonly client: QueryClient }

/**
 * Starts a claim, unless one of the same reward is under way. A kept claim with an unknown outcome
 * continues under its own key.
 */
export async function startClaim(asked: Claim, from: ClaimOrigin, context: Context) {
  const id = asked.reward.reward_id
  const claim = keptClaims(asked.passportId).find((kept) => isSameWish(kept, asked)) ?? asked
  if (claims.get(id)?.work === 'working') return
  set(id, { claim, work: 'working', problem: null, from })
  const problem = await redeemReward(claim, context)
  set(id, { claim, work: problem ? 'failed' : 'done', problem, from })
}

function isSameWish(one: Claim, other: Claim): boolean {
  const giftOf = ({ gift }: Claim) => JSON.stringify(gift)
  return one.reward.reward_id === other.reward.reward_id && giftOf(one) === giftOf(other)
}

/** Continues the claims that a reload interrupted. */
export function useInterruptedClaims(profile: Profile | undefined) {
  const client = useQueryClient()
  const id = profile?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each user
  useEffect(() => {
    if (!profile) return
    for (const claim of keptClaims(profile.id)) {
      void startClaim(claim, 'reload', { profile, client })
    }
  }, [id])
}
