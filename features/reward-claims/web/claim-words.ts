// Returns the texts of a claim's problem and of a claimed reward.
import type { Reward } from '#features/achievements/rewards/rewards-calls.ts'
import { badgeName } from '#features/achievements/web/achievement-words.ts'
import { type Gift, receiverText } from '#features/purchases/web/gift/gift-fields.tsx'
import type { PurchaseProblem } from '#features/purchases/web/purchase-steps.ts'
import { problemText } from '#features/purchases/web/purchase-words.ts'
import { texts } from '#web/texts.ts'

/** Texts by problem code that differ from the texts of other purchases. */
const rewardTexts: Readonly<Record<string, () => string>> = {
  invalid_reward_recipient: texts.rewards_recipient_required,
  own_number: texts.rewards_own_number,
  already_claimed: texts.rewards_already_claimed,
  rewards_exhausted: texts.rewards_exhausted,
  no_batches: texts.rewards_no_batches,
}

export function claimProblemWords(problem: PurchaseProblem): string {
  return rewardTexts[problem.code]?.() ?? problemText(problem, 'reward')
}

/** Returns the problem's text, followed by the next step if there is one. */
export function claimProblemText(problem: PurchaseProblem): string {
  const hint = problem.hint === 'unverified' ? texts.rewards_unverified() : undefined
  return [claimProblemWords(problem), hint].filter((text) => text !== undefined).join(' ')
}

/** Returns the text of a successful claim. */
export function claimedWords({ reward_value }: Reward, gift: Gift | null): string {
  if ('badge' in reward_value) {
    return texts.rewards_badge_yours({ name: badgeName(reward_value.badge) })
  }
  const { kg } = reward_value
  if (gift)
    return texts.gifts_given({
      kg,
      name: receiverText({ recipient: gift.recipient, recipientName: null }),
    })
  return texts.purchases_added({ kg })
}
