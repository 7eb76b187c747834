// The wallet's calls in words and examples, for the description of the API.
import type { DescribedCalls } from '#platform/http/description/described-calls.ts'

const tag = 'Wallet'

export const walletCalls = {
  'GET /api/wallet/me': {
    id: 'getWallet',
    tag,
    summary: 'What one can spend, by programme and currency.',
    answers: {
      200: {
        is: 'The wallets.',
        example: {
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
        },
      },
    },
  },
  'GET /api/wallet/transactions': {
    id: 'listWalletTransactions',
    tag,
    summary: 'What came into one’s wallets and went out of them, newest first.',
    answers: {
      200: {
        is: 'Whole, or a page where `limit` is given.',
        example: [
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
        ],
      },
    },
  },
  'POST /api/wallet/prepay-preview': {
    id: 'previewPayment',
    tag,
    summary: 'How a total would be split between wallets and card, fixed for 10 minutes.',
    description:
      'It holds nothing. `phone` is one’s own number, `user_currency` one’s own currency.',
    body: { phone: '+447400123456', total_price: 2.5, currency: 'GBP', user_currency: 'GBP' },
    answers: {
      200: {
        is: 'The quote; `wallet_tx_id` names it.',
        example: {
          card_needed: 1.5,
          wallet_used: 1,
          wallet_total: 1,
          wallet_held: 0,
          wallet_tx_id: 'eyJ0b3RhbCI6MjUwfQ.c2lnbmF0dXJl',
          currency: 'GBP',
          rate: 1,
          expires_at: '2026-11-21T10:10:00.000Z',
          card_minimum: 0.3,
        },
      },
    },
  },
  'GET /api/tokens/transaction/fx/latest': {
    id: 'getExchangeRate',
    tag,
    summary: 'The rate between two currencies.',
    description: 'Both are three capital letters and needed.',
    answers: {
      200: {
        is: 'How much of `to` one unit of `from` is.',
        example: {
          from: 'EUR',
          to: 'GBP',
          rate: 0.8721,
          as_of: '2026-11-20',
          source: 'European Central Bank',
        },
      },
    },
  },
} as const satisfies DescribedCalls
