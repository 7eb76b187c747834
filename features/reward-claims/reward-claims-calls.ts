// Declares the API calls that claim and release a reward (docs/product.md#reward-claims).
import { z } from 'zod'
import { call, json } from '#values/call.ts'
import type { ProblemKind } from '#values/problem.ts'

const tag = 'Rewards'

const claimBody = z.object({
  achievementCode: z.string().max(64),
  reward_id: z.string().max(64),
  gift: z.union([z.boolean(), z.literal(0), z.literal(1)]).nullish(),
  telephone: z.string().max(64).nullish(),
  message: z.string().max(2_000).nullish(),
})
export type ClaimBody = z.infer<typeof claimBody>

const claimReply = z.object({
  status: z.literal('claimed'),
  reward_id: z.string(),
  /** Time at which the claim expires. Null for a badge, which the claim redeems. */
  expires_at: z.iso.datetime().nullable(),
})
export type ClaimReply = z.infer<typeof claimReply>

export const claimReward = call({
  id: 'claimReward',
  method: 'POST',
  path: '/api/rewards/claim',
  access: 'signed',
  tag,
  summary: 'Claims a reward for the caller or as a gift.',
  description: 'A badge is redeemed by its claim, kilograms by the `getPin` that follows.',
  body: claimBody,
  example: { achievementCode: 'offset_100', reward_id: 'offset_100', gift: false },
  invalidFields: { telephone: 'invalid_reward_recipient', message: 'note_too_long' },
  problems: [
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
  ],
  answers: {
    200: json(claimReply, 'The reward is claimed until `expires_at`.', {
      status: 'claimed',
      reward_id: 'offset_100',
      expires_at: '2026-11-21T10:15:00.000Z',
    }),
  },
})

const unclaimReply = z.object({ status: z.literal('unclaimed') })
export type UnclaimReply = z.infer<typeof unclaimReply>

export const unclaimReward = call({
  id: 'unclaimReward',
  method: 'POST',
  path: '/api/rewards/unclaim',
  access: 'signed',
  tag,
  summary: 'Releases a claim whose reward is not redeemed.',
  description:
    'An open reservation of the reward is released too. A reward that was redeemed is refused with 409 `already_redeemed`. A claim that is not used ends by itself after 15 minutes.',
  body: z.object({ reward_id: z.string().max(64), achievementCode: z.string().max(64) }),
  example: { achievementCode: 'offset_100', reward_id: 'offset_100' },
  problems: ['reward_not_found', 'already_redeemed', 'key_reused', 'in_progress'],
  answers: {
    200: json(unclaimReply, 'The reward can be claimed again.', { status: 'unclaimed' }),
  },
})

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
