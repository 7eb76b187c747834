// Stores the claims of this tab, so that a reload continues them; an abandoned claim expires on the
// server. A receiver's number stays only while its claim is open.

import type { Reward } from '#features/achievements/rewards/rewards-calls.ts'
import { newIdempotencyKey } from '#features/people/web/session/signing.ts'
import type { Gift } from '#features/purchases/web/gift/gift-fields.tsx'

export type Claim = {
  /** Owner of the claim: another user in the same tab must not continue it. */
  readonly passportId: string
  /** Idempotency key of the claim, made at the first request. */
  readonly key: string
  readonly reward: Reward
  /** The gift; null where the user keeps the reward. */
  readonly gift: Gift | null
}

const prefix = 'carbon-passport:claim:'

export function newClaim(passportId: string, reward: Reward, gift: Gift | null): Claim {
  return { passportId, key: newIdempotencyKey(), reward, gift }
}

export function keepClaim(claim: Claim): void {
  try {
    window.sessionStorage.setItem(prefix + claim.reward.reward_id, JSON.stringify(claim))
  } catch {
    // Without storage, a reload loses the claim in the tab, and it expires by itself.
  }
}

export function forgetClaim({ reward }: Claim): void {
  try {
    window.sessionStorage.removeItem(prefix + reward.reward_id)
  } catch {
    // There is no record then.
  }
}

/** Returns the user's claims that a reload interrupted. */
export function keptClaims(passportId: string): Claim[] {
  try {
    return Object.entries(window.sessionStorage)
      .filter(([name]) => name.startsWith(prefix))
      .map(([, text]): unknown => JSON.parse(text))
      .filter(isClaim)
      .filter((claim) => claim.passportId === passportId)
  } catch {
    return []
  }
}

function isClaim(value: unknown): value is Claim {
  return typeof value === 'object' && value !== null && 'reward' in value && 'key' in value
}
