// Releases an unredeemed claim, and cancels an open purchase that uses it.

import {
  findOwnReward,
  lockOwnReward,
  writeUnclaim,
} from '#features/achievements/rewards/own-rewards.ts'
import type { Services } from '#features/achievements/rewards/reward-services.ts'
import { releaseReservation } from '#features/purchases/end/end-purchases.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { StoredAnswer } from '#platform/database/idempotency.ts'
import { answerOnce, type OnceProblem, type SignedCall } from '#platform/http/guard/answer-once.ts'
import { type Answered, answered } from '#values/call.ts'
import { type Problem, problem } from '#values/problem.ts'
import { isUuid } from '#values/text/uuid.ts'
import type { UnclaimReply } from './reward-claims-calls.ts'

export type UnclaimProblem = 'reward_not_found' | 'already_redeemed' | 'in_progress'

type UnclaimAnswer = Answered<200, UnclaimReply>
type UnclaimInput = { readonly reward_id: string; readonly achievementCode: string }

/**
 * Releases a claim. Idempotent. Problems: `UnclaimProblem` and `OnceProblem`.
 */
export function unclaimReward(
  { db }: Services,
  passportId: string,
  input: UnclaimInput,
  call: SignedCall,
): Promise<UnclaimAnswer | StoredAnswer | Problem<UnclaimProblem | OnceProblem>> {
  return answerOnce(db, call, (tx) => unclaimOnce(tx, passportId, input))
}

async function unclaimOnce(
  tx: Transaction,
  passportId: string,
  input: UnclaimInput,
): Promise<UnclaimAnswer | Problem<UnclaimProblem>> {
  const { reward_id, achievementCode } = input
  if (!isUuid(reward_id)) return problem('reward_not_found')
  const unlockedReward = await findOwnReward(tx, reward_id, passportId, achievementCode)
  if (unlockedReward === null) return problem('reward_not_found')
  // Purchases must be locked before rewards. So the reward is first read unlocked, then again with a lock.
  if (unlockedReward.purchase_id !== null) await releaseReservation(tx, unlockedReward.purchase_id)
  const reward = await lockOwnReward(tx, reward_id)
  if (reward.is_redeemed) return problem('already_redeemed')
  if (reward.purchase_id !== null) return problem('in_progress', { retryAfterSeconds: 1 })
  await writeUnclaim(tx, reward_id)
  return answered(200, { status: 'unclaimed' })
}
