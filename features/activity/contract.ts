// What a person's purchases and gifts say on the wire: the specification's carbon transactions.
import { z } from 'zod'
import { paymentMethods } from '#features/purchases/contract.ts'
import { wireStates } from '#features/purchases/state.ts'

export const activityEntry = z.object({
  tx_id: z.string(),
  created_at: z.iso.datetime(),
  /** Price per kg in `currency`, at most 6 decimals. */
  amount: z.number(),
  currency: z.string().length(3),
  status: z.enum(wireStates),
  kg: z.number().int(),
  /** What was paid in all, in `total_currency`, the buyer's own. */
  total: z.number(),
  total_currency: z.string().length(3),
  tokens: z.array(z.object({ id: z.string() })).optional(),
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
  /** What the giver calls the receiver; in the giver's own list alone. */
  to_name: z.string().nullable().optional(),
  gift_status: z.enum(['waiting', 'received']).optional(),
  note: z.string().nullable(),
  batch_serial_number: z.string(),
  payment_source: z.enum([...paymentMethods, 'reward']),
  expires_at: z.iso.datetime().optional(),
})
export type ActivityEntry = z.infer<typeof activityEntry>

export const activityQuery = z.object({
  tokens: z.enum(['none']).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
  cursor: z.uuid().optional(),
})

export const tokenPage = z.array(z.object({ id: z.string() }))
export const tokenQuery = z.object({
  cursor: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(1_000),
})
