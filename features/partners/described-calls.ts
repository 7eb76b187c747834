// Describes the partners' calls, with examples, for the API description.
import type { DescribedCalls } from '#platform/http/description/described-calls.ts'

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
    description:
      'Amounts are in units of the currency with at most 2 decimals. A programme gives what was paid ' +
      'in for it and what its line allows, else 409 `programme_empty`. Within any 24 hours it gives a ' +
      'person, and all people together, at most its limits, else 409 `programme_limit`: the limits are ' +
      'in the programme’s own currency, other currencies count at the rate of the day (404 ' +
      '`rate_unknown` without one), and a credit that is taken back still counts. 409 ' +
      '`programme_closed`: the operator has closed the programme. After a refusal the same key may be ' +
      'sent again.',
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
        is: 'By currency, and what its limits leave for the last 24 hours.',
        example: {
          program_id: 'green-bank',
          balances: [
            { currency: 'GBP', balance: -5, funds: 0, credit_line: 1_000, available: 995 },
          ],
          limits: { currency: 'GBP', person: 50, day: 1_000, day_left: 995 },
        },
      },
    },
  },
} as const satisfies DescribedCalls
