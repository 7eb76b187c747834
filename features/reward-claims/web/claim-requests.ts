// Sends the signed calls that claim and release a reward. A repetition has the same idempotency key.

import { newIdempotencyKey } from '#features/people/web/session/signing.ts'
import { askUntilFinal } from '#features/purchases/web/purchase-requests.ts'
import { ApiError } from '#web/api/api.ts'
import { claimReward, unclaimReward } from '../reward-claims-calls.ts'
import type { Claim } from './claim-record.ts'

/**
 * Maximum number of attempts without a response. Then the claim counts as failed.
 */
const claimTurnsMax = 4

const askOptions = {
  signal: new AbortController().signal,
  attemptsMax: claimTurnsMax,
  onUnknown: () => undefined,
}

/**
 * Claims a reward. Throws ApiError for a refusal, and the error of `fetch` if the server was not reached.
 */
export async function askClaim({ key, reward, gift }: Claim): Promise<void> {
  const body = {
    achievementCode: reward.achievement_code,
    reward_id: reward.reward_id,
    gift: gift !== null,
    ...(gift ? { telephone: gift.recipient, message: gift.note } : {}),
  }
  await askUntilFinal(claimReward, { body }, key, askOptions)
}

/**
 * Releases a claim. Returns `redeemed` if the reward is redeemed already, and `kept` if the release failed
 * for another reason.
 */
export async function askUnclaim({ reward }: Claim): Promise<'unclaimed' | 'redeemed' | 'kept'> {
  const body = { reward_id: reward.reward_id, achievementCode: reward.achievement_code }
  try {
    await askUntilFinal(unclaimReward, { body }, newIdempotencyKey(), askOptions)
    return 'unclaimed'
  } catch (error) {
    // A claim whose release failed expires on the server.
    return error instanceof ApiError && error.code === 'already_redeemed' ? 'redeemed' : 'kept'
  }
}
