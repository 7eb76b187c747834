// Declares the calls of buying and gifting (docs/product.md#buying). On the wire, getPin reserves,
// validatePin completes and cancelPin cancels a purchase.
import { z } from 'zod'
import { exampleBatch } from '#features/catalogue/catalogue-calls.ts'
import { cancelledWireState, completionWireStates } from '#features/purchases/states/state.ts'
import { call, empty, json } from '#values/call.ts'
import type { ProblemKind } from '#values/problem.ts'

export const exampleTxId = 'CP-7K2M-9QXF-4HJD'
export const paymentMethods = ['wallet', 'card', 'wallet+card'] as const
const tag = 'Purchases'

/** Problems of a call for a purchase that does not exist or has ended. */
const endedProblems = [
  'card_declined',
  'purchase_not_found',
  'purchase_failed',
  'purchase_refunded',
  'purchase_expired',
] as const

const flag = z.union([z.literal(0), z.literal(1), z.boolean()]).transform(Boolean)
const reserveBody = z.object({
  batchId: z.string().max(64).nullish(),
  count: z.number().nullish(),
  /** The unrounded price per kilogram that the user saw. */
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
  /** The giver's name in the gift's message, 2 to 24 characters. */
  from_name: z.string().max(200).nullish(),
  /** The day on which a gift arrives, such as `2026-12-24`, in the receiver's country. */
  deliver_on: z.iso.date().nullish(),
  wallet_used: z.number().nullish(),
  card_used: z.number().nullish(),
  wallet_tx_id: z.string().max(4_000).nullish(),
  card_token: z
    .string()
    .regex(/^(saved:)?[\w-]{0,200}$/)
    .nullish(),
  /** Keeps the card of a new `card_token` when the purchase completes. */
  save_card: z.boolean().nullish(),
})
export type ReserveBody = z.infer<typeof reserveBody>

const reserveReply = z.object({
  txId: z.string(),
  expires_at: z.iso.datetime(),
  total: z.number(),
  currency: z.string().length(3),
  wallet_used: z.number(),
  card_used: z.number(),
  card_action: z.object({ type: z.string(), client_secret: z.string() }).optional(),
})
export type ReserveReply = z.infer<typeof reserveReply>

export const reservePurchase = call({
  id: 'reservePurchase',
  method: 'POST',
  path: '/api/tokens/getPin',
  access: 'signed',
  tag,
  summary: 'Reserves kilograms of a batch for the caller or as a gift.',
  description: [
    'Holds the kilograms and the wallet’s part, and authorises the card’s part. Nothing is paid until `validatePin`.',
    '`amount` is the unrounded price per kilogram that the buyer saw, `currency` the batch’s currency.',
    '`payment_method` decides the split: `wallet`, `card`, or `wallet+card` by the quote of `wallet_tx_id`. A named quote must hold for `wallet`, too.',
    'For a gift, `telephone` is the recipient’s number. With `deliver_on`, the gift and its message arrive on that day in the recipient’s country, from tomorrow to 12 months ahead; until then it waits and can be refunded.',
    '`card_token` is a token of the card provider, or `saved:<id>` for a card of `GET /api/cards`. A session that did not save the card needs a fresh code or passkey for its first use.',
    'With `save_card`, the provider keeps the card of a new token when the purchase completes.',
  ].join('\n'),
  body: reserveBody,
  example: {
    batchId: exampleBatch.id,
    count: 100,
    amount: 0.025,
    currency: 'GBP',
    payment_method: 'card',
    is_gift: 0,
    wallet_used: 0,
    card_used: 2.5,
    card_token: 'tok_sandbox_4242',
  },
  /** Problems for fields with a wrong type or length. */
  invalidFields: {
    batchId: 'invalid_selection',
    count: 'invalid_selection',
    telephone: 'invalid_recipient',
    note: 'note_too_long',
    message: 'note_too_long',
    from_name: 'invalid_from_name',
    deliver_on: 'invalid_delivery_day',
  },
  problems: [
    'invalid_selection',
    'not_offered',
    'invalid_recipient',
    'note_too_long',
    'invalid_from_name',
    'invalid_delivery_day',
    'card_number_refused',
    'card_details_required',
    'code_required',
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
  ],
  answers: {
    200: json(
      reserveReply,
      'The reservation. `card_action` is present where the bank asks for a step in the browser.',
      {
        txId: exampleTxId,
        expires_at: '2026-11-21T10:10:00.000Z',
        total: 2.5,
        currency: 'GBP',
        wallet_used: 0,
        card_used: 2.5,
      },
    ),
  },
})

const purchaseIdBody = z.object({ txId: z.string().max(64) })

const completeReply = z.object({
  status: z.enum(completionWireStates),
  txId: z.string(),
  tokens_total: z.number().int().optional(),
})
export type CompleteReply = z.infer<typeof completeReply>

export const completePurchase = call({
  id: 'completePurchase',
  method: 'POST',
  path: '/api/tokens/validatePin',
  access: 'signed',
  tag,
  summary: 'Completes a reservation: captures the payment and gives the kilograms to their holder.',
  description: 'A completed purchase returns the same answer again.',
  body: purchaseIdBody,
  example: { txId: exampleTxId },
  problems: ['card_action_required', 'refunded', 'key_reused', ...endedProblems],
  answers: {
    200: json(completeReply, 'The purchase is complete.', {
      status: 'COMPLETED',
      txId: exampleTxId,
      tokens_total: 100,
    }),
    202: json(
      completeReply,
      'The outcome of the payment is unknown. Ask again.',
      { status: 'PENDING', txId: exampleTxId },
      ['Retry-After'],
    ),
  },
})

const cancelReply = z.object({ status: z.literal(cancelledWireState) })
export type CancelReply = z.infer<typeof cancelReply>

export const cancelPurchase = call({
  id: 'cancelPurchase',
  method: 'POST',
  path: '/api/tokens/cancelPin',
  access: 'signed',
  tag,
  summary: 'Cancels a reservation.',
  description:
    'The held kilograms and wallet money are free at once, and the card’s authorisation is voided. A purchase that has expired gives the same answer; a completed one is refused with 409.',
  body: purchaseIdBody,
  example: { txId: exampleTxId },
  problems: ['purchase_completed', 'key_reused', ...endedProblems],
  answers: { 200: json(cancelReply, 'Everything held is released.', { status: 'EXPIRED' }) },
})

export const thankGiver = call({
  id: 'thankGiver',
  method: 'POST',
  path: '/api/gifts/thanks',
  tag,
  summary: 'Stores thanks for a received gift.',
  description:
    'The giver sees the thanks next to the gift, without a number. No message is sent. Idempotent.',
  body: z.object({ tx_id: z.string().max(64) }),
  example: { tx_id: exampleTxId },
  problems: ['purchase_not_found'],
  answers: {
    200: json(z.object({ status: z.literal('thanked') }), 'The giver sees the thanks.', {
      status: 'thanked',
    }),
  },
})

export const openGift = call({
  id: 'openGift',
  method: 'POST',
  path: '/api/gifts/:tx_id/open',
  tag,
  access: 'signed',
  summary: 'Stores that the receiver opened a gift.',
  description:
    'No device of the receiver shows the gift sealed after this. The giver does not see it. Idempotent.',
  params: z.object({ tx_id: z.string().regex(/^[\w-]{1,64}$/) }),
  problems: ['purchase_not_found'],
  answers: { 204: empty('The gift is open.') },
})

/** The field `quote` of the problem `quote_changed` (409). */
export type ChangedQuote = {
  readonly price_per_kg: number
  readonly currency: string
  readonly rate: number
  readonly total: number
  readonly wallet_used: number
  readonly card_needed: number
}

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
  invalid_delivery_day: {
    status: 400,
    text: 'A gift arrives on a day from tomorrow to 12 months ahead.',
    field: 'deliver_on',
  },
  card_refused: { status: 400, text: 'Please check the card number, expiry and CVV.' },
  card_number_refused: { status: 400, text: 'Card numbers must not be sent here.' },
  card_minimum: { status: 400, text: 'Card payments have a minimum.', field: 'count' },
  card_declined: { status: 402, text: 'Your card was declined.' },
  reward_not_claimed: { status: 403, text: 'This reward is not yours to redeem.' },
  reward_being_redeemed: { status: 403, text: 'This reward is already being redeemed.' },
  purchase_not_found: { status: 404, text: 'There is no such purchase.' },
  quote_changed: { status: 409, text: 'The price has changed. Please review and try again.' },
  /** The batch was taken off sale after the user saw it. */
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
