// Sends the signed calls that claim and release a reward. Each is repeated under one key only.

import { newIdempotencyKey } from '#features/people/web/session/signing.ts'
import { askUntilFinal } from '#features/purchases/web/purchase-requests.ts'
import { ApiError } from '#web/api/api.ts'
import { claimReward, unclaimReward } from '../reward-claims-calls.ts'
import type { Claim } from './claim-record.ts'

/**
 * Attempts without an answer before the claim has failed. It holds no kilograms before it succeeds.
 */
const claimTurnsMax = 4

const asking = {
  signal: new AbortController().signal,
  attemptsMax: claimTurnsMax,
  onUnknown: () => undefined,
}

/**
 * Claims a reward. Throws ApiError for a refusal, and fetch's error where the server was not
 * reached.
 */
export async function askClaim({ key, reward, gift }: Claim): Promise<void> {
  const body = {
    achievementCode: reward.achievement_code,
    reward_id: reward.reward_id,
    gift: gift !== null,
    ...(gift ? { telephone: gift.recipient, message: gift.note } : {}),
  }
  await askUntilFinal(claimReward, { body }, key, asking)
}

/** Releases the claim. `redeemed` where its kilograms had been given already. */
export async function askUnclaim({ reward }: Claim): Promise<'unclaimed' | 'redeemed' | 'kept'> {
  const body = { reward_id: reward.reward_id, achievementCode: reward.achievement_code }
  try {
    await askUntilFinal(unclaimReward, { body }, newIdempotencyKey(), asking)
    return 'unclaimed'
  } catch (error) {
    // A claim that could not be released expires by itself.
    return error instanceof ApiError && error.code === 'already_redeemed' ? 'redeemed' : 'kept'
  }
}
