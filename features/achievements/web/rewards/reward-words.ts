// A reward and what can go wrong with it, in words. The server speaks English; the other languages
// have words of their own for what they know.

import type { Badge, Reward } from '#features/achievements/rewards/contract.ts'
import { achievementTitle } from '#features/achievements/web/achievement-words.ts'
import { type Gift, receiverText } from '#features/purchases/web/gift/gift-fields.tsx'
import type { PurchaseProblem } from '#features/purchases/web/purchase-steps.ts'
import { wordsOf } from '#features/purchases/web/purchase-words.ts'
import { locale, texts } from '#web/texts.ts'
import { formatKg } from '#web/ui/number-format.ts'

const ownBadges = {
  Seedling: texts.rewards_badge_seedling,
  Explorer: texts.rewards_badge_explorer,
  Tonne: texts.rewards_badge_tonne,
  Goals: texts.rewards_badge_goals,
} as const satisfies Record<Badge, () => string>
/** A server that is newer than this page may name others: they keep the name that it sends. */
const badges: Readonly<Record<string, () => string>> = ownBadges

export function badgeName(badge: string): string {
  return locale === 'en' ? badge : (badges[badge]?.() ?? badge)
}

/** `2 kg · Carbon offset`, or the name of the badge. */
export function rewardTitle({ reward_value }: Reward): string {
  if ('badge' in reward_value) return texts.rewards_badge({ name: badgeName(reward_value.badge) })
  const label = locale === 'en' ? reward_value.label : texts.rewards_token_label()
  return `${formatKg(reward_value.kg)} · ${label}`
}

export function rewardDescription({ achievement_code, description }: Reward): string {
  const title = achievementTitle(achievement_code)
  return locale === 'en' || !title ? description : texts.rewards_for({ title })
}

export function claimProblemWords(problem: PurchaseProblem): string {
  switch (problem.code) {
    case 'invalid_reward_recipient':
      return texts.rewards_recipient_required()
    case 'own_number':
      return texts.rewards_own_number()
    case 'already_claimed':
      return texts.rewards_already_claimed()
    case 'rewards_exhausted':
      return texts.rewards_exhausted()
    case 'no_batches':
      return texts.rewards_no_batches()
    default:
      return wordsOf(problem, 'reward')
  }
}

/** The same with the next step, where there is one. */
export function claimProblemText(problem: PurchaseProblem): string {
  const hint = problem.hint === 'unverified' ? texts.rewards_unverified() : undefined
  return [claimProblemWords(problem), hint].filter((text) => text !== undefined).join(' ')
}

/** What a claimed reward became. */
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
