// Declares the wire shapes of buying and gifting (docs/product.md#buying). Only this file and
// routes.ts use the wire's words getPin and validatePin.
import { z } from 'zod'
import { cancelledWireState, completionWireStates } from '#features/purchases/states/state.ts'
import type { ProblemKind } from '#values/problem.ts'

export const exampleTxId = 'CP-7K2M-9QXF-4HJD'
export const paymentMethods = ['wallet', 'card', 'wallet+card'] as const
const flag = z.union([z.literal(0), z.literal(1), z.boolean()]).transform(Boolean)

/** Problem codes for a field of the wrong type or length. */
export const reserveInvalidFields = {
  batchId: 'invalid_selection',
  count: 'invalid_selection',
  telephone: 'invalid_recipient',
  note: 'note_too_long',
  message: 'note_too_long',
  from_name: 'invalid_from_name',
} as const

export const reserveBody = z.object({
  batchId: z.string().max(64).nullish(),
  count: z.number().nullish(),
  /** The unrounded price per kg that the user saw. */
  amount: z.number().nullish(),
  currency: z.string().max(8).nullish(),
  telephone: z.string().max(64).nullish(),
  from: z.string().max(200).nullish(),
  payment_method: z.enum(paymentMethods).nullish(),
  is_gift: flag.nullish(),
  is_reward: flag.nullish(),
  reward_id: z.string().max(64).nullish(),
  note: z.string().max(2_000).nullish(),
  message: z.string().max(2_000).nullish(),
  name: z.string().max(200).nullish(),
  /** The giver's signature, 2 to 24 characters. Only the gift's message shows it. */
  from_name: z.string().max(200).nullish(),
  wallet_used: z.number().nullish(),
  card_used: z.number().nullish(),
  wallet_tx_id: z.string().max(4_000).nullish(),
  card_token: z
    .string()
    .regex(/^[\w-]{0,200}$/)
    .nullish(),
})
export type ReserveBody = z.infer<typeof reserveBody>

export const reserveReply = z.object({
  txId: z.string(),
  expires_at: z.iso.datetime(),
  total: z.number(),
  currency: z.string().length(3),
  wallet_used: z.number(),
  card_used: z.number(),
  card_action: z.object({ type: z.string(), client_secret: z.string() }).optional(),
})
export type ReserveReply = z.infer<typeof reserveReply>

export const purchaseIdBody = z.object({ txId: z.string().max(64) })

export const completeReply = z.object({
  status: z.enum(completionWireStates),
  txId: z.string(),
  tokens_total: z.number().int().optional(),
})
export type CompleteReply = z.infer<typeof completeReply>

export const thanksBody = z.object({ tx_id: z.string().max(64) })
export const thanksReply = z.object({ status: z.literal('thanked') })

export const cancelReply = z.object({ status: z.literal(cancelledWireState) })
export type CancelReply = z.infer<typeof cancelReply>

/** The quote that comes with 409 `quote_changed`. */
export const changedQuote = z.object({
  price_per_kg: z.number(),
  currency: z.string(),
  rate: z.number(),
  total: z.number(),
  wallet_used: z.number(),
  card_needed: z.number(),
})
export type ChangedQuote = z.infer<typeof changedQuote>

export const purchaseProblems = {
  invalid_selection: { status: 400, text: 'Invalid selection.', field: 'batchId' },
  card_details_required: { status: 400, text: 'Card details required.', field: 'card_token' },
  invalid_recipient: {
    status: 400,
    text: 'Valid recipient phone required (E.164).',
    field: 'telephone',
  },
  note_too_long: { status: 400, text: 'Gift note cannot exceed 255 characters.', field: 'note' },
  invalid_from_name: {
    status: 400,
    text: "A name has 2 to 24 letters, digits, spaces and . - ' and does not speak for Carbon Passport.",
    field: 'from_name',
  },
  card_refused: {
    status: 400,
    text: 'Please check the card number, expiry and CVV.',
    field: 'number',
  },
  card_number_refused: { status: 400, text: 'Card numbers must not be sent here.' },
  card_minimum: { status: 400, text: 'Card payments have a minimum.', field: 'count' },
  card_declined: { status: 402, text: 'Your card was declined.' },
  reward_not_claimed: { status: 403, text: 'This reward is not yours to redeem.' },
  reward_being_redeemed: { status: 403, text: 'This reward is already being redeemed.' },
  purchase_not_found: { status: 404, text: 'There is no such purchase.' },
  quote_changed: { status: 409, text: 'The price has changed. Please review and try again.' },
  /** Taken off sale by its registry or an operator after the user saw it. */
  not_offered: { status: 409, text: 'Invalid selection.' },
  insufficient_stock: { status: 409, text: 'Too little is left in this batch.' },
  rewards_exhausted: { status: 409, text: 'No more rewards are available at the moment.' },
  too_many_reservations: {
    status: 409,
    text: 'You have too many open purchases. Complete or cancel one first.',
  },
  card_action_required: { status: 409, text: 'Your bank asks you to confirm this payment.' },
  purchase_completed: { status: 409, text: 'This purchase is already complete.' },
  purchase_failed: { status: 409, text: 'This purchase failed. Nothing was charged.' },
  purchase_refunded: {
    status: 409,
    text: 'This purchase could not be completed. Your card payment will be refunded.',
  },
  refunded: { status: 409, text: 'This purchase was refunded.' },
  purchase_expired: { status: 410, text: 'The time to complete this purchase has passed.' },
  payment_unknown: { status: 503, text: 'We are still checking your payment. Please wait.' },
} as const satisfies Record<string, ProblemKind>

/** Problems of a call to a purchase that has ended. */
const endedProblems = [
  'card_declined',
  'purchase_not_found',
  'purchase_failed',
  'purchase_refunded',
  'purchase_expired',
] as const
/** Problems of each call, with codes of other features. */
export const reserveProblems = [
  'invalid_selection',
  'not_offered',
  'invalid_recipient',
  'note_too_long',
  'invalid_from_name',
  'card_number_refused',
  'card_details_required',
  'card_minimum',
  'quote_changed',
  'rate_unknown',
  'insufficient_stock',
  'too_many_reservations',
  'rate_limited',
  'payment_unknown',
  'reward_not_claimed',
  'reward_being_redeemed',
  'rewards_exhausted',
  'key_reused',
  'in_progress',
  ...endedProblems,
] as const
export const completeProblems = [
  'card_action_required',
  'refunded',
  'key_reused',
  ...endedProblems,
] as const
export const thanksProblems = ['purchase_not_found'] as const
export const cancelProblems = ['purchase_completed', 'key_reused', ...endedProblems] as const
