// Decides whether a reward pays for an order, and its cost. It needs the caller's own open claim,
// and gives exactly the claimed kilograms (docs/product.md#reward-claims). Pure, over rows read
// under locks.

import type { OpenClaim } from '#features/achievements/rewards/redeem-rewards.ts'
import type { Hold } from '#features/purchases/lock-holds.ts'
import type { Stock } from '#features/purchases/reserve/lock-inventory.ts'
import type { Order } from '#features/purchases/reserve/order.ts'
import { totalMinorOf } from '#values/money/money.ts'
import { type Problem, problem } from '#values/problem.ts'

/** Claims and budgets of rewards. Each accepted order of the group reduces them. */
export type RewardInventory = {
  /** Open claims by reward. */
  readonly claims: Map<string, OpenClaim>
  /** Remaining budget of rewards by currency, in minor units. */
  readonly rewardBudgets: Map<string, number>
}

export type RewardProblem = 'reward_not_claimed' | 'reward_being_redeemed' | 'rewards_exhausted'

/** Returns the claim that an order redeems, or null where the buyer pays. */
export function claimOf(
  { rewardId, buyer, quantityKg, gift }: Order,
  { claims }: RewardInventory,
): OpenClaim | Problem<RewardProblem> | null {
  if (rewardId === null) return null
  const claim = claims.get(rewardId)
  const isFitting =
    claim?.passportId === buyer.passportId &&
    claim.kg === quantityKg &&
    claim.recipientPhone === (gift?.recipientPhone ?? null)
  if (!isFitting) return problem('reward_not_claimed')
  return claim.isReserved ? problem('reward_being_redeemed') : claim
}

/**
 * Returns the figures of an order that a reward pays for, which cost the buyer nothing. Takes it
 * out of the inventory.
 */
export function rewardFigures(
  order: Order,
  claim: OpenClaim,
  stock: Stock,
  { claims, rewardBudgets }: RewardInventory,
) {
  const reward = rewardCost(stock, claim.kg)
  const left = rewardBudgets.get(reward.currency) ?? 0
  if (left < reward.amountMinor) return problem('rewards_exhausted')
  rewardBudgets.set(reward.currency, left - reward.amountMinor)
  claims.set(claim.rewardId, { ...claim, isReserved: true })
  return {
    order: { ...order, note: order.note ?? claim.note },
    rate: '1',
    totalMinor: 0,
    walletMinor: 0,
    cardMinor: 0,
    walletParts: [],
    reward,
    endsAt: claim.endsAt,
  }
}

/** Returns the cost in the batch's currency, at its price. */
function rewardCost({ currency, price_micros }: Stock, kg: number): NonNullable<Hold['reward']> {
  return { currency, amountMinor: totalMinorOf(price_micros, kg, '1') }
}
