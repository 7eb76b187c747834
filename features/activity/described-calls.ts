// Describes the calls of activity, with examples, for the API description.
import { exampleBatch } from '#features/catalogue/catalogue-calls.ts'
import { exampleTxId } from '#features/purchases/described-calls.ts'
import type { DescribedCalls } from '#platform/http/description/described-calls.ts'

const tag = 'Activity'
const token = { id: `${exampleBatch.serial_number}.401`, state: 'allocated' }

export const activityCalls = {
  'GET /api/tokens/transaction/me': {
    id: 'listActivity',
    tag,
    summary: 'What one bought, gave and received, newest first.',
    description:
      'A page holds at most 100 purchases and ends before 20,000 tokens. With `tokens=none` only the first and the last token of each are sent.',
    answers: {
      200: {
        is: 'A page.',
        example: [
          {
            tx_id: exampleTxId,
            created_at: '2026-11-21T10:00:00.000Z',
            amount: 0.025,
            currency: 'GBP',
            status: 'COMPLETED',
            kg: 1,
            total: 0.03,
            total_currency: 'GBP',
            allocated_kg: 1,
            retired_kg: 0,
            tokens: [token],
            project_id: exampleBatch.project_id,
            project_name: 'Cookstoves in Kampala',
            project_country: 'UG',
            project_type: ['Energy Efficiency'],
            is_gift: false,
            is_reward: false,
            from_user: null,
            note: null,
            batch_serial_number: exampleBatch.serial_number,
            payment_source: 'wallet',
          },
        ],
      },
    },
  },
  'GET /api/tokens/transaction/{tx_id}/tokens': {
    id: 'listTokens',
    tag,
    summary: 'The tokens of one purchase, each a kilogram.',
    answers: { 200: { is: 'A page.', example: [token] } },
  },
} as const satisfies DescribedCalls
