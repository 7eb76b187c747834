// Claims a reward. The claim redeems a badge immediately. It reserves kilograms for the purchase that
// follows, until it expires.

import {
  findOwnReward,
  lockTokenRewards,
  writeClaim,
} from '#features/achievements/rewards/own-rewards.ts'
import type { Services } from '#features/achievements/rewards/reward-services.ts'
import type { Viewer } from '#features/people/find-session.ts'
import { readPaidKg } from '#features/purchases/paid-kilograms.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { StoredAnswer } from '#platform/database/idempotency.ts'
import { answerOnce, type OnceProblem, type SignedCall } from '#platform/http/guard/answer-once.ts'
import { type Answered, answered } from '#values/call.ts'
import { refusedCardNumber } from '#values/money/card-number-check.ts'
import { noteMaxLength } from '#values/money/order-limits.ts'
import { type Problem, problem } from '#values/problem.ts'
import { canonicalPhone } from '#values/text/canonical-phone.ts'
import { cleanNote, lengthOf } from '#values/text/free-text.ts'
import { isUuid } from '#values/text/uuid.ts'
import type { ClaimBody, ClaimReply } from './reward-claims-calls.ts'

export type ClaimProblem =
  | 'invalid_reward_recipient'
  | 'own_number'
  | 'note_too_long'
  | 'card_number_refused'
  | 'badge_not_giftable'
  | 'reward_not_found'
  | 'already_claimed'
  | 'reward_not_paid_for'

type ClaimAnswer = Answered<200, ClaimReply>
type Recipient = { readonly recipientPhone: string | null; readonly note: string | null }

/**
 * Claims a reward. `sentBody` is the whole request body, which must not contain a card number. If
 * claims of one reward are concurrent, exactly one succeeds. Problems: `ClaimProblem` and `OnceProblem`.
 */
export function claimReward(
  { db }: Services,
  viewer: Viewer,
  body: ClaimBody,
  sentBody: unknown,
  call: SignedCall,
): Promise<ClaimAnswer | StoredAnswer | Problem<ClaimProblem | OnceProblem>> {
  return answerOnce(db, call, (tx) => claimOnce(tx, viewer, body, sentBody))
}

async function claimOnce(
  tx: Transaction,
  viewer: Viewer,
  body: ClaimBody,
  sentBody: unknown,
): Promise<ClaimAnswer | Problem<ClaimProblem>> {
  const cardNumber = refusedCardNumber(sentBody)
  if (cardNumber !== null) return cardNumber
  const recipient = readRecipient(body, viewer.phone)
  if ('problem' in recipient) return recipient
  const { reward_id, achievementCode } = body
  if (!isUuid(reward_id)) return problem('reward_not_found')
  const reward = await findOwnReward(tx, reward_id, viewer.passportId, achievementCode)
  if (reward === null) return problem('reward_not_found')
  if (reward.badge !== null && recipient.recipientPhone !== null) {
    return problem('badge_not_giftable')
  }
  if (!(await lockAndCheckPaid(tx, viewer.passportId, reward_id)))
    return problem('reward_not_paid_for')
  const claim = await writeClaim(tx, reward_id, viewer.passportId, recipient)
  if (claim === null) return problem('already_claimed')
  const expires_at = claim.endsAt?.toISOString() ?? null
  return answered(200, { status: 'claimed', reward_id, expires_at })
}

/** Kilograms that a passport may claim before it has paid for any: the reward of the first gift. */
const unpaidKgMax = 2

/**
 * Locks the passport's rewards of kilograms. Returns true if the passport has paid for enough kilograms
 * to claim the reward (docs/decisions/0015-reward-claims-as-leases.md). Also returns true for a badge, and
 * for a reward that is claimed or redeemed, which the caller refuses as `already_claimed`.
 */
async function lockAndCheckPaid(
  tx: Transaction,
  passportId: string,
  rewardId: string,
): Promise<boolean> {
  const tokens = await lockTokenRewards(tx, passportId)
  const reward = tokens.find(({ id }) => id === rewardId)
  if (reward === undefined || reward.is_taken) return true
  const takenKg = tokens.reduce((sum, { kg, is_taken }) => sum + (is_taken ? kg : 0), 0)
  return takenKg + reward.kg <= Math.max(unpaidKgMax, await readPaidKg(tx, passportId))
}

function readRecipient(body: ClaimBody, ownPhone: string): Recipient | Problem<ClaimProblem> {
  const note = cleanNote(body.message ?? '') || null
  if (lengthOf(note ?? '') > noteMaxLength) return problem('note_too_long')
  if (!body.gift) return { recipientPhone: null, note }
  const recipientPhone = canonicalPhone(body.telephone ?? '')
  if (recipientPhone === null) return problem('invalid_reward_recipient')
  if (recipientPhone === ownPhone) return problem('own_number')
  return { recipientPhone, note }
}
