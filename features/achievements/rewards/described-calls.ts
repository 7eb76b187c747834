// Describes the calls of rewards, with examples, for the API description.
import type { DescribedCalls } from '#platform/http/description/described-calls.ts'

const tag = 'Rewards'
const reward = {
  reward_id: 'offset_100',
  achievement_code: 'offset_100',
  description: '1 kg for your first 100 kg',
  reward_type: 'token',
  reward_value: { label: '1 kg', kg: 1 },
}

export const rewardCalls = {
  'GET /api/rewards/me': {
    id: 'listRewards',
    tag,
    summary: 'The rewards that wait to be claimed.',
    answers: { 200: { is: 'The rewards.', example: [reward] } },
  },
  'GET /api/rewards/redeemed': {
    id: 'listRedeemedRewards',
    tag,
    summary: 'The rewards that were redeemed.',
    answers: {
      200: {
        is: 'The rewards.',
        example: [{ ...reward, redeemed_at: '2026-11-21T10:00:00.000Z', is_gift: false }],
      },
    },
  },
  'POST /api/rewards/claim': {
    id: 'claimReward',
    tag,
    summary: 'Claims a reward, for oneself or as a gift.',
    description: 'A badge is redeemed by its claim. A token reward is then redeemed by `getPin`.',
    body: { achievementCode: 'offset_100', reward_id: 'offset_100', gift: false },
    answers: {
      200: {
        is: 'It is claimed until `expires_at`.',
        example: {
          status: 'claimed',
          reward_id: 'offset_100',
          expires_at: '2026-11-21T10:15:00.000Z',
        },
      },
    },
  },
  'POST /api/rewards/unclaim': {
    id: 'unclaimReward',
    tag,
    summary: 'Gives a claim back, while nothing was redeemed.',
    body: { achievementCode: 'offset_100', reward_id: 'offset_100' },
    answers: { 200: { is: 'It waits to be claimed again.', example: { status: 'unclaimed' } } },
  },
} as const satisfies DescribedCalls
