// Declares the wire shapes of the partner API: credits to wallets of the partner's own programme,
// and their reversal (docs/product.md#partner-api). No rules here.
import { z } from 'zod'
import { currenciesInWords } from '#values/money/currencies.ts'
import type { ProblemKind } from '#values/problem.ts'
import { pictureAddressMaxLength } from '#values/text/picture-address.ts'

/** Most code points of a credit's source, which the wallet's owner sees. */
export const sourceMaxLength = 120

/** The terminal decides the programme; a programme in the body must be the same one. */
const programmeName = z.string().max(64).nullish()

export const creditBody = z.object({
  /** The wallet's number: plus and 10 to 15 digits. */
  phone: z.string().max(64),
  /** Units of the currency, at most 2 decimals. */
  amount: z.number(),
  currency: z.string().max(8),
  source: z.string().max(4 * sourceMaxLength),
  logo_url: z.string().max(pictureAddressMaxLength).nullish(),
  program_id: programmeName,
})
export type CreditBody = z.infer<typeof creditBody>

/** The credit to reverse, whole and once. */
export const debitBody = z.object({ credit_id: z.string().max(64), program_id: programmeName })

/** `balance` is the wallet's free money afterwards, in the call's currency. */
export const entryReply = z.object({ id: z.string(), balance: z.number() })
export type EntryReply = z.infer<typeof entryReply>

/** The headers of each call. The guard checks them; this describes them. */
export const partnerHeaders = z.object({
  'x-terminal-id': z.string(),
  'x-nonce': z.string(),
  'x-signature': z.string(),
  'idempotency-key': z.string().min(1).max(255),
})

/** Headers of a read, which needs no idempotency key. */
export const partnerReadHeaders = partnerHeaders.omit({ 'idempotency-key': true })

export const creditsQuery = z.object({
  /** Cursor of the next page, as `Link` names it. */
  cursor: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
})
export const creditParams = z.object({ id: z.string().max(64) })
/** A credit of the partner's own programme, without its wallet. */
export const creditReply = z.object({
  id: z.string(),
  amount: z.number(),
  currency: z.string(),
  source: z.string(),
  logo_url: z.string().nullable(),
  created_at: z.iso.datetime(),
  status: z.enum(['credited', 'reversed']),
  /** The debit that reversed it, and when; null before that. */
  debit_id: z.string().nullable(),
  reversed_at: z.iso.datetime().nullable(),
})
export type CreditReply = z.infer<typeof creditReply>

export const balanceReply = z.object({
  program_id: z.string(),
  balances: z.array(
    z.object({
      currency: z.string(),
      /** Funds less credits: below zero down to the credit line. */
      balance: z.number(),
      /** Paid in and not given. */
      funds: z.number(),
      credit_line: z.number(),
      /** Amount that the programme can still give. */
      available: z.number(),
    }),
  ),
  /** Over 24 hours, in the programme's own currency; null for no limit. */
  limits: z.object({
    currency: z.string(),
    person: z.number().nullable(),
    day: z.number().nullable(),
    day_left: z.number().nullable(),
  }),
})

export const partnerProblems = {
  invalid_number: {
    status: 400,
    text: 'A phone number is a plus sign and 10 to 15 digits.',
    field: 'phone',
  },
  invalid_amount: {
    status: 400,
    text: 'An amount is positive and has at most 2 decimals.',
    field: 'amount',
  },
  unknown_currency: {
    status: 400,
    text: `Wallets are kept in ${currenciesInWords('conjunction')}.`,
    field: 'currency',
  },
  invalid_source: {
    status: 400,
    text: 'A source is 1 to 120 characters of text, and no name of a programme of the product.',
    field: 'source',
  },
  invalid_logo: {
    status: 400,
    text: 'A logo is an https address with the name of a public host, and without a port or a password.',
    field: 'logo_url',
  },
  unknown_programme: { status: 404, text: 'There is no such programme.' },
  unknown_number: { status: 404, text: 'There is no passport for this number.' },
  credit_not_found: { status: 404, text: 'There is no such credit.' },
  credit_reversed: { status: 409, text: 'This credit was taken back already.' },
  credit_spent: { status: 409, text: 'The money of this credit is spent or held.' },
  programme_empty: {
    status: 409,
    text: 'The programme has too little left in this currency.',
  },
  programme_limit: {
    status: 409,
    text: 'The programme gives no more than its limits within 24 hours.',
  },
  programme_closed: { status: 409, text: 'The programme is closed.' },
} as const satisfies Record<string, ProblemKind>

/** Problems of each call, with codes common to all calls. */
export const creditProblems = [
  'invalid_number',
  'invalid_amount',
  'unknown_currency',
  'invalid_source',
  'invalid_logo',
  'unknown_programme',
  'unknown_number',
  'programme_empty',
  'programme_limit',
  'programme_closed',
  'rate_unknown',
  'key_reused',
  'in_progress',
] as const
export const debitProblems = [
  'unknown_programme',
  'credit_not_found',
  'credit_reversed',
  'credit_spent',
  'key_reused',
  'in_progress',
] as const
export const readProblems = ['rate_limited'] as const
export const readCreditProblems = ['credit_not_found', 'rate_limited'] as const
