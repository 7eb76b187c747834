// Keeps which rewards this tab is claiming, so that a reload continues with them; an abandoned claim
// expires on the server. A receiver's number stays only as long as its claim is open.

import type { Reward } from '#features/achievements/rewards/contract.ts'
import { newIdempotencyKey } from '#features/people/web/session/signing.ts'
import type { Gift } from '#features/purchases/web/gift/gift-fields.tsx'

export type Claim = {
  /** Whose it is: another person in the same tab must not go on with it. */
  readonly passportId: string
  /** The idempotency key of the claim, made when it is first asked. */
  readonly key: string
  readonly reward: Reward
  /** Null: the person keeps it. */
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
    // A full or closed storage only costs the place after a reload: the claim returns by itself.
  }
}

export function forgetClaim({ reward }: Claim): void {
  try {
    window.sessionStorage.removeItem(prefix + reward.reward_id)
  } catch {
    // Nothing was kept then.
  }
}

/** The claims of this person that a reload interrupted. */
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
