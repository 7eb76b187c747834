// Declares the calls of wallets, quotes and exchange rates (docs/product.md#wallets-and-programmes).
import { z } from 'zod'
import { call, json } from '#values/call.ts'
import type { ProblemKind } from '#values/problem.ts'

const tag = 'Wallet'
const currency = z.string().length(3)
const currencyCode = z.string().regex(/^[A-Z]{3}$/)

const walletReply = z.object({
  wallets: z.array(
    z.object({
      program_id: z.string(),
      program_name: z.string(),
      logo_url: z.string().nullable(),
      /** `total` is the free money; `held` is money held by open purchases. */
      totals: z.array(z.object({ currency, total: z.number(), held: z.number() })),
    }),
  ),
  totalInUserCurrency: z.number(),
  userCurrency: currency,
  /** The day of the exchange rates in the total. Null if the total needs none. */
  as_of: z.iso.date().nullable(),
  /** True if the total needs rates that are examples of a demonstration. */
  has_example_rates: z.boolean().optional(),
})
export type Wallet = z.infer<typeof walletReply>

export const getWallet = call({
  id: 'getWallet',
  method: 'GET',
  path: '/api/wallet/me',
  tag,
  summary: 'Returns the user’s wallets, by programme and currency.',
  description:
    '`total` is free money, `held` the money of open purchases. `totalInUserCurrency` adds the free money at the rates of the day `as_of`.',
  answers: {
    200: json(walletReply, 'The wallets.', {
      wallets: [
        {
          program_id: 'welcome',
          program_name: 'Welcome',
          logo_url: null,
          totals: [{ currency: 'GBP', total: 1, held: 0 }],
        },
      ],
      totalInUserCurrency: 1,
      userCurrency: 'GBP',
      as_of: null,
    }),
  },
})

const walletTransaction = z.object({
  id: z.string(),
  type: z.enum(['credit', 'debit']),
  amount: z.number(),
  currency,
  /**
   * For a credit its source, such as the partner's name. For a purchase and its refund the project's name.
   * For a card refund that was paid into the wallet, the transaction id.
   */
  source: z.string(),
  /** True if the entry is a refund of a purchase. */
  is_refund: z.boolean(),
  logo_url: z.string().nullable(),
  created_at: z.iso.datetime(),
})
export type WalletTransaction = z.infer<typeof walletTransaction>

export const listWalletTransactions = call({
  id: 'listWalletTransactions',
  method: 'GET',
  path: '/api/wallet/transactions',
  tag,
  summary: 'Returns the credits and debits of the user’s wallets, newest first.',
  description:
    'A debit is a purchase or a reversed credit, and `is_refund` marks the refund of a purchase. Without `limit` the list is whole; with it, `Link` has the next page.',
  /** Without `limit` the reply has all entries. `cursor` is the number of entries to skip. */
  query: z.object({
    limit: z.coerce.number<number>().int().min(1).max(100).optional(),
    cursor: z.coerce.number<number>().int().min(0).max(1_000_000).default(0),
  }),
  answers: {
    200: json(z.array(walletTransaction), 'The whole list, or a page with `limit`.', [
      {
        id: '0199c4c0-1111-7222-8333-444455556666',
        type: 'credit',
        amount: 1,
        currency: 'GBP',
        source: 'Welcome',
        is_refund: false,
        logo_url: null,
        created_at: '2026-11-20T09:30:00.000Z',
      },
    ]),
  },
})

const previewBody = z.object({
  phone: z.string().max(64),
  total_price: z.number().positive().max(1e12),
  currency: currencyCode,
  user_currency: currencyCode,
  program_id: z.string().max(64).nullish(),
})
export type PreviewBody = z.infer<typeof previewBody>

const previewReply = z.object({
  card_needed: z.number(),
  wallet_used: z.number(),
  wallet_total: z.number(),
  /** Money held by open purchases in the same wallets, in `currency`. */
  wallet_held: z.number(),
  wallet_tx_id: z.string(),
  currency,
  rate: z.number(),
  expires_at: z.iso.datetime(),
  /** The card provider's minimum amount, which the dialog shows before the user pays. */
  card_minimum: z.number(),
})
export type PreviewReply = z.infer<typeof previewReply>

export const previewPayment = call({
  id: 'previewPayment',
  method: 'POST',
  path: '/api/wallet/prepay-preview',
  tag,
  summary: 'Quotes the split of a total between wallets and card, valid for 10 minutes.',
  description:
    'It holds no money. `phone` is the user’s own number, `user_currency` their own currency.',
  body: previewBody,
  example: { phone: '+447400123456', total_price: 2.5, currency: 'GBP', user_currency: 'GBP' },
  problems: ['not_your_phone', 'not_your_currency', 'rate_unknown'],
  answers: {
    200: json(previewReply, 'The quote; `wallet_tx_id` names it.', {
      card_needed: 1.5,
      wallet_used: 1,
      wallet_total: 1,
      wallet_held: 0,
      wallet_tx_id: 'eyJ0b3RhbCI6MjUwfQ.c2lnbmF0dXJl',
      currency: 'GBP',
      rate: 1,
      expires_at: '2026-11-21T10:10:00.000Z',
      card_minimum: 0.3,
    }),
  },
})

const rateReply = z.object({
  from: currency,
  to: currency,
  rate: z.number(),
  as_of: z.iso.date(),
  source: z.string(),
  is_example: z.boolean().optional().describe('True for the fixed rates of a demonstration.'),
})

export const getExchangeRate = call({
  id: 'getExchangeRate',
  method: 'GET',
  path: '/api/tokens/transaction/fx/latest',
  tag,
  summary: 'Returns the exchange rate between two currencies.',
  description: 'Both are required, each of three capital letters.',
  query: z.object({ from: z.string().optional(), to: z.string().optional() }),
  invalidInput: 'invalid_currency',
  problems: ['rate_unknown'],
  answers: {
    200: json(rateReply, 'The units of `to` for one unit of `from`.', {
      from: 'EUR',
      to: 'GBP',
      rate: 0.8721,
      as_of: '2026-11-20',
      source: 'European Central Bank',
    }),
  },
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
