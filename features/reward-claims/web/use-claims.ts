// Holds the state of this tab's claims in memory. A claim therefore continues after its dialog or page is
// closed, and every component of the reward shows its state.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { Profile } from '#features/people/people-calls.ts'
import type { PurchaseProblem } from '#features/purchases/web/purchase-steps.ts'
import { type Claim, keptClaims, redeemReward, releaseClaim } from './redeem-reward.ts'

export type ClaimState = {
  readonly claim: Claim
  readonly work: 'working' | 'done' | 'failed'
  readonly problem: PurchaseProblem | null
  readonly from: ClaimOrigin
}

/**
 * How the claim started: in the dialog of the home page, after a purchase, with the X, or by a reload that found
 * it unfinished.
 */
export type ClaimOrigin = 'dialog' | 'success' | 'dismissal' | 'reload'

const listeners = new Set<() => void>()
let claims: ReadonlyMap<string, ClaimState> = new Map()

function setState(id: string, state: ClaimState | undefined) {
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

/** Returns the states of claims by reward id. */
export function useClaims(): ReadonlyMap<string, ClaimState> {
  const current = () => claims
  return useSyncExternalStore(subscribe, current, current)
}

/** Removes the state of a claim, unless the claim is working. */
export function endClaim(rewardId: string) {
  const claim = claims.get(rewardId)
  if (claim && claim.work !== 'working') setState(rewardId, undefined)
}

type Context = { readonly profile: Profile; readonly client: QueryClient }

/**
 * Starts a claim, unless one of the same reward is working. If a stored claim with the same gift has an
 * unknown outcome, that claim continues under its own key.
 */
export async function startClaim(newClaim: Claim, from: ClaimOrigin, context: Context) {
  const id = newClaim.reward.reward_id
  const claim =
    keptClaims(newClaim.passportId).find((stored) => isSameOrder(stored, newClaim)) ?? newClaim
  if (claims.get(id)?.work === 'working') return
  setState(id, { claim, work: 'working', problem: null, from })
  const problem = await redeemReward(claim, context)
  setState(id, { claim, work: problem ? 'failed' : 'done', problem, from })
}

/** Releases a claim whose failure was shown, unless the user has started it again. */
async function endFailedClaim(claim: Claim, client: QueryClient): Promise<void> {
  const id = claim.reward.reward_id
  if (claims.get(id)?.work === 'working') return
  if (await releaseClaim(claim, client)) {
    setState(id, { claim, work: 'done', problem: null, from: 'reload' })
  }
}

/** Returns true if both claims are of the same reward with the same gift. */
function isSameOrder(one: Claim, other: Claim): boolean {
  const giftOf = ({ gift }: Claim) => JSON.stringify(gift)
  return one.reward.reward_id === other.reward.reward_id && giftOf(one) === giftOf(other)
}

/**
 * Continues the claims that a reload or a lost connection interrupted, at the start and when it is back. Those
 * whose failure was shown are released instead.
 */
export function useInterruptedClaims(profile: Profile | undefined) {
  const client = useQueryClient()
  const id = profile?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each user
  useEffect(() => {
    if (!profile) return
    const continueClaims = () => {
      for (const claim of keptClaims(profile.id)) {
        if (claim.hasFailed) void endFailedClaim(claim, client)
        else void startClaim(claim, 'reload', { profile, client })
      }
    }
    continueClaims()
    window.addEventListener('online', continueClaims)
    return () => window.removeEventListener('online', continueClaims)
  }, [id])
}
