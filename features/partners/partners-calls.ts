// Declares the calls of the partner API: crediting wallets, reversing and reading credits, and reading
// the programme's balance (docs/product.md#partner-api).
import { z } from 'zod'
import { call, json } from '#values/call.ts'
import { currenciesInWords } from '#values/money/currencies.ts'
import type { ProblemKind } from '#values/problem.ts'
import { pictureAddressMaxLength } from '#values/text/picture-address.ts'

/** Maximum length of a credit's source in code points. The wallet's owner sees the source. */
export const sourceMaxLength = 120

const commonOptions = { access: 'partner', tag: 'Partners' } as const

/** The terminal decides the programme. An id in the body must be the same. */
const programmeId = z.string().max(64).nullish()

const creditBody = z.object({
  /** The phone number of the wallet's owner: a plus sign and 10 to 15 digits. */
  phone: z.string().max(64),
  /** In units of the currency, with at most 2 decimals. */
  amount: z.number(),
  currency: z.string().max(8),
  source: z.string().max(4 * sourceMaxLength),
  logo_url: z.string().max(pictureAddressMaxLength).nullish(),
  program_id: programmeId,
})
export type CreditBody = z.infer<typeof creditBody>

/** `balance` is the wallet's free money afterwards, in the call's currency. */
const entryReply = z.object({ id: z.string(), balance: z.number() })
export type EntryReply = z.infer<typeof entryReply>

/** A credit of the partner's own programme. It does not name the wallet. */
const creditReply = z.object({
  id: z.string(),
  amount: z.number(),
  currency: z.string(),
  source: z.string(),
  logo_url: z.string().nullable(),
  created_at: z.iso.datetime(),
  status: z.enum(['credited', 'reversed']),
  /** Id of the debit that reversed the credit. Null if the credit is not reversed. */
  debit_id: z.string().nullable(),
  reversed_at: z.iso.datetime().nullable(),
})
export type CreditReply = z.infer<typeof creditReply>

const exampleCredit = {
  id: '0199c4d0-1111-7222-8333-444455556666',
  amount: 5,
  currency: 'GBP',
  source: 'Green Bank',
  logo_url: null,
  created_at: '2026-11-21T10:00:00.000Z',
  status: 'credited',
  debit_id: null,
  reversed_at: null,
} as const

export const creditWallet = call({
  ...commonOptions,
  id: 'creditWallet',
  method: 'POST',
  path: '/api/partner/wallet/credits',
  summary: 'Credits a wallet with money of the programme.',
  description:
    'Amounts are in units of the currency with at most 2 decimals. A programme can give its funds ' +
    'and its credit line, else 409 `programme_empty`. Within any 24 hours it can give at most its ' +
    'limits to one person and to all persons, else 409 `programme_limit`. The limits are in the ' +
    'programme’s own currency; other currencies count at the rate of the day (404 `rate_unknown` ' +
    'without one), and a reversed credit still counts. 409 `programme_closed`: the operator closed ' +
    'the programme. After a refusal the same key may be sent again.',
  body: creditBody,
  example: { phone: '+447400123456', amount: 5, currency: 'GBP', source: 'Green Bank' },
  problems: [
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
  ],
  answers: {
    201: json(entryReply, 'The credit, and the wallet’s free money.', {
      id: exampleCredit.id,
      balance: 5,
    }),
  },
})

export const reverseCredit = call({
  ...commonOptions,
  id: 'reverseCredit',
  method: 'POST',
  path: '/api/partner/wallet/debits',
  summary: 'Reverses a credit, whole and once.',
  description: 'It is refused while the money is spent or held.',
  body: z.object({ credit_id: z.string().max(64), program_id: programmeId }),
  example: { credit_id: exampleCredit.id },
  problems: [
    'unknown_programme',
    'credit_not_found',
    'credit_reversed',
    'credit_spent',
    'key_reused',
    'in_progress',
  ],
  answers: {
    201: json(entryReply, 'The debit, and the wallet’s free money.', {
      id: '0199c4d1-1111-7222-8333-444455556666',
      balance: 0,
    }),
  },
})

export const listCredits = call({
  ...commonOptions,
  id: 'listCredits',
  method: 'GET',
  path: '/api/partner/wallet/credits',
  summary: 'Returns the credits of the programme, newest first.',
  description: 'It does not return the wallets of the credits.',
  query: z.object({
    /** Cursor of a page, from the `Link` header of the previous page. */
    cursor: z.uuid().optional(),
    limit: z.coerce.number().int().min(1).max(100).optional(),
  }),
  problems: ['rate_limited'],
  answers: { 200: json(creditReply.array(), 'A page of at most 100.', [exampleCredit]) },
})

export const getCredit = call({
  ...commonOptions,
  id: 'getCredit',
  method: 'GET',
  path: '/api/partner/wallet/credits/:id',
  summary: 'Returns a credit of the programme.',
  description:
    '`id` is that of the answer to a credit. A credit of another programme is 404, like an unknown one.',
  params: z.object({ id: z.string().max(64) }),
  problems: ['credit_not_found', 'rate_limited'],
  answers: { 200: json(creditReply, 'The credit.', exampleCredit) },
})

const balanceReply = z.object({
  program_id: z.string(),
  balances: z.array(
    z.object({
      currency: z.string(),
      /** Money paid in less credits. It may fall below zero by at most the credit line. */
      balance: z.number(),
      /** The part of the money paid in that is not credited yet. */
      funds: z.number(),
      credit_line: z.number(),
      /** Amount that the programme can still give. */
      available: z.number(),
    }),
  ),
  /** Limits over 24 hours, in the programme's own currency. Null means no limit. */
  limits: z.object({
    currency: z.string(),
    person: z.number().nullable(),
    day: z.number().nullable(),
    day_left: z.number().nullable(),
  }),
})

export const getProgrammeBalance = call({
  ...commonOptions,
  id: 'getProgrammeBalance',
  method: 'GET',
  path: '/api/partner/balance',
  summary: 'Returns the amount that the programme can still give.',
  description:
    'One entry for each currency, and the limits of 24 hours with what is left of the day. Call it before a large batch of credits.',
  problems: ['rate_limited'],
  answers: {
    200: json(balanceReply, 'By currency, with the rest of its limits for the last 24 hours.', {
      program_id: 'green-bank',
      balances: [{ currency: 'GBP', balance: -5, funds: 0, credit_line: 1_000, available: 995 }],
      limits: { currency: 'GBP', person: 50, day: 1_000, day_left: 995 },
    }),
  },
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
