// Declares the API calls that list a user's rewards (docs/product.md#rewards).
import { z } from 'zod'
import { call, json } from '#values/call.ts'

/** English names of the badges. */
export type Badge = 'Seedling' | 'Explorer' | 'Tonne' | 'Goals'

const reward = z.object({
  reward_id: z.string(),
  achievement_code: z.string(),
  description: z.string(),
  /** `token` or `badge`. */
  reward_type: z.string(),
  reward_value: z.union([
    z.object({ label: z.string(), kg: z.number().int() }),
    z.object({ badge: z.string() }),
  ]),
})
export type Reward = z.infer<typeof reward>

const redeemedReward = reward.extend({
  redeemed_at: z.iso.datetime(),
  /** True if the user gave the kilograms to another phone number. */
  is_gift: z.boolean(),
})
export type RedeemedReward = z.infer<typeof redeemedReward>

const tag = 'Rewards'
const exampleReward: Reward = {
  reward_id: 'offset_100',
  achievement_code: 'offset_100',
  description: '1 kg for your first 100 kg',
  reward_type: 'token',
  reward_value: { label: '1 kg', kg: 1 },
}

export const listRewards = call({
  id: 'listRewards',
  method: 'GET',
  path: '/api/rewards/me',
  tag,
  summary: 'Returns the rewards that can be claimed.',
  description:
    'A reward opens with its achievement and leaves this list when it is claimed. `reward_value` has `label` and `kg` for kilograms, `badge` for a badge.',
  answers: { 200: json(z.array(reward), 'The rewards.', [exampleReward]) },
})

export const listRedeemedRewards = call({
  id: 'listRedeemedRewards',
  method: 'GET',
  path: '/api/rewards/redeemed',
  tag,
  summary: 'Returns the redeemed rewards, newest first.',
  description: '`is_gift` marks kilograms that the user gave to another number.',
  answers: {
    200: json(z.array(redeemedReward), 'The rewards.', [
      { ...exampleReward, redeemed_at: '2026-11-21T10:00:00.000Z', is_gift: false },
    ]),
  },
})
