// Declares wallets, quotes and exchange rates on the wire (docs/product.md#wallets-and-programmes). No
// rules here.
import { z } from 'zod'
import type { ProblemKind } from '#values/problem.ts'

export const walletReply = z.object({
  wallets: z.array(
    z.object({
      program_id: z.string(),
      program_name: z.string(),
      logo_url: z.string().nullable(),
      /** `total` can be spent; `held` is kept for purchases under way. */
      totals: z.array(
        z.object({ currency: z.string().length(3), total: z.number(), held: z.number() }),
      ),
    }),
  ),
  totalInUserCurrency: z.number(),
  userCurrency: z.string().length(3),
  /** The day of the exchange rates behind the total, or null where none was needed. */
  as_of: z.iso.date().nullable(),
})
export type Wallet = z.infer<typeof walletReply>

export const walletTransaction = z.object({
  id: z.string(),
  type: z.enum(['credit', 'debit']),
  amount: z.number(),
  currency: z.string().length(3),
  /** Of a refund: what was bought, or the purchase's id. */
  source: z.string(),
  /** Money of a purchase that came back. */
  is_refund: z.boolean(),
  logo_url: z.string().nullable(),
  created_at: z.iso.datetime(),
})
export type WalletTransaction = z.infer<typeof walletTransaction>

/** Without `limit` the list is whole; `cursor` is the place of the next page in it. */
export const walletTransactionQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).optional(),
  cursor: z.coerce.number().int().min(0).max(1_000_000).default(0),
})

export const previewBody = z.object({
  phone: z.string().max(64),
  total_price: z.number().positive().max(1e12),
  currency: z.string().regex(/^[A-Z]{3}$/),
  user_currency: z.string().regex(/^[A-Z]{3}$/),
  program_id: z.string().max(64).nullish(),
})
export type PreviewBody = z.infer<typeof previewBody>

export const previewReply = z.object({
  card_needed: z.number(),
  wallet_used: z.number(),
  wallet_total: z.number(),
  /** What purchases under way keep of the same wallets, in `currency`. */
  wallet_held: z.number(),
  wallet_tx_id: z.string(),
  currency: z.string().length(3),
  rate: z.number(),
  expires_at: z.iso.datetime(),
  /** The card provider's least amount, so that the dialog can say it before it is tried. */
  card_minimum: z.number(),
})
export type PreviewReply = z.infer<typeof previewReply>

export const rateQuery = z.object({ from: z.string().optional(), to: z.string().optional() })
export const rateReply = z.object({
  from: z.string().length(3),
  to: z.string().length(3),
  rate: z.number(),
  as_of: z.iso.date(),
  source: z.string(),
})

export const walletProblems = {
  not_your_phone: { status: 403, text: 'A preview is for your own number.' },
  not_your_currency: {
    status: 400,
    text: 'A preview is in your own currency.',
    field: 'user_currency',
  },
  invalid_currency: { status: 400, text: 'A currency is three capital letters.', field: 'from' },
  rate_unknown: { status: 404, text: 'There is no exchange rate for these currencies.' },
} as const satisfies Record<string, ProblemKind>
