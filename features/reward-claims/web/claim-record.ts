// Stores the unfinished claims in the tab's session storage, so that a reload continues them. A record
// contains the receiver's phone number, so it is deleted when its claim ends.

import type { Reward } from '#features/achievements/rewards/rewards-calls.ts'
import { newIdempotencyKey } from '#features/people/web/session/signing.ts'
import type { Gift } from '#features/purchases/web/gift/gift-fields.tsx'

export type Claim = {
  /** Owner of the claim. Another user in the same tab must not continue it. */
  readonly passportId: string
  /** Idempotency key of the claim, for its first request and all repetitions. */
  readonly key: string
  readonly reward: Reward
  /** Null if the user keeps the reward. */
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
    // Without storage a reload forgets the claim, which then expires on the server.
  }
}

export function forgetClaim({ reward }: Claim): void {
  try {
    window.sessionStorage.removeItem(prefix + reward.reward_id)
  } catch {
    // Without storage there is no record.
  }
}

/** Returns the stored claims of the user. */
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
