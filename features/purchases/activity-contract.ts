// Declares a person's purchases and received gifts on the wire (docs/product.md#activity).
import { z } from 'zod'
import { listedStates } from '#features/purchases/states/state.ts'
import { isTimeZone } from '#values/text/time-zone.ts'
import { paymentMethods } from './contract.ts'

/** Of one person and month, by when each purchase was made. */
const monthSums = z.object({
  /** Kilograms that the passport holds: bought for oneself, received, from rewards. */
  kept_kg: z.number().int(),
  /** Kilograms given away, received or still waiting. */
  given_kg: z.number().int(),
})
export type MonthSums = z.infer<typeof monthSums>

/**
 * A kilogram: allocated to somebody, or also retired at its registry (docs/product.md#retirement).
 */
const token = z.object({ id: z.string(), state: z.enum(['allocated', 'retired']) })

/** Kilograms that stand side by side in one batch. */
const tokenRange = z.object({
  kg: z.number().int(),
  first_token: z.string(),
  last_token: z.string(),
})

export const refundStatuses = ['on_its_way', 'paid', 'failed', 'owed'] as const
export type RefundStatus = (typeof refundStatuses)[number]

export const activityEntry = z.object({
  tx_id: z.string(),
  created_at: z.iso.datetime(),
  /** Price per kg in `currency`, at most 6 decimals. */
  amount: z.number(),
  currency: z.string().length(3),
  status: z.enum(listedStates),
  kg: z.number().int(),
  /** What was paid in all, in `total_currency`, the buyer's own. */
  total: z.number(),
  total_currency: z.string().length(3),
  /** Of a completed purchase; together its kilograms. */
  allocated_kg: z.number().int(),
  retired_kg: z.number().int(),
  tokens: token.array().optional(),
  /** What the tokens stand in for, where a registry took kilograms back. */
  replaced_tokens: z.array(z.object({ id: z.string() })).optional(),
  /** Where a registry took kilograms back: what it took, and all that is held now. */
  replacement: z.object({ former: tokenRange.array(), present: tokenRange.array() }).optional(),
  first_token: z.string().nullable().optional(),
  last_token: z.string().nullable().optional(),
  project_id: z.uuid(),
  project_name: z.string(),
  /** With its types, what the project's picture is drawn from. */
  project_country: z.string(),
  project_type: z.array(z.string()),
  is_gift: z.boolean(),
  is_reward: z.boolean(),
  from_user: z.string().nullable(),
  to_user: z.string().nullable().optional(),
  /** In the sender's list: the receiver's name as the sender typed it, where they did. */
  to_name: z.string().nullable().optional(),
  gift_status: z.enum(['waiting', 'received']).optional(),
  /** Of a gift that was received: whether its receiver said thanks. */
  is_thanked: z.boolean().optional(),
  /**
   * In the buyer's list, of a refunded one and of a charge that went back: how far the money is. `owed`: a
   * bank gave back what a dispute had taken, and it is the buyer's.
   */
  refund_status: z.enum(refundStatuses).optional(),
  note: z.string().nullable(),
  batch_serial_number: z.string(),
  payment_source: z.enum([...paymentMethods, 'reward']),
  expires_at: z.iso.datetime().optional(),
  /** Of an expired one: the buyer gave it up before its time. */
  is_cancelled: z.boolean().optional(),
  /** Where `time_zone` was given: all that was completed in the entry's month there, loaded or not. */
  month: monthSums.optional(),
})
export type ActivityEntry = z.infer<typeof activityEntry>

export const activityQuery = z.object({
  tokens: z.enum(['none']).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
  cursor: z.uuid().optional(),
  /** IANA name, such as `Europe/London`: where the months of `month` begin. */
  time_zone: z.string().max(64).refine(isTimeZone, 'is no time zone').optional(),
})

export const tokenPage = token.array()
export const tokenQuery = z.object({
  cursor: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(1_000),
})
