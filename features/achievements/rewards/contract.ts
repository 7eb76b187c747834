// Declares rewards on the wire (docs/product.md#rewards).
import { z } from 'zod'
import type { ProblemKind } from '#values/problem.ts'

/** Badges that rewards give, by their English names. */
export type Badge = 'Seedling' | 'Explorer' | 'Tonne' | 'Goals'

export const reward = z.object({
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

export const redeemedReward = reward.extend({
  redeemed_at: z.iso.datetime(),
  /** Whether its kilograms were given to another number. */
  is_gift: z.boolean(),
})
export type RedeemedReward = z.infer<typeof redeemedReward>

export const claimBody = z.object({
  achievementCode: z.string().max(64),
  reward_id: z.string().max(64),
  gift: z.union([z.boolean(), z.literal(0), z.literal(1)]).nullish(),
  telephone: z.string().max(64).nullish(),
  message: z.string().max(2_000).nullish(),
})
export type ClaimBody = z.infer<typeof claimBody>
export const claimReply = z.object({
  status: z.literal('claimed'),
  reward_id: z.string(),
  /** When the claim expires; null for a badge, which its claim redeems. */
  expires_at: z.iso.datetime().nullable(),
})
export type ClaimReply = z.infer<typeof claimReply>

export const unclaimBody = z.object({
  reward_id: z.string().max(64),
  achievementCode: z.string().max(64),
})
export const unclaimReply = z.object({ status: z.literal('unclaimed') })
export type UnclaimReply = z.infer<typeof unclaimReply>

export const rewardProblems = {
  invalid_reward_recipient: {
    status: 400,
    text: 'Enter a valid recipient phone (+E.164).',
    field: 'telephone',
  },
  own_number: {
    status: 400,
    text: 'A reward cannot be given to your own number.',
    field: 'telephone',
  },
  badge_not_giftable: { status: 400, text: 'A badge cannot be given away.', field: 'gift' },
  reward_not_found: { status: 404, text: 'Could not claim reward.' },
  already_claimed: { status: 409, text: 'This reward has already been claimed.' },
  reward_not_paid_for: {
    status: 409,
    text: 'This reward opens once you have paid for as many kilograms yourself. A gift counts when it has been received.',
  },
  already_redeemed: { status: 409, text: 'This reward has been redeemed and cannot be returned.' },
} as const satisfies Record<string, ProblemKind>

/** Problems of each call, with codes of other features. */
export const claimProblems = [
  'invalid_reward_recipient',
  'own_number',
  'badge_not_giftable',
  'note_too_long',
  'card_number_refused',
  'reward_not_found',
  'already_claimed',
  'reward_not_paid_for',
  'key_reused',
  'in_progress',
] as const
export const unclaimProblems = [
  'reward_not_found',
  'already_redeemed',
  'key_reused',
  'in_progress',
] as const
