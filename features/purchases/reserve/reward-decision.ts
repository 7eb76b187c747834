// Decides whether a reward pays for an order, and computes its cost. The buyer needs an open claim on the
// reward for exactly these kilograms (docs/product.md#reward-claims).

import type { OpenClaim } from '#features/achievements/rewards/redeem-rewards.ts'
import type { Hold } from '#features/purchases/lock-holds.ts'
import type { Stock } from '#features/purchases/reserve/lock-inventory.ts'
import type { Order } from '#features/purchases/reserve/order.ts'
import { totalMinorOf } from '#values/money/money.ts'
import { type Problem, problem } from '#values/problem.ts'

/** Locked claims and budgets of rewards. Each accepted order of the group reduces them. */
export type RewardInventory = {
  /** Open claims by reward id. */
  readonly claims: Map<string, OpenClaim>
  /** Remaining budget of rewards by currency, in minor units. */
  readonly rewardBudgets: Map<string, number>
}

export type RewardProblem = 'reward_not_claimed' | 'reward_being_redeemed' | 'rewards_exhausted'

/** Returns the open claim that an order redeems, or a problem. Returns null if the buyer pays. */
export function claimOf(
  { rewardId, buyer, quantityKg, gift }: Order,
  { claims }: RewardInventory,
): OpenClaim | Problem<RewardProblem> | null {
  if (rewardId === null) return null
  const claim = claims.get(rewardId)
  const isMatching =
    claim?.passportId === buyer.passportId &&
    claim.kg === quantityKg &&
    claim.recipientPhone === (gift?.recipientPhone ?? null)
  if (!isMatching) return problem('reward_not_claimed')
  return claim.isReserved ? problem('reward_being_redeemed') : claim
}

/**
 * Returns the figures of an order that a reward pays for. The buyer's total is 0. Marks the claim as
 * reserved and reduces the budget in the inventory. Problem: `rewards_exhausted`.
 */
export function rewardFigures(
  order: Order,
  claim: OpenClaim,
  stock: Stock,
  { claims, rewardBudgets }: RewardInventory,
) {
  const reward = rewardCost(stock, claim.kg)
  const remainingMinor = rewardBudgets.get(reward.currency) ?? 0
  if (remainingMinor < reward.amountMinor) return problem('rewards_exhausted')
  rewardBudgets.set(reward.currency, remainingMinor - reward.amountMinor)
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

/** Returns the cost of kilograms at the batch's price, in the batch's currency. */
function rewardCost({ currency, price_micros }: Stock, kg: number): NonNullable<Hold['reward']> {
  return { currency, amountMinor: totalMinorOf(price_micros, kg, '1') }
}
