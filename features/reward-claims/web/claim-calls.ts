// The signed calls that claim a reward and give it back. Each is repeated under one key only.

import { claimShape, unclaimShape } from '#features/achievements/web/rewards/answer-shapes.ts'
import { newIdempotencyKey } from '#features/people/web/session/signing.ts'
import { askUntilFinal } from '#features/purchases/web/purchase-calls.ts'
import { ApiError } from '#web/api/api.ts'
import type { Claim } from './claim-record.ts'

/** Nothing is at stake before the claim: after so many questions without an answer it has failed. */
const claimTurnsMax = 4

const forEver = new AbortController().signal

/** Throws ApiError for a refusal, and what fetch throws where nothing was reached. */
export async function askClaim({ key, reward, gift }: Claim): Promise<void> {
  const body = {
    achievementCode: reward.achievement_code,
    reward_id: reward.reward_id,
    gift: gift !== null,
    ...(gift ? { telephone: gift.recipient, message: gift.note } : {}),
  }
  const asking = { signal: forEver, turnsMax: claimTurnsMax, onUnknown: () => undefined }
  const path = '/api/rewards/claim'
  await askUntilFinal({ path, body, idempotencyKey: key, shape: claimShape }, asking)
}

/** Gives the claim back: `redeemed` where its kilograms were given after all. */
export async function askUnclaim({ reward }: Claim): Promise<'unclaimed' | 'redeemed' | 'kept'> {
  const body = { reward_id: reward.reward_id, achievementCode: reward.achievement_code }
  const asking = { signal: forEver, turnsMax: claimTurnsMax, onUnknown: () => undefined }
  try {
    const path = '/api/rewards/unclaim'
    const idempotencyKey = newIdempotencyKey()
    await askUntilFinal({ path, body, idempotencyKey, shape: unclaimShape }, asking)
    return 'unclaimed'
  } catch (error) {
    // Where it could not be given back, it returns by itself when its time is over.
    return error instanceof ApiError && error.code === 'already_redeemed' ? 'redeemed' : 'kept'
  }
}
