// The partners' calls in words and examples, for the description of the API.
import type { DescribedCalls } from '#platform/http/described-calls.ts'

const tag = 'Partners'
const credit = {
  id: '0199c4d0-1111-7222-8333-444455556666',
  amount: 5,
  currency: 'GBP',
  source: 'Green Bank',
  logo_url: null,
  created_at: '2026-11-21T10:00:00.000Z',
  status: 'credited',
  debit_id: null,
  reversed_at: null,
}

export const partnerCalls = {
  'POST /api/partner/wallet/credits': {
    id: 'creditWallet',
    tag,
    summary: 'Puts money of the programme into somebody’s wallet.',
    description: 'Amounts are in units of the currency with at most 2 decimals.',
    body: { phone: '+447400123456', amount: 5, currency: 'GBP', source: 'Green Bank' },
    answers: {
      201: {
        is: 'The credit, and what the wallet can spend now.',
        example: { id: credit.id, balance: 5 },
      },
    },
  },
  'POST /api/partner/wallet/debits': {
    id: 'reverseCredit',
    tag,
    summary: 'Takes a credit back, whole and once.',
    description: 'It is refused where the money is spent or held.',
    body: { credit_id: credit.id },
    answers: {
      201: {
        is: 'The debit, and what the wallet can spend now.',
        example: { id: '0199c4d1-1111-7222-8333-444455556666', balance: 0 },
      },
    },
  },
  'GET /api/partner/wallet/credits': {
    id: 'listCredits',
    tag,
    summary: 'The credits of the programme, newest first.',
    description: 'Whose wallet a credit went to is not told.',
    answers: { 200: { is: 'A page of at most 100.', example: [credit] } },
  },
  'GET /api/partner/wallet/credits/{id}': {
    id: 'getCredit',
    tag,
    summary: 'One credit of the programme.',
    answers: { 200: { is: 'The credit.', example: credit } },
  },
  'GET /api/partner/balance': {
    id: 'getProgrammeBalance',
    tag,
    summary: 'What the programme can still give.',
    answers: {
      200: {
        is: 'By currency.',
        example: {
          program_id: 'green-bank',
          balances: [{ currency: 'GBP', balance: -5, credit_line: 1_000, available: 995 }],
        },
      },
    },
  },
} as const satisfies DescribedCalls
