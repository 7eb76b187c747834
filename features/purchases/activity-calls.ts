// Declares the calls that list a user's purchases, received gifts and tokens (docs/product.md#activity).
import { z } from 'zod'
import { exampleBatch } from '#features/catalogue/catalogue-calls.ts'
import { listedStates } from '#features/purchases/states/state.ts'
import { call, json } from '#values/call.ts'
import { isTimeZone } from '#values/text/time-zone.ts'
import { exampleTxId, paymentMethods } from './purchases-calls.ts'

/** Sums of a passport's purchases in a month. A purchase belongs to the month of its `created_at`. */
const monthSums = z.object({
  /** Kilograms that the passport holds: purchases for itself, received gifts, rewards. */
  kept_kg: z.number().int(),
  /** Kilograms given away, including gifts that wait for their receiver. */
  given_kg: z.number().int(),
})
export type MonthSums = z.infer<typeof monthSums>

/**
 * A kilogram, allocated to a passport. State `retired` means that its registry retired it too
 * (docs/product.md#retirement).
 */
const token = z.object({ id: z.string(), state: z.enum(['allocated', 'retired']) })
export type Token = z.infer<typeof token>

/** Consecutive kilograms of one batch. */
const tokenRange = z.object({
  kg: z.number().int(),
  first_token: z.string(),
  last_token: z.string(),
})

const refundStatuses = ['on_its_way', 'paid', 'failed', 'owed'] as const
export type RefundStatus = (typeof refundStatuses)[number]

const activityEntry = z.object({
  tx_id: z.string(),
  created_at: z.iso.datetime(),
  /** Price per kilogram in `currency`, with at most 6 decimals. */
  amount: z.number(),
  currency: z.string().length(3),
  status: z.enum(listedStates),
  kg: z.number().int(),
  /** Kilograms that were refunded in part. Absent if there are none. */
  refunded_kg: z.number().int().optional(),
  /** Total in `total_currency`, the buyer's currency. */
  total: z.number(),
  total_currency: z.string().length(3),
  /** Kilograms of a completed purchase by state. Their sum is `kg` without `refunded_kg`. */
  allocated_kg: z.number().int(),
  retired_kg: z.number().int(),
  tokens: token.array().optional(),
  /** Tokens that a registry took back and that `tokens` replace. */
  replaced_tokens: z.array(z.object({ id: z.string() })).optional(),
  /**
   * Set after a registry took kilograms back. `former` contains these kilograms, `present` all current
   * kilograms of the purchase.
   */
  replacement: z.object({ former: tokenRange.array(), present: tokenRange.array() }).optional(),
  first_token: z.string().nullable().optional(),
  last_token: z.string().nullable().optional(),
  project_id: z.uuid(),
  project_name: z.string(),
  /** Its readable name, and its picture's scene and country (catalogue-calls.ts). */
  project_shown_name: z.string(),
  project_scene: z.string(),
  project_country: z.string(),
  project_type: z.array(z.string()),
  is_gift: z.boolean(),
  is_reward: z.boolean(),
  from_user: z.string().nullable(),
  to_user: z.string().nullable().optional(),
  /** The receiver's name as the sender typed it. Only in the sender's list. */
  to_name: z.string().nullable().optional(),
  gift_status: z.enum(['waiting', 'received']).optional(),
  /** The day on which a gift will arrive, in its receiver's country. Only in the sender's list, until it arrives. */
  deliver_on: z.iso.date().optional(),
  /** True if the receiver of the gift has thanked the sender. */
  is_thanked: z.boolean().optional(),
  /** When the gift arrived at a receiver who opened the app; null before that. Only in the receiver's list. */
  received_at: z.iso.datetime().nullable().optional(),
  /** When the receiver first opened the gift; null for a sealed one. Only in the receiver's list. */
  opened_at: z.iso.datetime().nullable().optional(),
  /**
   * State of a refund. Only in the buyer's list. `owed` means that a bank returned the amount of a
   * dispute to us, and we owe it to the buyer.
   */
  refund_status: z.enum(refundStatuses).optional(),
  /** True if a part of the purchase went back and has a credit note. Only in the buyer's list. */
  has_credit_note: z.boolean().optional(),
  note: z.string().nullable(),
  batch_serial_number: z.string(),
  payment_source: z.enum([...paymentMethods, 'reward']),
  expires_at: z.iso.datetime().optional(),
  /** True for an expired purchase that the buyer cancelled before its time. */
  is_cancelled: z.boolean().optional(),
  /** Sums of the entry's month over all pages. Set if the query has `time_zone`. */
  month: monthSums.optional(),
})
export type ActivityEntry = z.infer<typeof activityEntry>

const tag = 'Activity'
const exampleToken = { id: `${exampleBatch.serial_number}.401`, state: 'allocated' as const }

export const listActivity = call({
  id: 'listActivity',
  method: 'GET',
  path: '/api/tokens/transaction/me',
  tag,
  summary: 'Returns the user’s purchases, gifts and received gifts, newest first.',
  description:
    'A page holds at most 100 purchases and ends before 20,000 tokens. With `tokens=none` only the first and the last token of each are sent.',
  query: z.object({
    tokens: z.enum(['none']).optional(),
    limit: z.coerce.number<number>().int().min(1).max(100).optional(),
    cursor: z.uuid().optional(),
    /** IANA name of the time zone in which months begin, such as `Europe/London`. */
    time_zone: z.string().max(64).refine(isTimeZone, 'is no time zone').optional(),
  }),
  answers: {
    200: json(z.array(activityEntry), 'A page.', [
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
        tokens: [exampleToken],
        project_id: exampleBatch.project_id,
        project_name: 'Cookstoves in Kampala',
        project_shown_name: 'Cookstoves in Kampala',
        project_scene: 'cookstove',
        project_country: 'UG',
        project_type: ['Energy Efficiency'],
        is_gift: false,
        is_reward: false,
        from_user: null,
        note: null,
        batch_serial_number: exampleBatch.serial_number,
        payment_source: 'wallet',
      },
    ]),
  },
})

export const listTokens = call({
  id: 'listTokens',
  method: 'GET',
  path: '/api/tokens/transaction/:tx_id/tokens',
  tag,
  summary: 'Returns the tokens of a purchase, each a kilogram.',
  description:
    'A token’s id is the serial of its batch, a point and its place in the batch. At most 1,000 are in one page; `Link` has the next one. The purchase of another user is 404.',
  params: z.object({ tx_id: z.string().regex(/^[\w-]{1,64}$/) }),
  query: z.object({
    cursor: z.coerce.number<number>().int().min(0).optional(),
    limit: z.coerce.number<number>().int().min(1).max(1_000).default(1_000),
  }),
  invalidInput: 'purchase_not_found',
  answers: { 200: json(z.array(token), 'A page.', [exampleToken]) },
})
